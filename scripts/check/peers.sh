#!/usr/bin/env bash
# Fetches programs that others have written, to compare with or to run against, into .build/peers; prints the path of one.
#   peers.sh python NAME PACKAGE==VERSION...   an interpreter with the packages, from PyPI
#   peers.sh debian                            a fresh Debian of this machine's release, as an archive that root unpacks
#   peers.sh gpsd                              gpsd: the installed one, else Debian's, unpacked and not installed, because the
#                                              package would serve the machine's receivers
# Exit codes: 0 there, 1 not to be had, with one line that says why.
set -euo pipefail
cd "$(dirname "$0")/../.."

fail() {
  echo "$*" >&2
  exit 1
}

python() { # name, package...
  local folder=.build/peers/$1 wanted="${*:2}"
  if [ "$(cat "$folder/installed" 2>/dev/null)" != "$wanted" ]; then
    rm -rf "$folder"
    mkdir -p .build/peers
    python3 -m venv "$folder" >/dev/null 2>&1 || fail "python3 -m venv failed (apt install python3-venv)"
    "$folder/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps "${@:2}" >"$folder/log" 2>&1 ||
      fail "pip could not install $wanted: $(tail -n 1 "$folder/log")"
    echo "$wanted" >"$folder/installed"
  fi
  echo "$PWD/$folder/bin/python"
}

gpsd() {
  local folder=.build/peers/gpsd
  PATH=$PATH:/usr/sbin type -P gpsd && return
  if [ ! -x "$folder/usr/sbin/gpsd" ]; then
    rm -rf "$folder"
    mkdir -p "$folder"
    (cd "$folder" && apt-get download gpsd >log 2>&1) ||
      fail "gpsd is neither installed nor to be downloaded: $(tail -n 1 "$folder/log" 2>/dev/null)"
    dpkg-deb -x "$folder"/gpsd_*.deb "$folder"
  fi
  echo "$PWD/$folder/usr/sbin/gpsd"
}

debian() {
  local folder=.build/peers/debian suite
  suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
  [ -n "$suite" ] || fail "/etc/os-release names no release"
  if [ ! -e "$folder/$suite.tar" ]; then
    rm -rf "$folder"
    mkdir -p "$folder"
    PATH=$PATH:/usr/sbin debootstrap --variant=minbase "$suite" "$folder/root" >"$folder/log" 2>&1 ||
      fail "debootstrap cannot make $suite: $(tail -n 1 "$folder/log")"
    tar -C "$folder/root" --numeric-owner -cf "$folder/new.tar" .
    mv "$folder/new.tar" "$folder/$suite.tar"
    rm -rf --one-file-system "$folder/root"
  fi
  echo "$PWD/$folder/$suite.tar"
}

case ${1:-} in
python | gpsd | debian) "$@" ;;
*)
  sed -n '2,8s/^# *//p' "$0" >&2
  exit 64
  ;;
esac
