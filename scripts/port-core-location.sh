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
func locationManager\(.*\b(forRegion|inRegion|monitoringDidFailForRegion|didStartMonitoringForRegion|rangingBeaconsDidFailForRegion)\s+\w+\s*:	a delegate method has labels of Swift 1 or 2 and is never called	write its labels as the delegate has them: for region, in region, monitoringDidFailFor region
func locationManager\(.*didUpdateTo(Location)? .*from	a delegate method is obsolete and is never called	use locationManager(_:didUpdateLocations:)
\bstartMonitoringLocationPushes\b|\bCLLocationPushService	pushes for locations are used	there is no push service: leave it out
RULES
}

readonly inherited="a class inherits the delegate's conformance, and its own delegate method is never called"
readonly remedy_inherited="move the method to the class that states CLLocationManagerDelegate, which calls one that is overridden"

# Finds delegate methods of a class whose superclass is the delegate: Swift binds the superclass to the methods that
# it has itself. The first time a file is read, its types are noted; the second time, their methods are looked at.
inherited_methods() { # FILE...
  awk -v what="$inherited: $remedy_inherited" '
    FNR == 1 { second = FILENAME in read; read[FILENAME] = 1; type = "" }
    /^[ \t]*\/\// { next }
    /^[ \t]*([a-z@]+ )*(class|extension|struct|actor|enum) [A-Z]/ {
      list = $0
      isClass = list ~ /(^|[ \t])class [A-Z]/
      sub(/^.*(class|extension|struct|actor|enum) /, "", list)
      type = list
      sub(/[^A-Za-z0-9_].*/, "", type)
      sub(/^[A-Za-z0-9_]+(<[^>]*>)?[ \t]*:?/, "", list)
      sub(/[{].*/, "", list)
      if (!second && list ~ /CLLocationManagerDelegate/) conforms[type] = 1
      if (!second && isClass) { sub(/,.*/, "", list); gsub(/[ \t]/, "", list); parent[type] = list }
    }
    second && /func locationManager\(/ && !/override / && !(type in conforms) {
      ancestor = parent[type]
      for (steps = 0; ancestor != "" && steps < 50; steps++) {
        if (ancestor in conforms) { print FILENAME ":" FNR ": " what; break }
        ancestor = parent[ancestor]
      }
    }' "$@"
}

# Whether the line before asks for what the line needs.
is_conditional() { # FILE:LINE
  sed -n "$((${1##*:} - 1))p" "${1%:*}" | grep -qE '^ *#(if|elseif) .*canImport\('
}

lines_with_hindrances() { # FOLDER...
  local pattern what remedy place
  while IFS=$'\t' read -r pattern what remedy; do
    { grep -rnP --include='*.swift' -- "$pattern" "$@" || true; } | grep -vP '^[^:]*:\d+:\s*//' |
      sed -nE "s/^([^:]*:[0-9]+):.*/\\1/p" | while IFS= read -r place; do
      is_conditional "$place" || printf '%s: %s: %s\n' "$place" "$what" "$remedy"
    done || true
  done < <(rules)
}

mapfile -t files < <(grep -rlE --include='*.swift' 'CLLocationManagerDelegate|func locationManager\(|\bclass ' -- "$@" || true)
found=$(
  {
    lines_with_hindrances "$@"
    [ "${#files[@]}" -eq 0 ] || inherited_methods "${files[@]}" "${files[@]}"
  } | sort -t: -k1,1 -k2,2n
)
[ -n "$found" ] || exit 0
printf '%s\n' "$found"
exit 1
