#!/bin/sh
# Writes the names of the site, on which site.conf answers at port 80: that of SITE_URL with and without `www.`, and those of
# SITE_ALIASES, such as an earlier domain (`old.example www.old.example`). The container of nginx runs this file at its start.
set -eu
host=$(echo "$SITE_URL" | sed 's,^https*://,,; s,[:/].*,,')
bare=${host#www.}
{
  echo 'map $host $salento_is_own {'
  echo '  default 0;'
  for name in "$bare" "www.$bare" ${SITE_ALIASES:-}; do
    echo "  $name 1;"
  done
  echo '}'
} > "${1:-/etc/nginx/conf.d/names.conf}"
