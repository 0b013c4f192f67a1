#!/usr/bin/env bash
# Makes the Debian packages and tries them in a fresh Debian without Swift: lintian; programs in C, C++ and Python, built there and
# run with receivers (packages/receivers.py); an upgrade, which keeps settings and states; removal and purge, which leave nothing; and
# the steps of packaging/Dockerfile (packages/dockerfile.py).
#   packages.sh [--built]      with --built, the packages in .build-deb are those to try
# Needs root. Everything is written to .build-deb and .build/peers; mounts and processes are in namespaces that end with this script.
set -euo pipefail
cd "$(dirname "$0")/../.."
export SWIFT_BACKTRACE=enable=no LC_ALL=C.UTF-8 PATH=$PATH:/usr/sbin:/sbin

fail() {
  echo "packages: $*" >&2
  exit 1
}

outside() {
  [ "$(id -u)" -eq 0 ] || fail "only root can enter another Debian"
  scripts/install/install-deps.sh deb-test
  [ "${1:-}" = --built ] || scripts/build/deb.sh
  lintian --allow-root --fail-on error --tag-display-limit 0 .build-deb/*.changes || fail "lintian has found errors"
  local status=0
  unshare --mount --propagation private --pid --fork --kill-child --mount-proc "$0" --inside || status=$?
  rm -rf --one-file-system .build-deb/roots
  return "$status"
}

# MARK: - A fresh Debian

# Unpacks it into $root and gives it the devices that programs need, terminals among them.
fresh() { # NAME
  local archive node
  archive=$(scripts/check/peers.sh debian) || fail "there is no Debian to try them in"
  release=$(basename "$archive" .tar)
  root=$PWD/.build-deb/roots/$1
  mkdir -p "$root" .build/peers/archives/partial
  tar -C "$root" -xf "$archive"
  mount -t proc proc "$root/proc"
  mount -t sysfs -o ro sys "$root/sys"
  mount -t tmpfs run "$root/run"
  mount -t tmpfs -o mode=755 dev "$root/dev"
  for node in null zero full random urandom tty; do cp -a "/dev/$node" "$root/dev/"; done
  mkdir "$root/dev/pts" "$root/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666,mode=0620,gid=5 pts "$root/dev/pts"
  mount -t tmpfs shm "$root/dev/shm"
  ln -s pts/ptmx "$root/dev/ptmx"
  ln -s /proc/self/fd "$root/dev/fd"
  # What was downloaded once is not downloaded again.
  mount --bind .build/peers/archives "$root/var/cache/apt/archives"
  cp -L /etc/resolv.conf "$root/etc/resolv.conf"
}

within() { # command...
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"
}

quietly() { # command...
  local output
  output=$("$@" 2>&1 </dev/null) || fail "$*: $output"
}

apt() { quietly within apt-get -y --no-install-recommends -o Dpkg::Use-Pty=0 "$@"; }

# Every file with its kind, mode and owner, but those that hold what apt and dpkg know.
list() { # NAME
  (cd "$root" && find . -xdev \( -path ./var/log -o -path ./var/cache -o -path ./var/lib/apt -o -path ./var/lib/dpkg \
    -o -path ./tmp -o -regex './etc/g?\(passwd\|group\|shadow\)-?' \) -prune -o -printf '%p %y %m %u:%g %l\n') | sort >"$root/../$1.list"
}

same() { # NAME, NAME, what that says
  diff "$root/../$1.list" "$root/../$2.list" >"$root/../difference" || fail "$3: $(cat "$root/../difference")"
}

# MARK: - Installation, upgrade, removal

# The packages, as files within $root; without those of symbols.
copied() { # FOLDER
  mkdir -p "$root/$1"
  find .build-deb -maxdepth 1 -name '*.deb' ! -name '*-dbgsym_*' -exec cp -t "$root/$1" {} +
}

# Makes a later version of the same files.
raised() { # FOLDER
  local package
  for package in "$root/$1"/*.deb; do
    dpkg-deb -R "$package" "$root/../raised"
    sed -i "s/$version/$version+upgrade/g" "$root/../raised/DEBIAN/control"
    rm "$package"
    dpkg-deb --root-owner-group -b "$root/../raised" "$root/$1" >/dev/null
    rm -r "$root/../raised"
  done
}

# What others bring that the packages need; then what remains after a purge is theirs.
others() {
  local package
  for package in "$root"/tmp/packages/*.deb; do dpkg-deb -f "$package" Depends; done | tr ',' '\n' | sed 's/^ *//' |
    grep -vE "^$|^($(tr ' ' '|' <<<"${names[*]}"))\b" | sort -u | paste -sd ,
}

installed() {
  local name
  apt install $(cd "$root" && printf '/%s\n' tmp/packages/*.deb)
  list installed
  for name in "${names[@]}"; do
    [ "$(within dpkg-query -W -f '${Status} ${Version}' "$name")" = "install ok installed $version" ] || fail "$name is not installed"
  done
  [ -z "$(find "$root/etc/systemd" -iname '*cairn*')" ] || fail "a unit was enabled that nobody asked for"
  if pgrep cairnd >/dev/null; then fail "cairnd was started"; fi
  within cairnd --check /etc/cairn/cairnd.conf >/dev/null || fail "the settings that are installed have a mistake"
  within hw-profile lint --strict >/dev/null || fail "the profiles are not found"
  within hw-profile plan m8-gateway --accuracy 1km >/dev/null || fail "hw-profile plans nothing"
  local groups
  groups=$(within id -Gn cairn) || fail "there is no user cairn"
  [[ " $groups " = *" dialout "* && " $groups " = *" gpio "* ]] || fail "the user cairn is in the groups $groups"
  echo "packages: ${#names[@]} of version $version are installed in $release; nothing was started"
}

upgraded() {
  # What an owner adds, and what the daemon keeps.
  printf '[service]\nidle-exit = never\n' >>"$root/etc/cairn/cairnd.conf"
  printf '[default]\nstatus = always\n' >"$root/etc/cairn/policy.d/10-own.conf"
  within install -d -m 700 -o cairn -g cairn /var/lib/cairn
  within install -m 600 -o cairn -g cairn /dev/null /var/lib/cairn/kept
  local before after
  before=$(cd "$root" && sha256sum etc/cairn/cairnd.conf etc/cairn/policy.d/* $(find var/lib/cairn -type f))
  list used
  copied tmp/later
  raised tmp/later
  apt install $(cd "$root" && printf '/%s\n' tmp/later/*.deb)
  rm -r "$root/tmp/later"
  after=$(cd "$root" && sha256sum etc/cairn/cairnd.conf etc/cairn/policy.d/* $(find var/lib/cairn -type f))
  [ "$before" = "$after" ] || fail "the upgrade has changed settings or states: $before $after"
  [ "$(within dpkg-query -W -f '${Version}' cairnd)" = "$version+upgrade" ] || fail "there was no upgrade"
  list upgraded
  same used upgraded "the upgrade has changed files"
  echo "packages: an upgrade keeps settings and states"
}

removed() {
  apt remove "${names[@]}"
  [ -e "$root/var/lib/cairn/kept" ] && [ -e "$root/etc/cairn/cairnd.conf" ] && [ -e "$root/etc/cairn/policy.d/10-own.conf" ] ||
    fail "removal takes settings or states"
  for file in usr/bin/cairnd usr/bin/cairn usr/bin/hw-profile usr/lib/udev/rules.d/70-cairn.rules; do
    [ ! -e "$root/$file" ] || fail "removal leaves $file"
  done
  # Those without settings of their own are unknown by now, which dpkg does not mind.
  quietly within dpkg --purge "${names[@]}"
  list purged
  same before purged "purging leaves or takes files"
  local left
  left=$(cd "$root" && grep -rl --exclude-dir=apt cairn etc | grep -vE '^etc/g?(passwd|group|shadow)-?$' || true)
  [ -z "$left" ] || fail "purging leaves the name in $left"
  [ ! -e "$root/run/cairn" ] || fail "purging leaves /run/cairn"
  echo "packages: purging leaves nothing but the user cairn and the groups"
}

# MARK: - All of it

# The programs that the documentation shows, built by what Debian brings.
samples() {
  local examples=/usr/share/doc/libcairn-dev/examples
  mkdir "$root/tmp/samples"
  cp Examples/feeder.py scripts/check/packages/receivers.py "$root/tmp/samples/"
  within bash -euo pipefail -c "cd /tmp/samples
    gcc -std=c11 -Wall -Wextra -Werror $examples/where.c \$(pkg-config --cflags --libs cairn-client) -o where
    gcc -std=c11 -Wall -Wextra -Werror $examples/track.c \$(pkg-config --cflags --libs cairn-client) -o track
    gcc -std=c11 $examples/where.c -l:libcairn-client.a -o where-static
    gcc -std=c11 -Wall -Wextra -Werror $examples/where.c \$(pkg-config --cflags --libs cairn) -o where-engine
    g++ -std=c++17 -Wall -Wextra -Werror $examples/once.cpp \$(pkg-config --cflags --libs cairn-client) -o once"
  if ldd "$root/tmp/samples/where-static" | grep -q libcairn; then fail "the archive is not linked"; fi
  PYTHONPATH=scripts/docs python3 - "$root/tmp/samples" <<'END'
import sys
from blocks import blocks
for number, block in enumerate(block for block in blocks("python/README.md") if block.kind == "python"):
    with open("%s/readme-%d.py" % (sys.argv[1], number), "w") as file:
        file.write("\n".join(block.lines) + "\n")
END
  within python3 -c 'from importlib.metadata import version; import cairn; assert version("cairn") == cairn.__version__' ||
    fail "the package for Python has no metadata"
  within python3 /tmp/samples/receivers.py || fail "a receiver is not told as it should be"
  rm -r "$root/tmp/samples"
}

container() {
  fresh container
  scripts/check/packages/dockerfile.py build packaging/Dockerfile .build-deb "$root" "RELEASE=$release"
  # The addresses of the container are its own.
  unshare --net scripts/check/packages/dockerfile.py run packaging/Dockerfile .build-deb "$root" "RELEASE=$release"
}

inside() {
  readonly version=$(dpkg-deb -f .build-deb/cairnd_*.deb Version)
  mapfile -t names < <(find .build-deb -maxdepth 1 -name '*.deb' ! -name '*-dbgsym_*' -printf '%f\n' | sed 's/_.*//' | sort)
  fresh debian
  if within sh -c 'command -v swift' >/dev/null; then fail "there is a Swift"; fi
  apt update
  copied tmp/packages
  apt satisfy "$(others), gcc, g++, libc6-dev, pkg-config, procps"
  list before
  installed
  samples
  upgraded
  rm -r "$root/tmp/packages"
  removed
  container
}

case ${1:-} in
--inside) inside ;;
'' | --built) outside "$@" ;;
*) sed -n '5s/^# *//p' "$0" >&2; exit 64 ;;
esac
