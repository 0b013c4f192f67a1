#!/usr/bin/env bash
# Compiles the codecs, the receiver logic, the filter and the delivery rules for Embedded Swift, for each triple that firmware uses.
#   embedded.sh [--unoptimized] [TRIPLE...]       TRIPLE: instead of all of them
set -euo pipefail
cd "$(dirname "$0")/../.."
export SWIFT_BACKTRACE=enable=no

# The code of one microcontroller is optimized, like firmware; for the others, and with --unoptimized, it is enough that the
# compiler accepts every line.
export optimized=armv7em-none-none-eabi
if [ "${1:-}" = --unoptimized ]; then
  optimized=
  shift
fi
triples=("$@")
if [ "${#triples[@]}" -eq 0 ]; then
  # The slowest builds first.
  triples=(riscv32-none-none-eabi armv7em-none-none-eabi x86_64-unknown-linux-gnu aarch64-none-none-elf)
fi

configuration() { # TRIPLE
  if [ "$1" = "$optimized" ]; then echo release; else echo debug; fi
}

compile() { # TRIPLE, TARGET
  # shellcheck disable=SC2046  # several flags
  timeout -k 10 900 swift build --triple "$1" -c "$(configuration "$1")" --target "$2" \
    --scratch-path ".build-embedded-$1" $(scripts/embedded-flags.sh) 2>&1
}

check() { # TRIPLE
  # CairnCore imports the types, the codecs, the receiver logic, the filter and the delivery rules, so that
  # its build compiles these too; nothing there imports CairnSensors or CairnWire. The
  # catalogue is large and does not depend on the processor: one unoptimized build represents all.
  local triple=$1 targets=(CairnCore CairnSensors CairnWire) target module output
  if [ "$triple" = riscv32-none-none-eabi ]; then targets+=(CairnCatalogue); fi
  for target in "${targets[@]}"; do
    if ! output=$(compile "$triple" "$target"); then
      printf '%s\n' "$output" >&2
      echo "embedded: $triple does not compile $target" >&2
      return 1
    fi
  done
  for module in CairnTypes CairnNMEA CairnUBX CairnRTCM CairnCASIC CairnReceiver CairnFusion \
    CairnUpdates "${targets[@]}"; do
    if [ ! -e ".build-embedded-$triple/$triple/$(configuration "$triple")/Modules/$module.swiftmodule" ]; then
      echo "embedded: $triple did not compile $module" >&2
      return 1
    fi
  done
  echo "embedded: $triple compiles"
}

# Each compiler uses one core, since whole modules are compiled at once.
export -f configuration compile check
printf '%s\0' "${triples[@]}" | xargs -0 -P "$(nproc)" -I TRIPLE bash -euo pipefail -c 'check TRIPLE'
