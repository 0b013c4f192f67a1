import CairnGeocoding
import CairnPlaces
import CairnTypes

extension Target {
  /// Packs of places: as bytes, changed as the bytes say, and changed with checksums that are right.
  static let places = Target("Places", maximumLength: 8192, seeds: { placeSeeds }) { bytes in
    _ = judge(bytes)
    var changed = PlacePack.sound
    var choices = Choices(bytes[...])
    while !choices.isEmpty {
      let place = Int(choices.byte()) << 8 | Int(choices.byte())
      changed[place % changed.count] ^= choices.byte()
    }
    require(
      !judge(changed) || changed == PlacePack.sound, "damage to a pack that its checks do not find")
    _ = judge(PlacePack.changed(bytes))
    search(String(decoding: bytes.prefix(200), as: UTF8.self), in: PlacePack.sound)
    for kind in PlaceService.Kind.allCases { readAnswer(bytes, of: kind) }
  }

  private static let placeSeeds: [(name: String, bytes: [UInt8])] = [
    ("pack", PlacePack.sound), ("address", Array("서울 중구, Seoul 37.5N".utf8)),
    ("coordinate", Array("geo:33.5,126.5;u=3".utf8)), ("grid", Array("52S CG 21419 59624".utf8)),
    ("map", Array("52n 321419.766 4159624.398".utf8)),
    (
      "nominatim",
      Array(
        #"[{"lat":"1","lon":"2","name":"A","address":{"road":"B","country_code":"kr"}}]"#.utf8)
    ),
    (
      "photon",
      Array(
        #"{"features":[{"geometry":{"coordinates":[1,2]},"properties":{"name":"A","type":"city"}}]}"#
          .utf8)
    ), ("changes", [2, 0, 0, 9, 5, 1, 0, 3]),
  ]
}

/// Returns whether all of a pack is sound.
private func judge(_ bytes: [UInt8]) -> Bool {
  do throws(GeoPackError) {
    let gazetteer = try Gazetteer([try GeoPack(bytes)])
    for (latitude, longitude) in [(33.5, 126.5), (35.9, 128.1), (34.5, 123), (-17, 180), (90, 0)] {
      let place = Coordinate(latitude: latitude, longitude: longitude)
      let mark = try gazetteer.placemark(at: place, language: LanguageTag("ko"))
      require(mark?.formattedAddress.utf8.count ?? 0 < 10_000, "an address without an end")
    }
    for name in ["중구", "서울 중구", "Spring", "seoul"] {
      for mark in try gazetteer.placemarks(named: name) {
        require(mark.coordinate.isValid, "a place that is none")
      }
    }
    try gazetteer.packs[0].verify()
    return true
  } catch {
    require(!error.description.isEmpty, "an error without words")
    return false
  }
}

/// What a service answers is read, or refused in words.
private func readAnswer(_ bytes: [UInt8], of kind: PlaceService.Kind) {
  do throws(PlaceServiceError) {
    let marks = try PlaceAnswer.placemarks(json: bytes, of: kind)
    require(marks.count <= 50, "an answer without an end")
    for mark in marks {
      require(mark.coordinate.isValid, "a place that is none")
      require(mark.formattedAddress.utf8.count < 10_000, "an address without an end")
    }
  } catch {
    require(!error.description.isEmpty, "an error without words")
  }
}

private func search(_ address: String, in bytes: [UInt8]) {
  do throws(GeoPackError) {
    let gazetteer = try Gazetteer([try GeoPack(bytes)])
    for mark in try gazetteer.placemarks(named: address, language: LanguageTag(address)) {
      require(mark.coordinate.isValid, "a place that is none")
    }
  } catch {
    require(false, "a sound pack that is refused: \(error)")
  }
}

/// A pack with areas and places of all kinds.
enum PlacePack {
  private static let headerLength = 300
  private static let blockSize = 128

  static let sound: [UInt8] = {
    func square(_ south: Double, _ west: Double, _ size: Double) -> [Coordinate] {
      [(0, 0), (0, size), (size, size), (size, 0)].map {
        Coordinate(latitude: south + $0.0, longitude: west + $0.1)
      }
    }
    var writer = GeoPackWriter(day: 20_000)
    do throws(GeoPackWriter.Failure) {
      writer.addSource("Nobody")
      let names = [LocalName("Korea"), LocalName("대한민국", LanguageTag("ko"))]
      let country = try writer.add(
        GeoArea(.country, countryCode: "KR", names: names), rings: [square(33, 126, 3)])
      try writer.add(GeoArea(.sea, names: [LocalName("Sea")]), rings: [square(30, 120, 6)])
      try writer.add(GeoArea(.lake, names: [LocalName("Lake")]), rings: [square(34, 127, 1)])
      let city = try writer.add(
        GeoArea(
          .division, level: 1, parent: country, countryCode: "KR", code: "KR-11",
          names: [LocalName("서울특별시")]))
      let part = GeoArea(
        .division, level: 2, parent: city, countryCode: "KR", names: [LocalName("중구")])
      try writer.add(part, rings: [square(33, 126, 1)])
      for number in 0..<70 {
        let place = Coordinate(latitude: 33 + Double(number) / 50, longitude: 126.5)
        try writer.add(
          GeoPlace(
            at: place, names: [LocalName(number == 0 ? "Seoul" : "Spring \(number)")], area: city,
            timeZone: "Asia/Seoul", population: number))
      }
      return try writer.finish()
    } catch {
      require(false, "a pack that cannot be written: \(error)")
      return []
    }
  }()

  /// Returns the pack with bytes of its sections changed, or sections cut, as an input says, and with
  /// checksums that are right.
  static func changed(_ input: [UInt8]) -> [UInt8] {
    var sections = self.sections
    var choices = Choices(input[...])
    while !choices.isEmpty {
      let section = Int(choices.byte()) % sections.count
      let place = Int(choices.byte()) << 8 | Int(choices.byte())
      let byte = choices.byte()
      guard !sections[section].isEmpty else { continue }
      if byte == 0 {
        sections[section].removeLast(place % sections[section].count)
      } else {
        sections[section][place % sections[section].count] ^= byte
      }
    }
    return packed(sections)
  }

  /// The contents of the sound pack's sections.
  static let sections: [[UInt8]] = (0..<11).map { number in
    let (start, length) = (value(24 + number * 24), value(32 + number * 24))
    return Array(sound[start..<start + length])
  }

  /// Returns a pack of other contents, with checksums that are right.
  static func packed(_ sections: [[UInt8]]) -> [UInt8] {
    let sums = sections.map { section in
      stride(from: 0, to: section.count, by: blockSize).flatMap { start in
        number(checksum(section[start..<min(section.count, start + blockSize)]), 4)
      }
    }
    var offsets = sections.map { _ in 0 }
    var body = Array(sums.joined())
    // As the pack has them.
    for section in (0..<sections.count).sorted(by: { value(24 + $0 * 24) < value(24 + $1 * 24) }) {
      offsets[section] = headerLength + body.count
      body += sections[section]
    }
    var table: [UInt8] = []
    for (section, offset) in offsets.enumerated() {
      table += number(offset, 8) + number(sections[section].count, 8)
      table += number(checksum(sums[section][...]), 8)
    }
    var header = Array(sound[..<16]) + number(headerLength + body.count, 8) + table
    header += [UInt8](repeating: 0, count: headerLength - 4 - header.count)
    return header + number(checksum(header[...]), 4) + body
  }

  private static func value(_ at: Int) -> Int {
    sound[at..<at + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  static func number(_ number: Int, _ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// CRC-32C, one bit after the other.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> Int {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 != 0 ? 0x82F6_3B78 : 0) }
    }
    return Int(~crc)
  }
}
