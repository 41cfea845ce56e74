#!/bin/sh
# PostgreSQL's archive_command: walArchive.sh <folder> <path of the segment> <its name>
# Stores a segment atomically: writes it beside, flushes it to the disk, then renames it. A segment that is stored already
# is fine if it is identical, otherwise an error. PostgreSQL keeps a segment that fails and tries again.
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
