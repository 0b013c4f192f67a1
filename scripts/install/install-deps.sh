#!/usr/bin/env bash
# Installs the packages that are missing to build and run (`run`), to test as well (`test`), to run on an
# emulated microcontroller (`bare`), to boot a kernel (`lab`), to install the Python package (`python`), to run programs of
# the desktop (`desktop`), to run a broker of MQTT (`mqtt`), to look at the dashboard (`browser`), to run a fleet's brokers and
# database (`fleet`), to make its radio maps (`radio-maps`), to compile for ARM Linux (`cross-aarch64`, `cross-armv7`;
# `cross-x86_64` for this machine's own), to run such programs (`cross`), to make Debian packages (`deb`), or to try them in a
# fresh system (`deb-test`). Silent when nothing is missing.
#
# Packages come from apt, as root or through a sudo that needs no password. If neither works, the
# packages and the exact command are printed. Swift is checked but never installed.
set -euo pipefail

readonly needed_swift=6.3

say() { printf '%s\n' "install-deps: $*" >&2; }
fail() {
  say "$*"
  exit 1
}
has() { command -v "$1" >/dev/null 2>&1; }

# Is version $1 at least $2?
at_least() { [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

check_swift() {
  local where="Get Swift $needed_swift or newer from https://www.swift.org/install/ and put it on PATH."
  has swift || fail "swift was not found. $where"
  local version
  version=$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+(\.[0-9]+)*).*/\1/p' | head -n 1)
  [ -n "$version" ] || fail "swift does not run ('swift --version' says no version). $where"
  at_least "$version" "$needed_swift" || fail "Swift $version is too old. $where"
}

has_header() { # PKG-CONFIG NAME, HEADER
  if has pkg-config && pkg-config --exists "$1" 2>/dev/null; then return 0; fi
  [ -e "/usr/include/$2" ] || [ -e "/usr/local/include/$2" ]
}

has_newlib() {
  has arm-none-eabi-gcc && [ -e "$(arm-none-eabi-gcc -print-file-name=libm.a)" ]
}

# A dynamically linked busybox does not start in an initial RAM disk without libraries.
has_static_busybox() {
  has busybox && ! ldd "$(command -v busybox)" >/dev/null 2>&1
}

# A compiler and the C library that it links.
missing_compiler() { # TRIPLE, PACKAGE OF THE LIBRARY
  has "$1-gcc" || echo "gcc-$1"
  if ! has "$1-gcc" || [ "$("$1-gcc" -print-file-name=libc.a)" = libc.a ]; then echo "$2"; fi
}

missing_packages() {
  if [ "$1" = bare ]; then
    has qemu-system-arm || echo qemu-system-arm
    has arm-none-eabi-gcc || echo gcc-arm-none-eabi
    has_newlib || echo libnewlib-arm-none-eabi
    return 0
  fi
  if [ "$1" = python ]; then
    python3 -c 'import ensurepip, venv' 2>/dev/null || echo python3-venv
    return 0
  fi
  if [ "$1" = desktop ]; then
    has dbus-daemon || echo dbus-daemon
    has busctl || echo systemd
    has gdbus || echo libglib2.0-bin
    has xvfb-run || echo xvfb
    has xauth || echo xauth
    has firefox-esr || echo firefox-esr
    ls /usr/libexec/geoclue-2.0/demos/where-am-i >/dev/null 2>&1 || echo geoclue-2-demo
    /usr/bin/python3 -c 'from gi.repository import Gio' 2>/dev/null || echo python3-gi
    ls /usr/lib/*/girepository-1.0/WebKit2-4.1.typelib >/dev/null 2>&1 || echo gir1.2-webkit2-4.1
    /usr/bin/python3 -c 'import PyQt5.QtPositioning' 2>/dev/null || echo python3-pyqt5.qtpositioning
    ls /usr/lib/*/qt5/plugins/position/libqtposition_geoclue2.so >/dev/null 2>&1 || echo libqt5positioning5-plugins
    return 0
  fi
  if [ "$1" = mqtt ]; then
    has python3 || echo python3
    has openssl || echo openssl
    has mosquitto || [ -x /usr/sbin/mosquitto ] || echo mosquitto
    has mosquitto_sub || echo mosquitto-clients
    return 0
  fi
  if [ "$1" = browser ]; then
    has python3 || echo python3
    [ -x /usr/bin/chromium ] || echo chromium
    [ -x /usr/bin/chromedriver ] || echo chromium-driver
    # Without a font, a page is empty boxes.
    ls /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf >/dev/null 2>&1 || echo fonts-dejavu-core
    return 0
  fi
  if [ "$1" = fleet ] || [ "$1" = radio-maps ]; then
    has python3 || echo python3
    ls /usr/share/postgresql/*/extension/postgis.control >/dev/null 2>&1 || echo postgresql-postgis
    ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || echo postgresql
    if [ "$1" = fleet ]; then
      has nats-server || echo nats-server
      /usr/bin/python3 -c 'import psycopg2' 2>/dev/null || echo python3-psycopg2
      [ -x /usr/sbin/mosquitto ] || echo mosquitto
    else
      python3 -c 'import ensurepip, venv' 2>/dev/null || echo python3-venv
      has psql || echo postgresql-client
      has java || echo default-jre-headless
      has openssl || echo openssl
    fi
    return 0
  fi
  if [[ "$1" = cross* ]]; then
    has gcc || echo gcc
    has make || echo make
    [ "$1" = cross ] || [ "$1" = cross-aarch64 ] && missing_compiler aarch64-linux-gnu libc6-dev-arm64-cross
    [ "$1" = cross ] || [ "$1" = cross-armv7 ] && missing_compiler arm-linux-gnueabi libc6-dev-armel-cross
    if [ "$1" = cross ]; then has qemu-aarch64 || echo qemu-user; fi
    return 0
  fi
  if [ "$1" = lab ]; then
    has qemu-system-x86_64 || echo qemu-system-x86
    has_static_busybox || echo busybox-static
    has cpio || echo cpio
    [ -x /sbin/modprobe ] || echo kmod
    # Programs that run in the guest, where only the system's own paths exist.
    [ -x /lib/systemd/systemd-udevd ] || echo udev
    [ -x /lib/systemd/systemd ] || echo systemd
    [ -x /usr/bin/python3 ] || echo python3
    has setpriv || echo util-linux
    return 0
  fi
  if [ "$1" = deb-test ]; then
    has lintian || echo lintian
    [ -x /usr/sbin/debootstrap ] || echo debootstrap
    has unshare || echo util-linux
    has ip || echo iproute2
    return 0
  fi
  if [ "$1" = deb ]; then
    has dpkg-buildpackage || echo dpkg-dev
    has dh || echo debhelper
    has dh_python3 || echo dh-python
  fi
  has git || echo git
  has pkg-config || echo pkg-config
  has_header libudev libudev.h || echo libudev-dev
  has_header yaml-0.1 yaml.h || echo libyaml-dev
  if [ "$1" = test ]; then
    has python3 || echo python3
    has readelf || echo binutils
    has umockdev-wrapper || echo umockdev
    has gcc || echo gcc
    has g++ || echo g++
    has valgrind || echo valgrind
    has abidiff || echo abigail-tools
    has strace || echo strace
    has pgrep || echo procps
    has esbuild || echo esbuild
    has str2str || echo rtklib
    has tmux || echo tmux
    has gpspipe || echo gpsd-clients
    [ -x /usr/sbin/gpsd ] || echo gpsd
    has socat || echo socat
    [ -x /usr/sbin/chronyd ] || echo chrony
    /usr/bin/python3 -c 'import gps' 2>/dev/null || echo python3-gps
    has dbus-daemon || echo dbus-daemon
    ls /usr/lib/*/libcurl*.so.4 >/dev/null 2>&1 || echo libcurl4
    has openssl || echo openssl
    python3 -c 'import ensurepip, venv' 2>/dev/null || echo python3-venv
  fi
}

# Runs a command, and shows its output only if it fails.
quietly() {
  local output
  if ! output=$("$@" 2>&1); then
    printf '%s\n' "$output" >&2
    return 1
  fi
}

install_packages() {
  local -a as_root=()
  local by_hand="apt-get update && apt-get install -y --no-install-recommends $*"
  has apt-get || fail "missing: $*. There is no apt-get here: install what these Debian packages hold."
  if [ "$(id -u)" -ne 0 ]; then
    if has sudo && sudo -n true 2>/dev/null; then
      as_root=(sudo -n)
    else
      fail "missing packages: $*. Run:  sudo sh -c '$by_hand'"
    fi
  fi
  as_root+=(env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120)
  say "installing $*"
  # Lists may be absent (a fresh container) or stale (a 404): refresh them once, and only in that case.
  if quietly "${as_root[@]}" install -y --no-install-recommends "$@" 2>/dev/null; then return 0; fi
  quietly "${as_root[@]}" update || fail "apt-get update failed. Wanted: $*"
  quietly "${as_root[@]}" install -y --no-install-recommends "$@" ||
    fail "apt-get could not install $*. Try by hand:  $by_hand"
}

main() {
  local mode=${1:-run}
  case "$mode" in
    run | test | bare | lab | python | desktop | mqtt | browser | fleet | radio-maps | cross | cross-aarch64 | cross-armv7 | cross-x86_64 | deb | deb-test) ;;
    *) fail "usage: install-deps.sh [run|test|bare|lab|python|desktop|mqtt|browser|fleet|radio-maps|cross|cross-aarch64|cross-armv7|cross-x86_64|deb|deb-test]" ;;
  esac
  check_swift
  local -a missing
  mapfile -t missing < <(missing_packages "$mode")
  if [ "${#missing[@]}" -eq 0 ]; then return 0; fi
  install_packages "${missing[@]}"
  mapfile -t missing < <(missing_packages "$mode")
  if [ "${#missing[@]}" -ne 0 ]; then fail "still missing after installation: ${missing[*]}"; fi
}

main "$@"
