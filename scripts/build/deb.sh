#!/usr/bin/env bash
# Makes the Debian packages that packaging/debian describes, in .build-deb: those of the programs have their symbols beside them, as
# packages that end in -dbgsym.
#   deb.sh
# The files are those of `make install` and `make c`, so that nothing is compiled twice. The version is that of cairn.h, with
# REVISION behind it (default 1): a package with a higher one is an upgrade. DEBFULLNAME and DEBEMAIL name who makes them.
set -euo pipefail
cd "$(dirname "$0")/../.."
scripts/install/install-deps.sh deb
export CAIRN_SOURCE=$PWD SWIFT_FLAGS=${SWIFT_FLAGS:-$(scripts/flags.sh)} SWIFT_DETERMINISTIC_HASHING=1
# debhelper gives the build a home of its own: what SwiftPM has fetched is in the user's.
export CAIRN_HOME=$HOME

out=.build-deb
version=$(sed -nE 's/^#define CAIRN_VERSION "(.*)"$/\1/p' Sources/C/CCairn/include/cairn.h)-${REVISION:-1}
[[ $version =~ ^[0-9][0-9A-Za-z.+~]*-[0-9A-Za-z.+~]+$ ]] || { echo "deb: '$version' is no version of a package" >&2; exit 64; }
# The time of the last commit, so that a commit always gives the same packages.
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}
maintainer=$(sed -n 's/^Maintainer: //p' packaging/debian/control)
if [ -n "${DEBEMAIL:-}" ]; then maintainer="${DEBFULLNAME:-$DEBEMAIL} <$DEBEMAIL>"; fi

rm -rf "$out"
mkdir -p "$out/cairn"
cp -r packaging/debian "$out/cairn/"
cat >"$out/cairn/debian/changelog" <<END
cairn ($version) unstable; urgency=medium

  * Packages of this version of Cairn; its own changelog has the changes.

 -- $maintainer  $(date -R -u -d "@$SOURCE_DATE_EPOCH")
END
(cd "$out/cairn" && dpkg-buildpackage --build=binary --unsigned-changes --unsigned-buildinfo)
rm -rf "$out/cairn"
for package in "$out"/*.deb; do
  printf 'deb: %-46s %6d kB, installed %6d kB\n' "${package##*/}" "$(($(stat -c %s "$package") / 1000))" \
    "$(dpkg-deb -f "$package" Installed-Size)"
done
