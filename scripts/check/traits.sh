#!/usr/bin/env bash
# Builds every trait set besides the default one. Arguments are passed to `swift build`. Runs no tests, and without
# traits builds only the module that finds devices. That the library of applications compiles, links and runs without
# traits is shown by the programs in Examples, which ask for none or for Udev alone.
set -euo pipefail
cd "$(dirname "$0")/../.."

echo "-- no traits"
for source in $(grep -rlE '^ *#(if|elseif) .*\b(Udev|Wireless|Sensors)\b' Sources); do
  case "$source" in
    Sources/Linux/CairnLinux/* | Sources/Cairn/Cairn/* | Sources/Tools/cairn/*) ;;
    *) echo "traits: $source asks for one too" >&2 && exit 1 ;;
  esac
done
swift build --disable-default-traits --scratch-path .build-no-traits --target CairnLinux "$@"

# With every trait on by default, "all" is the default set, which has been built already.
if swift package dump-package | python3 -c '
import json, sys
traits = json.load(sys.stdin)["traits"]
default = {t for trait in traits if trait["name"] == "default" for t in trait["enabledTraits"]}
sys.exit(0 if default == {trait["name"] for trait in traits} - {"default"} else 1)'; then
  echo "-- all traits: the same as the default set, not built twice"
else
  echo "-- all traits"
  swift build --enable-all-traits --scratch-path .build-all-traits "$@"
fi
