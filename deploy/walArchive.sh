#!/bin/sh
# PostgreSQL's archive_command: walArchive.sh <folder> <path of the segment> <name of the segment>
# Stores a segment atomically: writes it under a temporary name, flushes it to the disk, then renames it. If a segment of
# this name is stored already, the script writes nothing, and fails unless the content is the same. After a failure
# PostgreSQL keeps the segment and runs the script again.
set -eu
folder=$1
segment=$2
name=$3
if [ -e "$folder/$name" ]; then
  cmp -s "$segment" "$folder/$name"
  exit
fi
cp "$segment" "$folder/.$name.part"
sync "$folder/.$name.part"
mv "$folder/.$name.part" "$folder/$name"
sync "$folder"
