#!/usr/bin/env bash
# A real MySQL for the tests, beside the servers of the machine: Debian has MySQL in `sid` only, so a small Debian of its own is put into a folder,
# and its server runs there (chroot). Needs root on Debian; elsewhere, set REST_GEN_MYSQL to the address of a server.
# `scripts/mysql.sh start` prints the address for REST_GEN_MYSQL, without a database: the user may create databases, and has no SUPER, as users
# of hosted servers. The binary log is on, as by default. `scripts/mysql.sh stop` ends the server; its folder stays for the next start.
# MYSQL_ROOT: the folder (about 700 MB); MYSQL_PORT: 3310.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=${MYSQL_ROOT:-${TMPDIR:-/tmp}/rest-gen-mysql}
port=${MYSQL_PORT:-3310}
pid=$root/run/mysqld/mysqld.pid

listens() { (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; }

install() {
  [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null || { echo 'mysql.sh: needs root on Debian' >&2 && return 1; }
  command -v debootstrap >/dev/null || DEBIAN_FRONTEND=noninteractive apt-get install -qy debootstrap
  # The mirror that this machine uses.
  local mirror
  mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Origin: Debian' | head -n 1)
  debootstrap --variant=minbase --include=mysql-server-core sid "$root" "$mirror"
}

initialize() {
  mkdir -p "$root/run/mysqld" "$root/var/lib/mysql-files"
  cp "$here/mysql-user.sql" "$root/user.sql"
  [ -d "$root/data/mysql" ] ||
    chroot "$root" /usr/sbin/mysqld --no-defaults --initialize-insecure --user=root --datadir=/data
}

# Tests need no data after a power failure: logs are written, and not flushed.
serve() {
  setsid chroot "$root" /usr/sbin/mysqld --no-defaults --user=root --datadir=/data --bind-address=127.0.0.1 --port="$port" \
    --socket=/run/mysqld/mysqld.sock --pid-file=/run/mysqld/mysqld.pid --mysqlx=OFF --init-file=/user.sql \
    --innodb-flush-log-at-trx-commit=2 --sync-binlog=0 </dev/null >"$root.log" 2>&1 &
}

case "${1:-}" in
  start)
    if ! listens; then
      [ -x "$root/usr/sbin/mysqld" ] || install >"$root.log" 2>&1 || { tail -n 5 "$root.log" >&2 && exit 1; }
      initialize >"$root.log" 2>&1 || { tail -n 5 "$root.log" >&2 && exit 1; }
      serve
      for _ in $(seq 120); do
        listens && break
        sleep 0.5
      done
      listens || { tail -n 5 "$root.log" >&2 && exit 1; }
    fi
    echo "mysql://app@127.0.0.1:$port"
    ;;
  stop)
    [ ! -s "$pid" ] || kill "$(cat "$pid")"
    ;;
  *)
    echo 'usage: scripts/mysql.sh start | stop' >&2
    exit 2
    ;;
esac
