#!/bin/sh
# Installs the product on Debian with systemd, PostgreSQL and nginx, or updates an installation. Run it as root in a
# checkout:
#   sh deploy/install.sh https://www.example.it
# Append `--data` to load the bundled places and routes. A second run installs the version of the checkout and keeps the
# environment, certificate, database and accounts. The previous version stays in /opt/salento.old.
set -eu
site=${1:?the public address of the site, https://www.example.it}
data=${2-}
cd "$(dirname "$0")/.."
if [ "$(id -u)" != 0 ]; then
  echo 'Run it as root' >&2
  exit 1
fi
step() { echo "== $*"; }

step 'Packages of Debian'
packages='postgresql nginx openssl ca-certificates'
command -v npm > /dev/null || packages="$packages nodejs npm"
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends $packages > /dev/null

step 'Account and folders'
id salento > /dev/null 2>&1 || useradd --system --home-dir /opt/salento --no-create-home --shell /usr/sbin/nologin salento
install -d -m 750 -g salento /etc/salento
install -d -m 700 -o salento -g salento /var/backups/salento
install -d /var/www/acme /etc/nginx/tls

step 'Product, built beside the one that runs'
rm -rf /opt/salento.new
install -d /opt/salento.new
cp -R package.json package-lock.json tsconfig.json vite.config.ts patches src sql data scripts deploy /opt/salento.new
# Puts Node 24 first on PATH: Debian's Node may be older, and npm then omits packages that require Node 24.
path=$(mktemp -d)
trap 'rm -rf "$path"' EXIT
if node -e 'process.exit(process.versions.node.split(".")[0] >= 24 ? 0 : 1)'; then
  ln -sf "$(node -p process.execPath)" /usr/local/bin/salento-node
else
  (cd /opt/salento.new && node scripts/onDemand/install.cjs node24)
  rm -f /usr/local/bin/salento-node
  install -m 755 /opt/salento.new/node_modules/.onDemand/node24/node_modules/node-linux-*/bin/node /usr/local/bin/salento-node
fi
ln -s /usr/local/bin/salento-node "$path/node"
(
  cd /opt/salento.new
  PATH=$path:$PATH
  # The build needs development packages, which `npm prune` removes afterwards.
  NODE_ENV=development npm ci --no-audit --no-fund --loglevel=error
  npm run build --loglevel=error -- --logLevel warn
  npm prune --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error
)

step 'Database'
systemctl start postgresql
as_postgres() { (cd / && setpriv --reuid=postgres --regid=postgres --init-groups "$@"); }
has() { [ -n "$(as_postgres psql -Atc "$1")" ]; }
if [ ! -e /etc/salento/env ]; then
  password=$(openssl rand -hex 24)
  has "select 1 from pg_roles where rolname = 'salento'" || as_postgres psql -qc 'create role salento login'
  as_postgres psql -qc "alter role salento password '$password'"
  has "select 1 from pg_database where datname = 'salento'" ||
    as_postgres createdb -O salento -T template0 -E UTF8 salento
  (
    umask 077
    cat > /etc/salento/env.new << END
SITE_URL=$site
SECRET_KEY=$(openssl rand -base64 32)
DATABASE_URL=postgres://salento:$password@localhost:5432/salento
TRUST_PROXY=127.0.0.1,::1
METRICS_TOKEN=$(openssl rand -hex 24)
END
  )
  chgrp salento /etc/salento/env.new
  chmod 640 /etc/salento/env.new
  mv /etc/salento/env.new /etc/salento/env
fi

step 'Command salento'
cat > /usr/local/bin/salento << 'END'
#!/bin/sh
# The operators' command line (`salento doctor`) with the environment and account of the services.
if [ "$(id -u)" != 0 ]; then
  echo 'Run it as root: sudo salento …' >&2
  exit 1
fi
# Leaves the caller's folder, which the account salento may be unable to read.
cd /opt/salento
exec setpriv --reuid=salento --regid=salento --clear-groups env NODE_ENV=production HOME=/nonexistent \
  salento-node --env-file=/etc/salento/env /opt/salento/scripts/cli.ts "$@"
END
chmod 755 /usr/local/bin/salento

step 'Migrations, before the switch: if one fails, the previous version stays'
sed 's,/opt/salento\b,/opt/salento.new,' /usr/local/bin/salento > "$path/salento"
sh "$path/salento" migrate

step 'Switch to the new version'
rm -rf /opt/salento.old
if [ -e /opt/salento ]; then mv /opt/salento /opt/salento.old; fi
mv /opt/salento.new /opt/salento
cp deploy/systemd/* /etc/systemd/system/
systemctl daemon-reload
systemctl restart salento-migrate
case $data in --data) [ -n "$(as_postgres psql -d salento -Atc 'select 1 from locations limit 1')" ] || salento seed ;; esac
if [ -z "$(as_postgres psql -d salento -Atc 'select 1 from admin_users where is_super_admin limit 1')" ]; then
  salento admin create admin --super
fi
units='salento-api@3001 salento-api@3002 salento-worker@1 salento-worker@2'
systemctl --quiet enable $units salento-backup.timer
for unit in $units; do
  systemctl restart "$unit"
  case $unit in
    salento-api@*)
      for try in $(seq 120); do
        salento-node -e "fetch('http://127.0.0.1:${unit#*@}/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))" && break
        if [ "$try" = 120 ]; then
          echo "$unit is not ready: journalctl -u $unit" >&2
          exit 1
        fi
        sleep 1
      done
      ;;
  esac
done
systemctl start salento-backup.timer

step 'Proxy'
# A self-signed certificate, until the operator replaces it (certbot --webroot -w /var/www/acme).
if [ ! -e /etc/nginx/tls/fullchain.pem ]; then
  host=$(echo "$site" | sed 's,^https*://,,; s,[:/].*,,')
  openssl req -x509 -newkey rsa:2048 -nodes -days 3650 -subj "/CN=$host" \
    -keyout /etc/nginx/tls/privkey.pem -out /etc/nginx/tls/fullchain.pem 2> /dev/null
  chmod 600 /etc/nginx/tls/privkey.pem
fi
# Removes Debian's site, because it is a default server for port 80 too, and nginx does not start with two.
rm -f /etc/nginx/sites-enabled/default
cp deploy/nginx/site.conf /etc/nginx/conf.d/salento.conf
cp deploy/nginx/upstream-host.conf /etc/nginx/conf.d/salento-upstream.conf
# Keeps the names that the operator has added.
[ -e /etc/nginx/conf.d/salento-names.conf ] || SITE_URL=$site sh deploy/nginx/names.sh /etc/nginx/conf.d/salento-names.conf
nginx -q -t
systemctl enable --quiet nginx
systemctl reload-or-restart nginx

step 'Done'
salento doctor || true
