#!/usr/bin/env bash
# Installs or removes the programs and all files that belong to them.
#
#     install.sh install | uninstall
#
# PREFIX is where they will be used (default /usr/local); DESTDIR is prepended to every written path, for packages.
# The programs contain Swift's libraries: nothing that is installed needs the toolchain. Under sudo, the invoking
# user builds them, because that user's shell knows where Swift is.
set -euo pipefail
cd "$(dirname "$0")/../.."
readonly prefix=${PREFIX:-/usr/local} root=${DESTDIR:-} programs=(cairn hw-profile)
case $prefix in
/usr) readonly system=/usr/lib ;;
# Both daemons search this folder as well, whatever the prefix is.
/*) readonly system=/usr/local/lib ;;
*) echo "install: PREFIX must be an absolute path, not $prefix" >&2; exit 64 ;;
esac
# The list of installed files, which `uninstall` removes.
readonly list=$prefix/share/cairn/installed

# Relinks the objects that were compiled for the toolchain's shared libraries, with the static ones: compiling them
# again would take minutes. Each library precedes those that it needs.
readonly link='
set -euo pipefail
cd "$1"
command -v swift >/dev/null || { echo "install: swift is not in the PATH of $(id -un)" >&2; exit 1; }
swift build -c release --product "$2" ${SWIFT_FLAGS:-}
folder=$(swift build -c release --show-bin-path)
# Nobody looks up the symbols of the service by name, and the linker drops what nobody needs: 14.3 MB instead of 16.2.
case $2 in cairnd) exports=--no-export-dynamic ;; *) exports=--export-dynamic ;; esac
libraries="-l:libyaml.a -lFoundationEssentials -l_FoundationCollections -l_FoundationCShims -lstdc++ -lm -ludev"
swiftc -static-stdlib -emit-executable "@$folder/$2.product/Objects.LinkFileList" -Xlinker --gc-sections -Xlinker --as-needed -Xlinker "$exports" \
  -Xlinker "--defsym=main=$(tr - _ <<<"$2")_main" $libraries -o "$folder/$2.installed" 2>&1 |
  { grep -v "the use of .mktemp. is dangerous" || true; }
strip "$folder/$2.installed"'

build() { # program; prints its path
  if [ "$(id -u)" -eq 0 ] && [ -n "${SUDO_USER:-}" ] && [ "$SUDO_USER" != root ]; then
    sudo -H -u "$SUDO_USER" --preserve-env=SWIFT_FLAGS bash -lc "$link" link "$PWD" "$1" >&2
  else
    bash -c "$link" link "$PWD" "$1" >&2
  fi
  readlink -f ".build/release/$1.installed"
}

put() { # mode, source, path below DESTDIR
  install -D -m "$1" "$2" "$root$3"
  echo "$3" >>"$work/installed"
}

install_all() {
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  mkdir "$work/man"
  local program built page
  for program in "${programs[@]}"; do
    built=$(build "$program")
    put 755 "$built" "$prefix/bin/$program"
    scripts/install/man-pages.py "$built" "$work/man" >"$work/pages"
    while read -r page; do put 644 "$work/man/$page" "$prefix/share/man/man1/$page"; done <"$work/pages"
    "$built" --generate-completion-script bash >"$work/bash"
    "$built" --generate-completion-script zsh >"$work/zsh"
    "$built" --generate-completion-script fish >"$work/fish"
    put 644 "$work/bash" "$prefix/share/bash-completion/completions/$program"
    put 644 "$work/zsh" "$prefix/share/zsh/site-functions/_$program"
    put 644 "$work/fish" "$prefix/share/fish/vendor_completions.d/$program.fish"
  done
  # The service has no argument parser; `cairnd --help` is its manual.
  put 755 "$(build cairnd)" "$prefix/bin/cairnd"
  for page in hw-profiles/*.yaml hw-profiles/schema.json; do
    put 644 "$page" "$prefix/share/cairn/$page"
  done
  # Packs of places, if some have been made: scripts/data/geodata.py.
  for page in geodata/*.pack; do
    if [ -e "$page" ]; then put 644 "$page" "$prefix/share/cairn/$page"; fi
  done
  put 644 udev/70-cairn.rules "$system/udev/rules.d/70-cairn.rules"
  sed "s|^ExecStart=/usr/bin/|ExecStart=$prefix/bin/|" systemd/cairnd.service >"$work/cairnd.service"
  put 644 "$work/cairnd.service" "$system/systemd/system/cairnd.service"
  put 644 systemd/cairnd.socket "$system/systemd/system/cairnd.socket"
  put 644 systemd/chrony-cairn.conf "$system/systemd/system/chrony.service.d/cairn.conf"
  put 644 systemd/geoclue.bus.conf "$prefix/share/dbus-1/system.d/cairn-geoclue.conf"
  put 644 systemd/geoclue.bus.service "$prefix/share/cairn/dbus/org.freedesktop.GeoClue2.service"
  put 644 systemd/cairn.sysusers "$system/sysusers.d/cairn.conf"
  put 644 "$work/installed" "$list"
  echo "install: $(wc -l <"$work/installed") files below ${root:-/}"
  reload
  if [ -z "$root" ]; then
    echo "install: try \`cairn monitor\`; \`systemctl enable --now cairnd.socket\` serves gpsd's clients;" \
      "\`sudo make uninstall\` removes all of it, except the user cairn"
  fi
}

uninstall_all() {
  [ -e "$root$list" ] || { echo "install: nothing is installed with PREFIX=$prefix" >&2; exit 1; }
  if [ -z "$root" ] && [ -d /run/systemd/system ]; then
    systemctl disable --now cairnd.socket cairnd.service 2>/dev/null || true
  fi
  local file parent
  while read -r file; do
    rm -f "$root$file"
    parent=$(dirname "$root$file")
    # Removes folders that nothing else uses, and stops at the first one in use.
    while [ "$parent" != "${root:-/}" ] && rmdir "$parent" 2>/dev/null; do parent=$(dirname "$parent"); done
  done <<<"$(cat "$root$list"; echo "$list")"
  reload
}

# Notifies running daemons, unless the files are for a package.
reload() {
  [ -z "$root" ] || return 0
  # Before the rules, which name its groups.
  if [ -e "$system/sysusers.d/cairn.conf" ] && command -v systemd-sysusers >/dev/null; then
    systemd-sysusers "$system/sysusers.d/cairn.conf" || true
  fi
  if command -v udevadm >/dev/null; then udevadm control --reload 2>/dev/null || true; fi
  if [ -d /run/systemd/system ]; then systemctl daemon-reload || true; fi
}

case ${1:-} in
install) install_all ;;
uninstall) uninstall_all ;;
*) sed -n '4p' "$0" >&2; exit 64 ;;
esac
