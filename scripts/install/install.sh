#!/usr/bin/env bash
# Installs or removes the programs and all files that belong to them.
#
#     install.sh install | uninstall
#
# PREFIX is where they will be used (default /usr/local); DESTDIR is prepended to every written path, for packages.
# The programs contain Swift's libraries: nothing that is installed needs the toolchain. Under sudo, the invoking
# user builds them, because that user's shell knows where Swift is. STRIP takes out of a program what only a debugger reads
# (default strip); packages, which keep that apart, set it to true.
set -euo pipefail
cd "$(dirname "$0")/../.."
readonly prefix=${PREFIX:-/usr/local} root=${DESTDIR:-} strip=${STRIP:-strip}
# They are one file, which contains Swift's libraries once, with a name for each.
readonly tools=(cairn hw-profile)
case $prefix in
/usr) readonly system=/usr/lib ;;
# Both daemons search this folder as well, whatever the prefix is.
/*) readonly system=/usr/local/lib ;;
*) echo "install: PREFIX must be an absolute path, not $prefix" >&2; exit 64 ;;
esac
# The list of installed files, which `uninstall` removes.
readonly list=$prefix/share/cairn/installed

# Compiles for size, and links with Swift's static libraries, without what no program reads. Each library precedes those that
# it needs.
readonly link='
set -euo pipefail
cd "$1"
command -v swift >/dev/null || { echo "install: swift is not in the PATH of $(id -un)" >&2; exit 1; }
shift
flags=$(scripts/small-flags.sh)
programs=
for product in "$@"; do
  swift build $flags --product "$product"
  programs+="PROGRAM(\"$product\", $(tr - _ <<<"$product")_main) "
done
folder=$(swift build $flags --show-bin-path)
file=$folder/$1.installed
rm -rf "$file.parts"
mkdir "$file.parts"
scripts/lean-linker.sh "$file.parts" FoundationEssentials _FoundationCollections _FoundationCShims swiftCore swiftDispatch \
  swiftSynchronization swiftSwiftOnoneSupport swift_Concurrency swift_RegexParser swift_StringProcessing dispatch
read -ra unread < <(scripts/unread-parts.sh)
number=0
for product in "$@"; do tr -d "\"\047" <"$folder/$product.product/Objects.LinkFileList"; done | awk "!seen[\$0]++" |
  while read -r object; do
    number=$((number + 1))
    objcopy --remove-section=.eh_frame --remove-section=.rela.eh_frame "${unread[@]}" "$object" "$file.parts/$number.o"
    echo "$file.parts/$number.o"
  done >"$file.objects"
compiler=$(dirname "$(command -v swiftc)")/clang
[ -x "$compiler" ] || compiler=$(command -v clang gcc | head -n 1)
"$compiler" -g -Os -fPIE -ffile-prefix-map="$PWD=." -D"PROGRAMS=$programs" -c scripts/install/start.c -o "$file.o"
# Nobody looks up symbols by name, and without their names the linker drops what nobody needs. Addresses that are packed
# save 1.6 MB in each file, where the C library knows how to unpack them.
options="--symbol-ordering-file=scripts/build/function-order.txt --no-warn-symbol-ordering"
options+=" --gc-sections --icf=all --as-needed --no-export-dynamic --build-id=sha1 -z nostart-stop-gc -z relro -z now"
if printf "2.36\n%s\n" "$(getconf GNU_LIBC_VERSION | cut -d " " -f 2)" | sort -VC; then options+=" -z pack-relative-relocs"; fi
libraries="-lFoundationEssentials -l_FoundationCollections -l_FoundationCShims -lstdc++ -lm -ludev"
swiftc -static-stdlib -use-ld=lld -Xclang-linker --ld-path="$file.parts/ld" -emit-executable "@$file.objects" "$file.o" \
  $(printf -- "-Xlinker %s " $options) $libraries -o "$file"
rm -rf "$file.parts"'

build() { # program...; prints the path of the file with all of them, which bears the name of the first
  if [ "$(id -u)" -eq 0 ] && [ -n "${SUDO_USER:-}" ] && [ "$SUDO_USER" != root ]; then
    sudo -H -u "$SUDO_USER" bash -lc "$link" link "$PWD" "$@" >&2
  else
    bash -c "$link" link "$PWD" "$@" >&2
  fi
  readlink -f ".build-small/release/$1.installed"
}

put() { # mode, source, path below DESTDIR
  install -D -m "$1" "$2" "$root$3"
  echo "$3" >>"$work/installed"
}

put_program() { # program, other names by which the same file is another program...
  local built name
  built=$(build "$@")
  put 755 "$built" "$prefix/bin/$1"
  "$strip" "$root$prefix/bin/$1"
  for name in "${@:2}"; do
    ln -sfn "$1" "$root$prefix/bin/$name"
    echo "$prefix/bin/$name" >>"$work/installed"
  done
}

install_all() {
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  mkdir "$work/man"
  local program built page
  put_program "${tools[@]}"
  for program in "${tools[@]}"; do
    built=$root$prefix/bin/$program
    scripts/install/man-pages.py "$built" "$work/man" >"$work/pages"
    while read -r page; do put 644 "$work/man/$page" "$prefix/share/man/man1/$page"; done <"$work/pages"
    # It is no program.
    "$built" --generate-completion-script bash | sed '1{/^#!/d}' >"$work/bash"
    "$built" --generate-completion-script zsh >"$work/zsh"
    "$built" --generate-completion-script fish >"$work/fish"
    put 644 "$work/bash" "$prefix/share/bash-completion/completions/$program"
    put 644 "$work/zsh" "$prefix/share/zsh/site-functions/_$program"
    put 644 "$work/fish" "$prefix/share/fish/vendor_completions.d/$program.fish"
  done
  put_program cairnd
  scripts/install/man-pages.py --plain "$root$prefix/bin/cairnd" "$work/man" >/dev/null
  put 644 "$work/man/cairnd.1" "$prefix/share/man/man1/cairnd.1"
  put_program cairn-mqtt
  scripts/install/man-pages.py --plain "$root$prefix/bin/cairn-mqtt" "$work/man" >/dev/null
  put 644 "$work/man/cairn-mqtt.1" "$prefix/share/man/man1/cairn-mqtt.1"
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
  sed "s|^ExecStart=/usr/bin/|ExecStart=$prefix/bin/|" systemd/cairn-mqtt.service >"$work/cairn-mqtt.service"
  put 644 "$work/cairn-mqtt.service" "$system/systemd/system/cairn-mqtt.service"
  put 644 systemd/cairnd.socket "$system/systemd/system/cairnd.socket"
  sed "s|=/usr/bin/cairn|=$prefix/bin/cairn|" systemd/cairn-radio-update.service >"$work/cairn-radio-update.service"
  put 644 "$work/cairn-radio-update.service" "$system/systemd/system/cairn-radio-update.service"
  put 644 systemd/cairn-radio-update.timer "$system/systemd/system/cairn-radio-update.timer"
  put 644 systemd/chrony-cairn.conf "$system/systemd/system/chrony.service.d/cairn.conf"
  put 644 systemd/geoclue.bus.conf "$prefix/share/dbus-1/system.d/cairn-geoclue.conf"
  put 644 systemd/geoclue.bus.service "$prefix/share/cairn/dbus/org.freedesktop.GeoClue2.service"
  put 644 systemd/cairn.sysusers "$system/sysusers.d/cairn.conf"
  put 644 systemd/cairn-mqtt.sysusers "$system/sysusers.d/cairn-mqtt.conf"
  put 644 "$work/installed" "$list"
  echo "install: $(wc -l <"$work/installed") files below ${root:-/}"
  reload
  if [ -z "$root" ]; then
    echo "install: try \`cairn monitor\`; \`systemctl enable --now cairnd.socket\` serves gpsd's clients;" \
      "\`sudo make uninstall\` removes all of it, except the users cairn and cairn-mqtt"
  fi
}

uninstall_all() {
  [ -e "$root$list" ] || { echo "install: nothing is installed with PREFIX=$prefix" >&2; exit 1; }
  if [ -z "$root" ] && [ -d /run/systemd/system ]; then
    systemctl disable --now cairn-mqtt.service cairnd.socket cairnd.service cairn-radio-update.timer 2>/dev/null || true
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
    systemd-sysusers "$system/sysusers.d/cairn.conf" "$system/sysusers.d/cairn-mqtt.conf" || true
  fi
  if command -v udevadm >/dev/null; then udevadm control --reload 2>/dev/null || true; fi
  if [ -d /run/systemd/system ]; then systemctl daemon-reload || true; fi
}

case ${1:-} in
install) install_all ;;
uninstall) uninstall_all ;;
*) sed -n '4p' "$0" >&2; exit 64 ;;
esac
