#!/bin/sh
# Starts and stops a throw-away PostgreSQL for the tests.
#
#   postgres.sh start DIR   makes a cluster in DIR, starts it on a free port of the loopback interface and prints its
#                           connection string; every statement with its time is in DIR/statements.json when POSTGRES_TELLS is set,
#                           and POSTGRES_OPTIONS (such as -c shared_buffers=1GB) are the server's, too
#   postgres.sh stop DIR    ends that server and removes DIR
#   postgres.sh halt DIR    ends that server as a crash would; `postgres.sh resume DIR` starts it again
set -eu

bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1)
[ -n "$bin" ] || { echo "PostgreSQL is not installed: apt-get install postgresql" >&2; exit 1; }

# PostgreSQL refuses to run as root.
as_owner() {
  if [ "$(id -u)" = 0 ]; then su postgres -s /bin/sh -c "$*"; else sh -c "$*"; fi
}

free_port() {
  python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

start() {
  mkdir -p "$1"
  [ "$(id -u)" != 0 ] || chown postgres "$1"
  port=$(free_port)
  as_owner "$bin/initdb -D $1/data -U fieldhouse -A trust -E UTF8 --no-locale -N" >"$1/init.log"
  echo "$port" >"$1/port"
  resume "$1"
  echo "postgresql://fieldhouse@127.0.0.1:$port/postgres"
}

resume() {
  telling="${POSTGRES_TELLS:+-c logging_collector=on -c log_destination=jsonlog -c log_directory=$1 \
    -c log_filename=statements -c log_rotation_age=0 -c log_rotation_size=0 -c log_min_duration_statement=0 \
    -c log_parameter_max_length=24}"
  as_owner "$bin/pg_ctl -D $1/data -l $1/server.log -w \
    -o '-p $(cat "$1/port") -h 127.0.0.1 -k $1 -c max_connections=800 -c shared_buffers=64MB ${POSTGRES_OPTIONS:-} $telling' start" >"$1/start.log"
}

halt() {
  as_owner "$bin/pg_ctl -D $1/data -m immediate -w stop" >/dev/null
}

stop() {
  halt "$1" || true
  rm -rf "$1"
}

case "${1:-}" in
  start) start "$2" ;;
  stop) stop "$2" ;;
  halt) halt "$2" ;;
  resume) resume "$2" ;;
  *) sed -n '2,9p' "$0" >&2; exit 2 ;;
esac
