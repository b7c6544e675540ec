#!/bin/sh
# The steps of the Containerfile, for a machine with or without containers.
#
#   tools/build/container.sh build DIR    install Sevenfold, with PostgreSQL support, into a virtual environment DIR
#   DIR/container.sh serve DATA [OPTION]  run the server; games and compiled rules are kept in DATA
#   DIR/container.sh healthy [PORT]       succeed if the server on this machine is healthy
#   tools/build/container.sh check        build into a temporary folder, start the server, check its health, stop it
set -eu
here=$(cd "$(dirname "$0")" && pwd)

build() {
    source=$(cd "$here/../.." && pwd)
    "${PYTHON:-python3}" -m venv "$1"
    "$1/bin/python" -m pip install --disable-pip-version-check --quiet -c "$source/constraints.txt" "$source[postgres]"
    cp "$here/container.sh" "$1/"
}

serve() {
    data=$1
    shift
    export SEVENFOLD_CACHE="$data/cache" XDG_DATA_HOME="$data"
    exec "$here/bin/sevenfold" serve --host "${HOST:-0.0.0.0}" --port "${PORT:-7777}" --no-browser --log json "$@"
}

healthy() {
    "$here/bin/python" -c "import urllib.request as u; u.urlopen('http://127.0.0.1:${1:-${PORT:-7777}}/healthz', timeout=5)"
}

check() {
    folder=$(mktemp -d)
    trap 'kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
    server=
    "$here/container.sh" build "$folder/app"
    HOST=127.0.0.1 PORT=0 "$folder/app/container.sh" serve "$folder/data" >"$folder/said" &
    server=$!
    for _ in $(seq 100); do
        port=$(sed -n 's|.*http://127.0.0.1:\([0-9]*\).*|\1|p' "$folder/said")
        [ -n "$port" ] && break
        sleep 0.2
    done
    "$folder/app/container.sh" healthy "$port"
    kill -TERM "$server"
    wait "$server" || [ $? -eq 143 ]
    echo "The container's steps work."
}

case ${1:-} in
build | serve | healthy | check) "$@" ;;
*) sed -n '3,7s/^# *//p' "$0" >&2 && exit 2 ;;
esac
