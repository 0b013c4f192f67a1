#!/usr/bin/env bash
# Finds what keeps sources written for Core Location and MapKit from working with CoreLocationCompat
# and MapKitCompat: what does not compile on Linux, and what compiles but is never called. Prints a
# line for each: FILE:LINE: WHAT: REMEDY.
#   port-core-location.sh FOLDER...
# Exit code: 0 if nothing was found, 1 if something was, 64 for wrong arguments, 66 if the checkout
# that this script belongs to is not there: it says which symbols exist.
#
#   scripts/port-core-location.sh Sources
#   scripts/port-core-location.sh ~/projects/tracker/Sources | cut -d: -f1 | sort | uniq -c
#
# It reads lines, not Swift: a string may be found as well. It skips folders named .build, and what
# #if excludes on Linux, such as everything between #if canImport(UIKit) and #endif. canImport is
# taken to be false for modules that are unknown here, and undecided for CoreLocation, MapKit and
# Contacts, because -module-alias makes it true for them.
set -euo pipefail
shopt -s inherit_errexit
# Bytes: sources need not be valid UTF-8.
export LC_ALL=C
readonly self=$0
root=$(dirname "$(readlink -f "$0")")/..
readonly root table=$root/docs/CORE-LOCATION.md

usage() { sed -nE '2,/^set /{ /^set /d; s/^# ?//p; }' "$self"; }
fail() { # STATUS MESSAGE
  echo "port-core-location: $2" >&2
  exit "$1"
}

case "${1:-}" in
  -h | --help) usage && exit 0 ;;
  '' | -*) usage >&2 && exit 64 ;;
esac
for folder in "$@"; do
  [ -e "$folder" ] || fail 64 "$folder does not exist"
done
for needed in "$table" "$root"/Sources/Apple/{MapKitCompat,ContactsCompat}; do
  [ -e "$needed" ] || fail 66 "$needed does not exist: run the script in its checkout"
done
scratch=$(mktemp -d)
readonly scratch
trap 'rm -r "$scratch"' EXIT

# ---- What Linux compiles ----

# Prints FILE:LINE, a tab and the text of each line that is compiled on Linux, without comments. The
# head of a delegate's method becomes one line.
statements=$(
  cat <<'AWK'
  function holds_fact(fact) {
    if (fact ~ /^!/) return yes - holds_fact(substr(fact, 2))
    if (fact == "os(Linux)") return yes
    if (fact ~ /^os\([A-Za-z]+\)$/ || fact ~ /^targetEnvironment\(/) return no
    if (fact !~ /^canImport\([^()]*\)$/) return unknown
    sub(/^canImport\(/, "", fact)
    sub(/[.,)].*/, "", fact)
    if (fact ~ /^(CoreLocation|MapKit|Contacts)$/) return unknown
    return fact ~ onLinux ? yes : no
  }
  # Three-valued: "and" is the least of the facts, "or" the greatest.
  function holds(condition,    terms, facts, count, number, i, j, term, value, result) {
    gsub(/[ \t]/, "", condition)
    result = no
    count = split(condition, terms, /\|\|/)
    for (i = 1; i <= count; i++) {
      term = yes
      number = split(terms[i], facts, /&&/)
      for (j = 1; j <= number; j++) {
        value = holds_fact(facts[j])
        if (value < term) term = value
      }
      if (term > result) result = term
    }
    return result
  }
  # Begins a branch of the innermost #if.
  function branch(value) {
    isOut[depth] = isOut[depth - 1] || value == no || taken[depth] == yes
    if (value > taken[depth]) taken[depth] = value
  }
  function is_open(text) { return gsub(/\(/, "(", text) > gsub(/\)/, ")", text) }
  BEGIN {
    no = 0; unknown = 1; yes = 2
    onLinux = "^(Foundation.*|Glibc|Dispatch|Synchronization|Observation|Crypto|Logging|NIO.*"
    onLinux = onLinux "|Cairn.*|.*Compat)$"
  }
  FNR == 1 { depth = 0; isOut[0] = 0; inComment = 0; head = "" }
  inComment { if (/\*\//) inComment = 0; next }
  /^[ \t]*\/\*/ { if (!/\*\//) inComment = 1; next }
  {
    text = $0
    sub(/\r$/, "", text)
    for (start = 1; (offset = index(substr(text, start), "//")); start += offset + 1) {
      code = substr(text, 1, start + offset - 2)
      # After an odd number of quotes, it stands in a string, such as an address.
      if (gsub(/"/, "\"", code) % 2 == 0) { text = code; break }
    }
  }
  text ~ /^[ \t]*$/ { next }
  text ~ /^[ \t]*#(if|elseif|else|endif)/ {
    condition = text
    sub(/^[ \t]*#[a-z]+/, "", condition)
    isShown = 0
    if (text ~ /#if/) {
      taken[++depth] = no
      isShown = !isOut[depth - 1]
      branch(holds(condition))
    } else if (depth > 0) {
      isShown = !isOut[depth - 1] && taken[depth] != yes && text ~ /#elseif/
      if (text ~ /#endif/) depth--
      else branch(text ~ /#else$|#else[^i]/ ? yes : holds(condition))
    }
    if (isShown) print FILENAME ":" FNR "\t" text
    next
  }
  isOut[depth] { next }
  head != "" {
    head = head " " text
    if (!is_open(head) || ++joined == 20) { print place "\t" head; head = "" }
    next
  }
  text ~ /func (locationManager|mapView)[A-Za-z]*\(/ && is_open(text) {
    head = text; place = FILENAME ":" FNR; joined = 0
    next
  }
  { print FILENAME ":" FNR "\t" text }
AWK
)
readonly statements

# ---- What is found by a regular expression ----

rule() { # WHAT REMEDY PATTERN
  printf '%s\t%s\t%s\n' "$3" "$1" "$2"
}

# An import, up to the module's name, and what may precede the name.
import='^\s*(?:@\w+(?:\([^)]*\))?\s+|(?:public|package|internal|fileprivate|private)\s+)*import\s+'
kind='(?:(?:typealias|struct|class|enum|protocol|let|var|func)\s+)?'
readonly import kind

framework() { # REMEDY MODULE...
  local IFS='|'
  rule "a framework that Linux does not have is imported" "$1" "$import$kind(?:${*:2})\\b"
}

# The article on CoreLocationCompat has the same words.
frameworks() {
  framework "for CryptoKit, use Crypto of the package swift-crypto" CryptoKit CommonCrypto
  framework "for Network, use the package swift-nio" Network
  framework "for logs, use the package swift-log; for locks, Mutex of Synchronization" os OSLog
  framework "for Combine, use AsyncSequence" Combine
  framework "for numbers such as CGFloat and CGPoint, import Foundation" CoreGraphics
  framework "for functions of C, import Glibc" Darwin
  framework "for beacons, use startRangingBeacons(satisfying:)" CoreBluetooth
  framework "nobody is asked for permission: leave the button out" CoreLocationUI
  framework "put the import and its use into #if canImport(…)" \
    Accelerate Accessibility Accounts ActivityKit AddressBook AdServices AdSupport AppIntents \
    AppKit AppTrackingTransparency ARKit AudioToolbox AuthenticationServices AVFAudio \
    AVFoundation AVKit BackgroundTasks CallKit CarPlay CFNetwork Charts ClockKit CloudKit Cocoa \
    Compression ContactsUI CoreAudio CoreData CoreHaptics CoreImage CoreMedia CoreMIDI CoreML \
    CoreMotion CoreNFC CoreServices CoreSpotlight CoreTelephony CoreText CoreVideo CoreWLAN \
    CryptoTokenKit DeviceActivity DeviceCheck EventKit EventKitUI ExternalAccessory \
    FamilyControls GameController GameKit GameplayKit GLKit GroupActivities HealthKit HomeKit \
    ImageIO Intents IntentsUI IOKit JavaScriptCore LinkPresentation LocalAuthentication \
    MediaPlayer Messages MessageUI Metal MetalKit MetricKit MobileCoreServices \
    MultipeerConnectivity NaturalLanguage NearbyInteraction NetworkExtension NotificationCenter \
    ObjectiveC PassKit PDFKit PencilKit Photos PhotosUI PushKit QuartzCore QuickLook RealityKit \
    ReplayKit SafariServices SceneKit Security SensorKit ServiceManagement ShazamKit simd \
    SoundAnalysis Speech SpriteKit StoreKit SwiftData SwiftUI SystemConfiguration TipKit UIKit \
    UniformTypeIdentifiers UserNotifications UserNotificationsUI VideoToolbox Vision VisionKit \
    WatchConnectivity WatchKit WeatherKit WebKit WidgetKit WorkoutKit XPC
}

# The article has the same words.
rules() {
  local systems='iOS|macOS|OSX|watchOS|tvOS|visionOS'
  local types='CLLocationManager!|\[AnyObject\]|CLRegion!|\bNSError\b|\[CLLocation\]!'
  local manager='\s*[A-Za-z]\w*\s*:\s*CLLocationManager\b'
  local labels='forRegion|inRegion|monitoringDidFailForRegion|didStartMonitoringForRegion'
  labels+='|rangingBeaconsDidFailForRegion|didChangeAuthorizationStatus'
  rule "a part of the module is imported" \
    "import the whole module" \
    "$import(MapKit|Contacts)\\."
  rule "code is compiled for Apple's systems alone" \
    "ask #if canImport(CoreLocation), or add os(Linux)" \
    '^\s*#(if|elseif)\b(?!.*\b(Linux|canImport)\b).*(?<!!)\bos\(('"$systems"')\)'
  rule "Objective-C is used" \
    "leave out @objc, and pass a closure instead of a selector" \
    '@objc\b|#selector\(|@NSManaged|@IBOutlet|@IBAction|\bautoreleasepool\b|\bSelector\b'
  rule "Combine is used, which MapKit imports" \
    "use @Observable of Observation" \
    '@Published\b|\bObservableObject\b'
  rule "a part of Foundation is used that Linux does not have" \
    "use Duration.formatted(), 1_000_000_000, addObserver(forName:object:queue:using:)" \
    '\bDateComponentsFormatter\b|\bNSEC_PER_SEC\b|\.notifications\(named:'
  rule "a property is observed" \
    "use the delegate, or CLLocationUpdate.liveUpdates()" \
    '\.observe\(\\\.|addObserver\([^)]*forKeyPath|observeValue\(forKeyPath|@objc dynamic'
  rule "a delegate method has types of Swift 1 or 2 and is never called" \
    "write its types without ! and with [CLLocation], CLRegion, any Error" \
    'func locationManager\w*\(.*('"$types"')'
  rule "a delegate method has labels of Swift 1 or 2 and is never called" \
    "write the delegate's labels: _ manager, for region, in region, monitoringDidFailFor region" \
    'func locationManager\w*\(('"$manager"'|.*\b('"$labels"')\s+\w+\s*:)'
  rule "a delegate method is obsolete and is never called" \
    "use locationManager(_:didUpdateLocations:)" \
    'func locationManager\(.*didUpdateTo(Location)?\s.*\bfrom'
  rule "a delegate method of a map is never called" \
    "the map only tells that its region changes: put the method into #if !os(Linux)" \
    'func mapView\w*\(\s*_\s*\w*\s*:\s*MKMapView\b(?!.*\bregion(Will|Did)ChangeAnimated\b)'
  rule "the map is used as a view" \
    "leave out frame, level and edgePadding" \
    '\bMKMapView\(frame:|\.addOverlays?\(.*\blevel:|\.setVisibleMapRect\(.*\bedgePadding:'
}

# The symbols that the table says are not there, as rules. An overload is told by a label that the
# others lack. Properties are left out: a name such as `center` does not say whose it is.
absent_symbols() {
  awk -F ' *[|] *' -v OFS='\t' '
    !/^\| `/ { next }
    {
      symbol = $2
      gsub(/`/, "", symbol)
      isCall = split(symbol, parts, /[()]/) > 1
      count = split(parts[1], names, /\./)
      owner = names[1]; name = names[count]
      # Of initializers, only those of one type are overloads.
      key = name == "init" ? owner : name
    }
    $3 != "no" {
      present[key] = 1
      count = split(parts[2], labels, /:/)
      for (i = 1; isCall && i <= count; i++) hasLabel[key, labels[i]] = 1
      next
    }
    owner ~ /Delegate$/ || (!isCall && name != owner) { next }
    {
      absent[++last] = key; reasons[last] = $4
      isInit[last] = name == "init"
      list[last] = isCall ? parts[2] : ""
      gsub(/`/, "", reasons[last])
    }
    END {
      for (n = 1; n <= last; n++) {
        key = absent[n]
        what = key " is not in CoreLocationCompat"
        if (!(key in present) && !isInit[n]) {
          print "\\b" key "\\b", what, reasons[n]
          continue
        }
        count = split(list[n], labels, /:/)
        for (i = 1; i < count && ((key, labels[i]) in hasLabel); i++) {}
        if (i >= count) continue
        sub(/ is/, " with " labels[i] " is", what)
        print "\\b(" key (isInit[n] ? "|init" : "") ")\\(.*\\b" labels[i] ":", what, reasons[n]
      }
    }' "$table"
}

# ---- Findings, as NUMBER, a tab, and WHAT: REMEDY; the number is that of the statement ----

matches() {
  local pattern what remedy numbers number
  while IFS=$'\t' read -r pattern what remedy; do
    # 1 is the status of grep without a match.
    numbers=$(grep -anP -- "$pattern" "$scratch/texts" | cut -d: -f1) || [ $? -eq 1 ]
    for number in $numbers; do printf '%s\t%s: %s\n' "$number" "$what" "$remedy"; done
  done < <(frameworks; rules; absent_symbols)
}

# Finds delegate methods of a class whose superclass is the delegate: Swift binds the superclass to
# the methods that it has itself. The first pass notes the types, the second looks at the methods.
inherited_methods() {
  local what remedy
  what="a class inherits the delegate's conformance, and its own delegate method is never called"
  remedy="move the method to the class that states CLLocationManagerDelegate, which calls one that"
  remedy+=" is overridden"
  awk -v what="$what: $remedy" '
    FNR == 1 { second = NR > 1 }
    !/(class|extension|struct|actor|enum) |func locationManager/ { next }
    { file = $0; sub(/:[0-9]*\t.*/, "", file); sub(/^[^\t]*\t/, "") }
    file != last { last = file; type = "" }
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
        if (ancestor in conforms) { print FNR "\t" what; break }
        ancestor = parent[ancestor]
      }
    }' "$scratch/statements" "$scratch/statements"
}

# Finds names of a framework that its product does not have, in files that import it: those with its
# prefix, and the members. What the sources declare themselves is theirs.
absent_names() { # FRAMEWORK PREFIX [MEMBER...]
  {
    grep -rhv --include='*.swift' '^ *//' "$root/Sources/Apple/$1Compat" | grep -oE '\w+'
    grep -aoE "\b(class|struct|enum|protocol|actor|typealias|func|let|var) +$2[A-Z]\w*" "$scratch/texts" |
      sed 's/.* //' || true
  } | sort -u >"$scratch/names"
  awk -F '\t' -v product="$1Compat" -v prefix="^$2[A-Z][a-z]" -v members="${*:3}" \
    -v import="(^|[ \t])import +([a-z]+ +)?$1(Compat)?([^A-Za-z0-9_]|\$)" '
    BEGIN { for (n = split(members, list, " "); n > 0; n--) isMember[list[n]] = 1 }
    FILENAME == ARGV[1] { isThere[$0] = 1; next }
    { file = $1; sub(/:[0-9]*$/, "", file); rest = substr($0, length($1) + 2) }
    rest ~ import { importing = file }
    file != importing { next }
    {
      split("", seen)
      while (match(rest, /[A-Za-z_][A-Za-z0-9_]*/)) {
        name = substr(rest, RSTART, RLENGTH)
        isDotted = RSTART > 1 && substr(rest, RSTART - 1, 1) == "."
        rest = substr(rest, RSTART + RLENGTH)
        if (name in isThere || name in seen) continue
        if (name !~ prefix && !(isDotted && name in isMember)) continue
        seen[name] = 1
        print FNR "\t" name " is not in " product ": put its use into #if !os(Linux)"
      }
    }' "$scratch/names" "$scratch/statements"
}

findings() {
  matches
  inherited_methods
  absent_names Contacts CN
  absent_names MapKit MK dequeueReusableAnnotationView deselectAnnotation insertOverlay \
    isPitchEnabled isRotateEnabled isScrollEnabled isZoomEnabled mapType openInMaps openMaps \
    pointOfInterestFilter preferredConfiguration regionThatFits selectAnnotation \
    selectedAnnotations setCamera setUserTrackingMode showAnnotations showsBuildings showsCompass \
    showsPointsOfInterest showsScale showsTraffic userLocation userTrackingMode
}

find -H "$@" -name .build -prune -o -type f -name '*.swift' -print0 |
  xargs -0r awk "$statements" >"$scratch/statements"
[ -s "$scratch/statements" ] || exit 0
cut -f2- "$scratch/statements" >"$scratch/texts"
found=$(
  findings | awk -F '\t' '
    FILENAME == ARGV[1] { place[FNR] = $1; next }
    { print place[$1] ": " $2 }' "$scratch/statements" - | sort -t: -k1,1 -k2,2n
)
[ -n "$found" ] || exit 0
printf '%s\n' "$found"
exit 1
