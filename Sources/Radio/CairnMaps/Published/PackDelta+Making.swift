internal import CairnPacks
public import CairnRadio

extension PackDelta {
  /// Makes the delta that turns one pack into another.
  ///
  /// - Returns: its bytes; `nil` if they would be no fewer than those of the new pack.
  /// - Throws: the damage that prevents it.
  public static func bytes(
    from old: RadioPack, to new: RadioPack
  ) throws(PackError) -> [UInt8]? {
    var bytes = header(from: old, to: new)
    for section in PackSection.allCases {
      var steps = Steps(bytes: bytes)
      bytes = []
      var (before, after) = (old.cursor(section), new.cursor(section))
      var (left, right) = (try before.next(), try after.next())
      while left != nil || right != nil {
        guard steps.bytes.count < new.byteCount else { return nil }
        let (from, to) = (left?.key ?? .max, right?.key ?? .max)
        if let left, from < to { steps.remove(left.key) }
        if let right, to < from { steps.add(right.key, right.place) }
        if let left, let right, from == to { steps.keep(left.key, left.place, right.place) }
        if from <= to { left = try before.next() }
        if to <= from { right = try after.next() }
      }
      steps.end()
      bytes = steps.bytes
    }
    return bytes.count < new.byteCount ? bytes : nil
  }

  private static func header(from old: RadioPack, to new: RadioPack) -> [UInt8] {
    var bytes = magic
    bytes.append(pack: UInt64(version), length: 4)
    bytes.append(pack: UInt64(clamping: new.day ?? 0), length: 4)
    for section in PackSection.allCases {
      bytes.append(pack: UInt64(clamping: old.count(section)), length: 4)
      bytes.append(pack: UInt64(clamping: new.count(section)), length: 4)
    }
    bytes.append(pack: UInt64(CRC32C.checksum(of: bytes.span)), length: 4)
    return bytes
  }

  /// Writes the steps of one table.
  private struct Steps {
    var bytes: [UInt8]
    private var kept: UInt64 = 0
    private var lastKey: UInt64 = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func keep(_ key: UInt64, _ old: PackPlace, _ new: PackPlace) {
      lastKey = key
      guard old != new else { return kept &+= 1 }
      begin(.move)
      signed(new.latitudeCode &- old.latitudeCode)
      signed(new.longitudeCode &- old.longitudeCode)
      bytes.append(new.radiusCode)
    }

    mutating func remove(_ key: UInt64) {
      lastKey = key
      begin(.remove)
    }

    mutating func add(_ key: UInt64, _ place: PackPlace) {
      begin(.add)
      varint(key &- lastKey)
      lastKey = key
      bytes.append(pack: place.rawValue, length: PackPlace.encodedLength)
    }

    mutating func end() {
      kept = 0
      begin(.end)
    }

    private mutating func begin(_ step: Step) {
      varint(kept << 2 | step.rawValue)
      kept = 0
    }

    private mutating func signed(_ number: Int64) {
      varint(UInt64(bitPattern: number << 1 ^ number >> 63))
    }

    private mutating func varint(_ number: UInt64) {
      var rest = number
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(truncatingIfNeeded: rest))
    }
  }
}
