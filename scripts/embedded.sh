#!/usr/bin/env bash
# Compiles the codecs and the receiver logic for Embedded Swift, for each triple that firmware uses.
# Arguments, if any, replace the triples.
set -euo pipefail
cd "$(dirname "$0")/.."
export SWIFT_BACKTRACE=enable=no

triples=("$@")
if [ "${#triples[@]}" -eq 0 ]; then
  triples=(x86_64-unknown-linux-gnu armv7em-none-none-eabi riscv32-none-none-eabi aarch64-none-none-elf)
fi

compile() { # TRIPLE, TARGET
  timeout -k 10 600 swift build --triple "$1" -c release --target "$2" \
    --scratch-path ".build-embedded-$1" \
    -Xswiftc -enable-experimental-feature -Xswiftc Embedded -Xswiftc -wmo \
    -Xswiftc -Xfrontend -Xswiftc -function-sections \
    -Xswiftc -warnings-as-errors --explicit-target-dependency-import-check error 2>&1
}

for triple in "${triples[@]}"; do
  # CairnReceiver imports CairnTypes and the three codecs, so that its build compiles these too. The
  # catalogue is large and knows no processor: one microcontroller stands for all.
  targets=(CairnReceiver)
  if [ "$triple" = armv7em-none-none-eabi ]; then targets+=(CairnCatalogue); fi
  for target in "${targets[@]}"; do
    if ! output=$(compile "$triple" "$target"); then
      printf '%s\n' "$output" >&2
      echo "embedded: $triple does not compile $target" >&2
      exit 1
    fi
  done
  for module in CairnTypes CairnNMEA CairnUBX CairnRTCM "${targets[@]}"; do
    if [ ! -e ".build-embedded-$triple/$triple/release/Modules/$module.swiftmodule" ]; then
      echo "embedded: $triple did not compile $module" >&2
      exit 1
    fi
  done
  echo "embedded: $triple compiles"
done
