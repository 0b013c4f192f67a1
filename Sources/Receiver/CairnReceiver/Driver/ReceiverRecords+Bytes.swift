internal import CairnTypes
internal import CairnUBX

// Records as bytes: a mark, the version, a checksum of the rest, and the rest.

extension ReceiverRecords {
  private static let mark: [UInt8] = [0x43, 0x72, 0x6E, 1]
  private static let head = 8

  /// The records as bytes, to be stored.
  public var encoded: [UInt8] {
    var body = RecordWriter()
    body.flag(place != nil)
    if let place {
      body.real(place.coordinate.latitude)
      body.real(place.coordinate.longitude)
      body.real(place.ellipsoidalAltitude ?? .nan)
      body.number(UInt64(bitPattern: place.time.nanosecondsSince1970), 8)
    }
    body.number(UInt64(receivers.count), 1)
    for receiver in receivers { receiver.write(to: &body) }
    var whole = RecordWriter(Self.mark)
    whole.number(UInt64(recordSum(body.bytes[...])), 4)
    return whole.bytes + body.bytes
  }

  /// Decodes stored records; empty if the bytes are damaged or of another version.
  public init(decoding bytes: [UInt8]) {
    self.init()
    guard bytes.count > Self.head, bytes.starts(with: Self.mark) else { return }
    var head = RecordReader(bytes[4..<Self.head])
    let body = bytes[Self.head...]
    guard head.number(4) == UInt64(recordSum(body)) else { return }
    var reader = RecordReader(body)
    if let records = Self.read(&reader), reader.isAtEnd { self = records }
  }

  private static func read(_ reader: inout RecordReader) -> ReceiverRecords? {
    var records = ReceiverRecords()
    guard let hasPlace = reader.flag() else { return nil }
    if hasPlace {
      guard let latitude = reader.real(), let longitude = reader.real(),
        let altitude = reader.real(), let time = reader.number(8)
      else { return nil }
      let coordinate = Coordinate(latitude: latitude, longitude: longitude)
      guard coordinate.isValid, altitude.isNaN || altitude.magnitude < 100_000 else { return nil }
      records.place = Place(
        coordinate, ellipsoidalAltitude: altitude.isNaN ? nil : altitude,
        at: Timestamp(nanosecondsSince1970: Int64(bitPattern: time)))
    }
    guard let count = reader.number(1), count <= limit else { return nil }
    for _ in 0..<count {
      guard let receiver = ReceiverRecord(&reader) else { return nil }
      records.receivers.append(receiver)
    }
    return records
  }
}

extension ReceiverRecord {
  func write(to writer: inout RecordWriter) {
    writer.number(UInt64(identity.dialect.rawValue), 1)
    writer.text(identity.model?.raw)
    writer.text(identity.hardwareVersion?.raw)
    writer.text(identity.firmware?.raw)
    writer.number(UInt64(identity.ubxProtocolVersion ?? 0), 2)
    writer.block(identity.uniqueID, width: 1)
    writer.number(UInt64(baudRate ?? 0), 4)
    writer.number(UInt64(missingMemories.rawValue), 1)
    writer.number(UInt64(reuses), 1)
    writer.number(UInt64(refused.count), 1)
    for wish in refused {
      writer.number(UInt64(wish.key.rawValue), 4)
      writer.number(wish.value.bits, 8)
      writer.flag(wish.reason == .unsupported)
    }
    writer.block(database, width: 4)
  }

  init?(_ reader: inout RecordReader) {
    guard let dialect = reader.number(1).flatMap({ CommandDialect(rawValue: UInt8($0)) }),
      let model = reader.text(), let hardware = reader.text(), let firmware = reader.text(),
      let version = reader.number(2), let uniqueID = reader.block(width: 1),
      let baudRate = reader.number(4), let memories = reader.number(1),
      let reuses = reader.number(1), let count = reader.number(1), !uniqueID.isEmpty,
      count <= Self.refusalLimit
    else { return nil }
    self.init(ReceiverIdentity(dialect: dialect))
    identity.model = model.isEmpty ? nil : ForeignText(model)
    identity.hardwareVersion = hardware.isEmpty ? nil : ForeignText(hardware)
    identity.firmware = firmware.isEmpty ? nil : ForeignText(firmware)
    identity.ubxProtocolVersion = version == 0 ? nil : UInt16(version)
    identity.uniqueID = [UInt8](uniqueID)
    self.baudRate = baudRate == 0 ? nil : UInt32(baudRate)
    missingMemories = ConfigurationLayers(rawValue: UInt8(memories))
    self.reuses = UInt8(reuses)
    for _ in 0..<count {
      guard let key = reader.number(4), let bits = reader.number(8),
        let isUnsupported = reader.flag(),
        let value = ConfigurationValue(ConfigurationKey(rawValue: UInt32(key)), bits)
      else { return nil }
      refused.append(RefusedWish(value, isUnsupported ? .unsupported : .refused))
    }
    guard let database = reader.block(width: 4), database.count <= Self.databaseLimit else {
      return nil
    }
    self.database = [UInt8](database)
  }
}
