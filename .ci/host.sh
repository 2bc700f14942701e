# Sourced by scripts that need a running host.
#
#   start_host DATA [FLAG …]   starts the host that was built last on a free port with its data in DATA, waits until it
#                              is ready and sets ADDRESS; it ends with the script
#   sign_in PHONE [TOKEN]      prints the bearer token of an account, a new one unless the number is known; the token of a guest
#                              makes what the guest has done the account's

fieldhouse="${FIELDHOUSE_EXECUTABLE:-.build/debug/fieldhouse}"
host_pid=""

stop_host() {
  [ -n "$host_pid" ] || return 0
  kill "$host_pid" 2>/dev/null || true
  wait "$host_pid" 2>/dev/null || true
  host_pid=""
}

start_host() {
  host_data="$1"
  shift
  mkdir -p "$host_data"
  # The file is there before it is looked at, however late the host's process begins.
  : > "$host_data/host.log"
  "$fieldhouse" serve --data "$host_data" --listen 127.0.0.1:0 "$@" 2>"$host_data/host.log" &
  host_pid=$!
  for _ in $(seq 600); do
    ADDRESS=$(sed -n 's/^Fieldhouse is ready at \(http:[^ ]*\)\/ .*/\1/p' "$host_data/host.log" | head -1)
    [ -z "$ADDRESS" ] || return 0
    kill -0 "$host_pid" 2>/dev/null || break
    sleep 0.1
  done
  cat "$host_data/host.log" >&2
  return 1
}

codes() {
  [ ! -f "$host_data/deliveries.jsonl" ] || jq -r "select(.to == \"$1\").code" "$host_data/deliveries.jsonl"
}

sign_in() {
  before=$(codes "$1" | wc -l)
  curl -fsS "$ADDRESS/v1/auth/otp" -H 'Content-Type: application/json' -d "{\"phone\": \"$1\"}" >/dev/null
  code=""
  for _ in $(seq 100); do
    code=$(codes "$1" | tail -n "+$((before + 1))" | tail -n 1)
    [ -z "$code" ] || break
    sleep 0.1
  done
  curl -fsS "$ADDRESS/v1/auth/otp/verify" ${2:+-H "Authorization: Bearer $2"} -H 'Content-Type: application/json' \
    -d "{\"phone\": \"$1\", \"code\": \"$code\", \"acceptsTerms\": true}" | jq -r .token
}
