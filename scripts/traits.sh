#!/usr/bin/env bash
# Builds every trait set besides the default one. Arguments go to `swift build`. No tests: those of the
# default set compile against the same declarations, since a trait changes none.
set -euo pipefail
cd "$(dirname "$0")/.."

echo "-- no traits"
swift build --disable-default-traits --scratch-path .build-no-traits "$@"

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
