#!/usr/bin/env bash
# House rules that no compiler checks.
set -euo pipefail
cd "$(dirname "$0")/.."
failed=0
complain() {
  echo "layering: $1" >&2
  failed=1
}

# _GNU_SOURCE changes fd_set and breaks sanitizer builds at random; the shim declares the functions it needs by hand.
if hits=$(grep -rnE '#[[:space:]]*define[[:space:]]+_GNU_SOURCE|-D[[:space:]]*_GNU_SOURCE' \
  Sources Package.swift); then
  complain "_GNU_SOURCE must not be defined: $hits"
fi

# Module names are global in a program: this one would shadow code that says `import CoreLocation`.
if hits=$(grep -nE '"CoreLocation"' Package.swift) || [ -e Sources/CoreLocation ]; then
  complain "no module may be named CoreLocation: ${hits:-Sources/CoreLocation}"
fi

# The pure core: no Foundation, no libc, no tasks' clocks.
core=(CairnTypes CairnJSON CairnGeodesy CairnNMEA CairnUBX CairnRTCM CairnCASIC CairnCatalogue CairnReceiver)
core+=(CairnDBus CairnHAL CairnFusion CairnSensors CairnUpdates CairnGPSD CairnRadio CairnModem CairnGeoid CairnPacks)
core+=(CairnGeocoding)
for module in "${core[@]}"; do
  if hits=$(grep -rnE 'import +(Foundation|FoundationEssentials|Glibc|Musl|Dispatch|Synchronization)\b' \
    "Sources/$module"); then
    complain "$module is pure and must not import this: $hits"
  fi
done

# Every library module stays free of Foundation, which costs a program that links it tens of megabytes.
# The exceptions are CairnProfiles, which reads files through Yams and so depends on it, and three modules that are
# bridges to it; no other module imports these.
if hits=$(grep -rnE 'import +Foundation(Essentials|Networking|XML|Internationalization)?\b' Sources \
  --include='*.swift' | grep -vE '^Sources/(cairn|hw-profile|CairnProfiles|CairnFoundation|ContactsCompat|CoreLocationCompat|MapKitCompat)/'); then
  complain "no library module imports Foundation: $hits"
fi

# Top-level code is main-actor isolated and crashes when C calls its closures.
if hits=$(find Sources Examples Benchmarks -name main.swift -not -path '*/.build*' 2>/dev/null | grep .); then
  complain "use @main instead of main.swift: $hits"
fi

exit "$failed"
