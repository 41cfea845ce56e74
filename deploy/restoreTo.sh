#!/bin/sh
# Prepares a data folder from which PostgreSQL, when started, recovers to a given time and then accepts connections:
#   restoreTo.sh <base backup> <archive> <new data folder> '2026-11-21 14:05:00+01'
# Run it as the account of PostgreSQL or as root. The base backup must be older than that time, and the archive must be
# complete since the base backup. The script changes neither the base backup nor the archive. Without a time, PostgreSQL
# recovers to the end of the archive.
set -eu
base=$1
archive=$2
data=$3
moment=${4-}
if [ -e "$data" ]; then
  echo "$data is there already: name a new folder" >&2
  exit 1
fi
cp -a "$base" "$data"
rm -f "$data/postmaster.pid" "$data/postmaster.opts"
rm -rf "$data/pg_wal"
mkdir -p "$data/pg_wal/archive_status"
chmod -R go-rwx "$data/pg_wal"
chmod 700 "$data"
{
  echo "restore_command = 'cp \"$archive/%f\" \"%p\"'"
  if [ -n "$moment" ]; then
    echo "recovery_target_time = '$moment'"
  fi
  echo "recovery_target_action = 'promote'"
  # Keeps the archive unchanged until the operator decides to use the recovered database.
  echo "archive_command = 'false'"
} >> "$data/postgresql.auto.conf"
touch "$data/recovery.signal"
# PostgreSQL refuses a data folder of another account, for example of root.
if [ "$(id -u)" = 0 ]; then
  chown -R --reference="$base" "$data"
fi
echo "Start PostgreSQL on $data; when pg_is_in_recovery() is false, reset the settings of postgresql.auto.conf"
