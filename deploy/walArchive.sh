#!/bin/sh
# PostgreSQL's archive_command: walArchive.sh <folder> <path of the segment> <its name>
# Keeps a segment whole or not at all: written beside, brought to the disk, then named. One that is kept already is
# fine when it is the same, and an error otherwise. PostgreSQL keeps what fails and tries again.
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
