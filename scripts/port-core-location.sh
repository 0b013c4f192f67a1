#!/usr/bin/env bash
# Finds what keeps sources written for Core Location from working with CoreLocationCompat: what does not compile
# on Linux, and what compiles but is never called. One line for each: FILE:LINE: WHAT: REMEDY.
#   port-core-location.sh FOLDER...
# Exit code: 0 if nothing was found, 1 if something was, 64 for wrong arguments.
#
#   scripts/port-core-location.sh Sources
#   scripts/port-core-location.sh ~/projects/tracker/Sources | cut -d: -f1 | sort | uniq -c
#
# It reads lines, not Swift: a comment at the end of a line, or a string, may be found as well.
set -euo pipefail
readonly self=$0

usage() { sed -nE '2,/^set /{ /^set /d; s/^# ?//p; }' "$self"; }

case "${1:-}" in
  -h | --help) usage && exit 0 ;;
  '' | -*) usage >&2 && exit 64 ;;
esac
for folder in "$@"; do
  [ -e "$folder" ] || { echo "port-core-location: $folder does not exist" >&2; exit 64; }
done

# A regular expression, what it finds, and what to do, separated by tabs. The article on CoreLocationCompat has the
# last two as well.
rules() {
  cat <<'RULES'
^\s*(@\w+ |public |internal )*import (MapKit|Contacts)\.	a part of the module is imported	import the whole module
^\s*(@\w+ |public |internal )*import (UIKit|AppKit|SwiftUI|WatchKit|Combine|CoreMotion|CoreBluetooth|CoreData|os)\b	a framework that Linux does not have is imported	put the import and its use into #if canImport(…)
^\s*#(if|elseif) (?!.*\bLinux\b).*(?<!!)\bos\((iOS|macOS|OSX|watchOS|tvOS|visionOS)\)	code is compiled for Apple's systems alone	ask #if canImport(CoreLocation), or add os(Linux)
@objc\b|#selector\(|@NSManaged|@IBOutlet|@IBAction	Objective-C is used	leave out @objc, and pass a closure instead of a selector
\.observe\(\\\.|addObserver\([^)]*forKeyPath|observeValue\(forKeyPath|@objc dynamic	a property is observed	use the delegate, or CLLocationUpdate.liveUpdates()
func locationManager\(.*(CLLocationManager!|\[AnyObject\]|CLRegion!|NSError!|\[CLLocation\]!)	a delegate method has types of Swift 1 or 2 and is never called	write its types without ! and with [CLLocation], CLRegion, any Error
func locationManager\(.*didUpdateTo(Location)? .*from	a delegate method is obsolete and is never called	use locationManager(_:didUpdateLocations:)
\bstartMonitoringLocationPushes\b|\bCLLocationPushService	pushes for locations are used	there is no push service: leave it out
RULES
}

# Whether the line before asks for what the line needs.
is_conditional() { # FILE:LINE
  sed -n "$((${1##*:} - 1))p" "${1%:*}" | grep -qE '^ *#(if|elseif) .*canImport\('
}

found=$(
  while IFS=$'\t' read -r pattern what remedy; do
    { grep -rnP --include='*.swift' -- "$pattern" "$@" || true; } | grep -vP '^[^:]*:\d+:\s*//' |
      sed -nE "s/^([^:]*:[0-9]+):.*/\\1/p" | while IFS= read -r place; do
      is_conditional "$place" || printf '%s: %s: %s\n' "$place" "$what" "$remedy"
    done || true
  done < <(rules) | sort -t: -k1,1 -k2,2n
)
[ -n "$found" ] || exit 0
printf '%s\n' "$found"
exit 1
