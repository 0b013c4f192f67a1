import CairnFiles
import CairnGeodesy
import CairnHAL
import CairnJSON
import CairnNMEA
import CairnProfiles
import CairnRTCM
import CairnReceiver
import CairnSimulator
import CairnTypes
import CairnUBX
import CairnUpdates

extension Target {
  /// A hardware profile: an error must have a place in the text, and a correct one can be written.
  static let profiles = Target(
    "Profiles", maximumLength: 8192, seeds: { [("profile", Array(profileSeed.utf8))] }
  ) { bytes in
    // In YAML, CR and three other Unicode characters also end lines.
    let lines = bytes.count { [0x0A, 0x0D, 0x85, 0xA8, 0xA9].contains($0) } + 1
    do throws(ProfileErrors) {
      let profile = try ProfileReader.read(
        String(decoding: bytes, as: UTF8.self), file: "/tmp/made.yaml")
      require(UdevRules.text(for: [profile]).last == "\n", "rules without an end")
      require(!SwiftSource.text(of: [profile]).isEmpty, "no source")
    } catch {
      require(!error.all.isEmpty, "refuses a profile without a reason")
      for mistake in error.all {
        require((1...(lines + 1)).contains(mistake.line), "line \(mistake.line) of \(lines)")
        require(mistake.column >= 1, "column \(mistake.column)")
      }
    }
  }

  private static let profileSeed = """
    name: made
    title: A made-up receiver
    vendor: Nobody
    identity:
      usb:
        - {vendor: 1546, product: 01a9, certainty: sure}
      models: [MADE-1]
    protocols: [nmea, ubx]
    dialects: [ublox-keys]
    write: after-first-frame
    ports:
      uart1:
        baud_rates: {value: [9600, 38400], source: measured}
    startup:
      - {key: CFG-NAVSPG-DYNMODEL, value: 4}
    persistence: {memories: [flash], write: [flash]}
    start_times:
      cold: {value: 26 s, source: data sheet}
    figures:
      - {state: tracking, power: {value: 75 mW, source: data sheet}}

    """

  /// A line of JSON that becomes a message, which must be a correct frame.
  static let lines = Target("Lines", seeds: { lineSeeds }) { bytes in
    do {
      let frame = try MessageEncoder.frame(of: try JSONReader.value(of: bytes[...]))
      guard let first = frame.first else { fatalError("a message of nothing") }
      switch first {
      case 0xB5:
        precondition(UBXFrame.check(frame.span) == .frame(length: frame.count, isChecked: true))
      case 0xD3:
        precondition(RTCMFrame.check(frame.span) == .frame(length: frame.count, isChecked: true))
      default:
        guard case .frame(let length, _) = NMEAFrame.check(frame.span) else {
          fatalError("no sentence: \(String(decoding: frame, as: UTF8.self))")
        }
        precondition(length == frame.count)
      }
    } catch let failure as JSONFailure {
      require((1...(bytes.count + 1)).contains(failure.column), "column \(failure.column)")
    } catch {}
  }

  private static let lineSeeds: [(name: String, bytes: [UInt8])] = {
    let output = MemoryOutput()
    var framer = Framer()
    var sink = DecodeSink(JSONMessageWriter(output), dates: DateResolver(reference: nil))
    for frame in MadeFrames.all { framer.receive(frame.bytes.span, into: &sink) }
    return output.take().enumerated().map { ("line\($0)", Array($1)) }
  }()

  /// Fixes as comma-separated values, run through the rules of one client.
  static let tables = Target(
    "Tables",
    seeds: {
      [
        "t,lat,lon,hacc,alt,vacc,speed,course,sacc,source,quality,nsat,hdop\n"
          + "0,37.5,127,5,45,8,1.5,90,0.5,gnss,1,12,0.9\n1,37.5001,127,,,,,,,cell,,,\n",
        "t,lat,lon,hacc,sigma_e,sigma_n,source\n0,37.5,127,,3,2,gnss\n2,37.5,127,40,,,wifi\n1,37.5,127,9,,,gnss\n",
        "# a walk\nlon,lat,t\n127,37.5,1795000000.5\n\"127.0001\",37.5,1795000001.25\n",
        "\u{FEFF}T,LAT,LON\r\n9200000000,90,-180\r\n",
      ].enumerated().map { ("table\($0)", Array($1.utf8)) }
    }
  ) { bytes in
    file.hold(bytes)
    for isRaw in [true, false] { filter(isRaw: isRaw) }
    for isJSON in [true, false] { calculate(isJSON: isJSON) }
  }

  /// Adds what all notations of a position are made of.
  private struct Notations: SingleRowCalculation {
    static let required = ["lat", "lon"]
    static let optional = ["alt"]
    let added = ["utm", "mgrs", "geohash", "z", "msl"]

    func values(of row: TableRow) throws(UnusableRow.Reason) -> [AddedValue] {
      let place = try row.coordinate()
      let z = GeocentricVector(place, ellipsoidalAltitude: try row.altitude).z
      require(z.isFinite, "no earth-centred place")
      let texts = [UTMCoordinate(place)?.description, place.mgrs, place.geohash()]
      return texts.map { text in
        require(text?.isEmpty == false, "a coordinate has no notation")
        return .text(text ?? "")
      } + [.number(z, places: 3), .nothing]
    }
  }

  private static func calculate(isJSON: Bool) {
    do throws(CommandFailure) {
      var table = try TableCalculation(
        Notations(), path: file.path, isJSON: isJSON, progress: nil)
      try table.run(to: MemoryOutput()) { require(!$0.isEmpty, "complains of nothing") }
    } catch {
      require(!error.description.isEmpty, "fails without a reason")
    }
  }

  private static func filter(isRaw: Bool) {
    do throws(CommandFailure) {
      var table = try FixTable(path: file.path, assumedAccuracy: 10, progress: nil)
      var filtered = FilteredFixes(LocationConfiguration(), isRaw: isRaw) { line in
        require(!line.isEmpty, "no explanation")
      }
      var last: MonotonicTime?
      var map = TrackPlot()
      var delivered: [Location] = []
      repeat {
        while let fix = table.next() {
          require(last.map { $0 < fix.time } ?? true, "rows in no order")
          last = fix.time
          map.take(fix)
          filtered.receive(fix) { delivered.append($0) }
          for fix in delivered {
            judge(fix)
            map.deliver(fix, track: filtered.tracks)
          }
          delivered.removeAll()
        }
      } while try table.fill()
      require(table.complaints.allSatisfy { !$0.isEmpty }, "complains of nothing")
      filtered.finish { judge($0) }
      require(!filtered.summary(of: table.rows).isEmpty, "no summary")
      let picture = TrackDrawing(map, title: "<&>").svg
      require(!picture.contains("\"nan") && !picture.contains("\"inf"), "a place is no number")
    } catch {
      require(!error.description.isEmpty, "fails without a reason")
    }
  }

  /// A file of regions: those accepted can be monitored and stored.
  static let regions = Target(
    "Regions",
    seeds: {
      [
        """
        {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"a",
        "radius":100},"geometry":{"type":"Point","coordinates":[127,37.5]}},{"type":"Feature","id":7,
        "properties":{"width":50},"geometry":{"type":"LineString","coordinates":[[127,37.5],[127.1,37.6],
        [179.9,37.6,3]]}},{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":
        [[[127,37],[128,37],[128,38],[127,37]]]}}]}
        """,
        "identifier,lat,lon,radius\nhome,37.5,127,100\n\"office, \"\"new\"\"\",-89.9,180,100000\n",
      ].enumerated().map { ("regions\($0)", Array($1.utf8)) }
    }
  ) { bytes in
    file.hold(bytes)
    do throws(CommandFailure) {
      var monitor = try RegionFile(path: file.path, progress: nil).monitor(MonitoringOptions())
      var now = MonotonicTime(nanoseconds: 0)
      for (latitude, longitude) in [(37.5, 127.0), (90, 0), (-89.9, 180), (0, -180), (37.6, 127.1)]
      {
        now = now + .seconds(100)
        let fix = Location(
          coordinate: Coordinate(latitude: latitude, longitude: longitude), horizontalAccuracy: 5,
          time: now, source: LocationSource(provider: "file", technology: .external))
        for event in monitor.receive(fix, at: now) {
          require((0...1).contains(event.probability), "a probability of \(event.probability)")
        }
      }
      let again = RegionMonitor(decoding: monitor.encoded)
      require(again?.encoded == monitor.encoded, "regions are not kept")
    } catch {
      require(!error.description.isEmpty, "fails without a reason")
    }
  }

  private static let file = MemoryFile()

  /// State stored by an earlier program. The first byte selects the kind; a record's sum is fixed.
  static let kept = Target("Kept", seeds: { keptSeeds }) { input in
    guard let kind = input.first else { return }
    let bytes = Array(input.dropFirst())
    switch kind % 4 {
    case 0:
      let records = ReceiverRecords(
        decoding: withSum(bytes, after: ReceiverRecords().encoded.prefix(4)))
      require(ReceiverRecords(decoding: records.encoded) == records, "records are not kept")
      _ = ReceiverRecords(decoding: bytes)
    case 1:
      guard let monitor = RegionMonitor(decoding: bytes) else { return }
      require(RegionMonitor(decoding: monitor.encoded)?.encoded == monitor.encoded, "other regions")
    case 2:
      guard let board = try? CompiledBoard(decoding: withSum(bytes, after: boardMark)) else {
        return
      }
      let again = try? CompiledBoard(decoding: board.encoded)
      require(again?.encoded == board.encoded, "another board")
    default:
      guard var visits = VisitDetector(decoding: bytes) else { return }
      require(VisitDetector(decoding: visits.encoded)?.encoded == visits.encoded, "another stay")
      var now = MonotonicTime(nanoseconds: 1_000_000_000_000)
      guard visits.resume(at: now, utc: nil) else { return }
      _ = visits.fire(at: now)
      for step in 0..<8 {
        now = now + .seconds(60)
        let fix = Location(
          coordinate: Coordinate(latitude: 37.5 + Double(step / 4), longitude: 127),
          horizontalAccuracy: 5, time: now,
          source: LocationSource(provider: "gnss", technology: .gnss))
        _ = visits.receive(fix, at: now)
      }
      require(VisitDetector(decoding: visits.encoded) != nil, "a stay cannot be read again")
    }
  }

  private static var boardMark: ArraySlice<UInt8> {
    CompiledBoard(HardwareProfile(name: "", title: "", vendor: "")).encoded.prefix(5)
  }

  /// Source: `ReceiverRecords.encoded`, `CompiledBoard.encoded`: a mark and a version, the sum of the rest, the rest.
  private static func withSum(_ body: [UInt8], after mark: ArraySlice<UInt8>) -> [UInt8] {
    let sum = body.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    let octets = [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: sum >> $0) }
    return mark + octets + body
  }

  private static let madeBoard: HardwareProfile = {
    var board = HardwareProfile(name: "a", title: "A", vendor: "b", kind: .board, includes: ["c"])
    board.identity.usb = [
      .init(vendor: "1546", product: "01a9", certainty: .certain, .measured("m"))
    ]
    board.ports = [.init(.uart1, baudRates: .init([9600], .datasheet("d")))]
    board.supply.powerSwitch = .gpio(chip: "gpiochip0", line: 7, isActiveLow: false)
    board.figures.set(.init(.trackingPower, 80, plusMinus: 5, .estimated("e")))
    return board
  }()

  private static let keptSeeds: [(name: String, bytes: [UInt8])] = {
    var monitor = RegionMonitor()
    let place = Coordinate(latitude: 37.5, longitude: 127)
    let corner = Coordinate(latitude: 37.6, longitude: 127.1)
    let third = Coordinate(latitude: 37.7, longitude: 127)
    try? monitor.add(Region(identifier: "a", shape: .circle(center: place, radius: 100)))
    try? monitor.add(Region(identifier: "b", shape: .polygon([place, corner, third])))
    try? monitor.add(Region(identifier: "c", shape: .corridor([place, corner], width: 30)))
    var visits = VisitDetector()
    var now = MonotonicTime(nanoseconds: 0)
    for _ in 0..<60 {
      now = now + .seconds(10)
      let fix = Location(
        coordinate: place, horizontalAccuracy: 5, time: now,
        source: LocationSource(provider: "gnss", technology: .gnss))
      _ = visits.receive(fix, at: now)
    }
    var records = ReceiverRecords()
    let time = Timestamp(nanosecondsSince1970: 1_795_000_000_000_000_000)
    records.place = .init(place, ellipsoidalAltitude: 80, at: time)
    // Receiver: dialect, 3 texts, version, number, speed, memories, reuses; no refusals, database.
    let receiver: [UInt8] =
      [
        1, 3, 0x4D, 0x39, 0x4E, 0, 0, 0x08, 0x07, 4, 1, 2, 3, 4, 0x80, 0x25, 0, 0, 0, 1, 0, 0, 0, 0,
        0,
      ]
    return [
      ("regions", [1] + monitor.encoded), ("no-regions", [1] + RegionMonitor().encoded),
      ("visits", [3] + visits.encoded), ("no-visits", [3] + VisitDetector().encoded),
      (
        "board",
        [2] + CompiledBoard(madeBoard, receivers: [madeBoard]).encoded.dropFirst(9)
      ),
      ("records", [0] + records.encoded.dropFirst(8)), ("no-records", [0, 0, 0]),
      ("receiver", [0] + records.encoded.dropFirst(8).dropLast() + [1] + receiver),
    ]
  }()
}
