#!/usr/bin/env bash
# Builds the one module that asks for a trait without it: CairnLinux without libudev. Arguments are passed to `swift build`.
# That a program links and runs so is shown by the static example (Examples/run), and that no other module asks for a
# trait by layering.py. A package that uses the library without the commands must fetch nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."
swift build --disable-default-traits --scratch-path .build-no-traits --target CairnLinux "$@"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/Sources/User"
echo 'import Cairn' >"$work/Sources/User/User.swift"
cat >"$work/Package.swift" <<END
// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "User",
  dependencies: [.package(path: "$PWD", traits: ["Udev"])],
  targets: [.target(name: "User", dependencies: [.product(name: "Cairn", package: "$(basename "$PWD")")])])
END
found=$(swift package --package-path "$work" show-dependencies --format flatlist)
if [ "$(wc -l <<<"$found")" != 1 ]; then
  echo "traits: without the commands, a program needs: $found" >&2
  exit 1
fi
