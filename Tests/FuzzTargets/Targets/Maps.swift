import CairnMaps
import CairnRadio
import CairnTypes

extension Target {
  /// What a publisher of radio maps says, deltas of packs, and what a device remembers of both.
  static let maps = Target("Maps", maximumLength: 4096, seeds: { mapSeeds }) { bytes in
    sayings(bytes)
    remembered(bytes)
    deltas(bytes)
  }

  private static let mapSeeds: [(name: String, bytes: [UInt8])] = {
    let digest = String(repeating: "0a", count: 32)
    let file = #""bytes":9,"sha256":"\#(digest)""#
    let delta = #"{"base":"\#(digest)","file":"a.delta",\#(file)}"#
    let manifest =
      #"{"format":1,"name":"a","version":7,"made":"2026-11-30","pack":"a-7.pack",\#(file),"deltas":[\#(delta)]}"#
    let pack = #"{"version":7,"made":"2026-11-30","sha256":"\#(digest)","fingerprint":"ff"}"#
    let record =
      #"{"format":1,"name":"a","floor":7,"current":\#(pack),"previous":null,"proven":false,"refused":[\#(pack)]}"#
    var judge = PackJudge(of: 1, against: 2)
    for number in 0..<9 {
      let place = PackJudge.Place(Coordinate(latitude: Double(number), longitude: 8))
      judge.add(place, new: Double(number) * 30, old: 60, fixAccuracy: 4)
    }
    return [
      ("manifest", Array(manifest.utf8)), ("record", Array(record.utf8)),
      ("judge", judge.encoded), ("delta", ChangedPack.delta),
      ("steps", Array(ChangedPack.delta.dropFirst(ChangedPack.headLength))),
    ]
  }()
}

private func sayings(_ bytes: [UInt8]) {
  do throws(MapManifestError) {
    let manifest = try MapManifest(json: bytes)
    require((try? MapManifest(json: manifest.json)) == manifest, "a manifest not read as written")
    for name in [manifest.name, manifest.pack.name] + manifest.deltas.map(\.file.name) {
      require(
        !name.contains("/") && !name.hasPrefix(".") && !name.isEmpty, "a name that leads elsewhere")
    }
  } catch {
    require(!error.description.isEmpty, "an error without words")
  }
}

private func remembered(_ bytes: [UInt8]) {
  if let record = try? MapRecord(json: bytes) {
    require((try? MapRecord(json: record.json)) == record, "a record not read as written")
  }
  if let judge = PackJudge(decoding: bytes) {
    require(judge.encoded == bytes, "a judge that is not stored as it was read")
    require(judge.medianRatio > 0 && judge.medianRatio.isFinite, "a ratio that is none")
    _ = judge.verdict
  }
}

private func deltas(_ bytes: [UInt8]) {
  // As a delta; as the steps of one with a header that fits; and as changes of a pack, whose delta must make it.
  _ = patched(bytes)
  _ = patched(Array(ChangedPack.delta.prefix(ChangedPack.headLength)) + bytes)
  let changed = ChangedPack.bytes(Choices(bytes[...]))
  guard let delta = ChangedPack.delta(to: changed) else { return }
  require(patched(delta) == changed, "a delta that makes another pack")
}

/// What a delta makes of the pack; `nil` for an error.
private func patched(_ delta: [UInt8]) -> [UInt8]? {
  guard let base = try? RadioPack(SoundPack.bytes) else { return nil }
  do throws(PackDeltaError) {
    var patch = try PackPatch(try PackDelta(delta), to: base)
    var made: [UInt8] = []
    while let piece = try patch.next() {
      made += piece
      // A step makes one entry at most, of 15 bytes and its share of an index.
      require(made.count <= SoundPack.bytes.count + 16 * delta.count, "a pack that grows")
    }
    guard let header = patch.finish() else {
      require(false, "an end without a header")
      return nil
    }
    made.replaceSubrange(..<header.count, with: header)
    let sound: Void? = try? RadioPack(made).verify()
    require(sound != nil, "a pack that is none")
    return made
  } catch {
    require(!error.description.isEmpty, "an error without words")
    return nil
  }
}

/// `SoundPack` after changes.
private enum ChangedPack {
  /// Bytes of a delta before its steps.
  static let headLength = 44

  /// The delta to a pack with each kind of change.
  static let delta = delta(to: bytes(Choices([1, 0, 0, 2, 3, 0, 3, 9]))) ?? []

  static func delta(to changed: [UInt8]) -> [UInt8]? {
    guard let old = try? RadioPack(SoundPack.bytes), let new = try? RadioPack(changed) else {
      require(false, "a pack that cannot be opened")
      return nil
    }
    do throws(PackError) { return try PackDelta.bytes(from: old, to: new) } catch {
      require(false, "a pack that cannot be read: \(error)")
      return nil
    }
  }

  /// Leaves out, moves and adds access points as the choices say.
  static func bytes(_ choices: Choices) -> [UInt8] {
    var choices = choices
    var writer = RadioPackWriter(day: 20_001)
    do throws(PackError) {
      for number in 1...70 as ClosedRange<UInt64> {
        let place = Coordinate(latitude: Double(number), longitude: 0 - Double(number))
        let usual = 0x0400_0000_0000 + number * number
        switch choices.byte() & 7 {
        case 1: continue
        case 2:
          let moved = Coordinate(
            latitude: Double(choices.byte()) / 3 - 40, longitude: Double(choices.byte()))
          try add(usual, moved, &writer)
        case 3:
          try add(usual, place, &writer)
          try add(usual + 1 + UInt64(choices.byte() & 1), place, &writer)
        default: try add(usual, place, &writer)
        }
      }
    } catch {
      require(false, "a pack that cannot be written: \(error)")
    }
    var (bytes, header) = writer.finish()
    bytes.replaceSubrange(..<header.count, with: header)
    return bytes
  }

  private static func add(
    _ key: UInt64, _ place: Coordinate, _ writer: inout RadioPackWriter
  ) throws(PackError) {
    guard let bssid = BSSID(rawValue: key) else { return }
    try writer.add(bssid, KnownAccessPoint(coordinate: place, accuracy: 7))
  }
}
