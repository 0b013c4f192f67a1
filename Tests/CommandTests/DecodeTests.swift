import CairnTestSupport
import Foundation
import Testing

@Suite("cairn decode")
struct DecodeTests {
  @Test
  func `json has one object a message, in stream order, with the wire's values`() async throws {
    let stream = [0x00, 0x01] + Sample.endOfEpoch + Sample.nmea
    let outcome = try await Cairn.run("decode", "-", "--format", "json", input: stream)
    #expect(outcome.exitCode == 0)
    #expect(outcome.complaints == "")
    #expect(outcome.objects.count == 13)
    #expect(
      outcome.lines.first
        == #"{"offset":2,"length":12,"protocol":"UBX","id":"NAV-EOE","valid":true,"fields":{"iTOW":10000}}"#
    )
    let sentence = try #require(outcome.objects.dropFirst().first)
    #expect(sentence["offset"] as? Int == 14)
    #expect(sentence["protocol"] as? String == "NMEA")
    #expect(sentence["id"] as? String == "GGA")
    #expect(sentence["talker"] as? String == "GP")
    let fields = try #require(sentence["fields"] as? [String: Any])
    let latitude = 48.0 + 7.038 / 60.0
    #expect(fields["lat"] as? Double == latitude)
    #expect(fields["alt"] as? Double == 545.4)
    #expect(fields["quality"] as? Int == 2)
    #expect(fields["diffAge"] is NSNull)
  }

  @Test
  func `--json is --format json, and nothing else`() async throws {
    let short = try await Cairn.run("decode", "-", "--json", input: Sample.nmea)
    let long = try await Cairn.run("decode", "-", "--format", "json", input: Sample.nmea)
    #expect(short.exitCode == 0 && short.output == long.output)
    let both = try await Cairn.run("decode", "-", "--json", "--format", "gpsd", input: Sample.nmea)
    #expect(both.exitCode == 64)
    #expect(both.complaints.contains("--json and --format gpsd exclude each other"))
  }

  @Test
  func `text of a receiver cannot control the terminal`() async throws {
    // INF-NOTICE that clears the screen, begins a line of its own and sets a title.
    let message = Array("\u{1B}[2J\n=> fix\u{7}".utf8) + [0x9B] + Array("0;title".utf8)
    let outcome = try await Cairn.run("decode", "-", input: Sample.ubx(0x04, 0x02, message))
    #expect(outcome.lines.count == 2)
    #expect(
      outcome.lines.first?.contains(
        #"INF-NOTICE message=\u{1B}[2J\u{A}=> fix\u{7}"#) == true)
  }

  @Test
  func `json has repeated groups as an array`() async throws {
    let stream = Sample.sentence("GPGSV,1,1,02,04,40,083,46,05,17,308,")
    let outcome = try await Cairn.run("decode", "-", "--format", "json", input: stream)
    let fields = try #require(outcome.objects.first?["fields"] as? [String: Any])
    let groups = try #require(fields["groups"] as? [[String: Any]])
    #expect(groups.map { $0["svid"] as? Int } == [4, 5])
    #expect(groups[0]["cno"] as? Double == 46)
    #expect(groups[1]["cno"] is NSNull)
  }

  @Test
  func `json names what has no decoder and marks a payload that cannot be decoded`() async throws {
    let stream =
      Sample.ubx(0x01, 0x99, [1, 2]) + Sample.ubx(0x01, 0x61, [1])
      + Sample.sentence("PUBX,00,1") + Array("$GPHDT,12.5,T\r\n".utf8)
    let objects = try await Cairn.run("decode", "-", "--format", "json", input: stream).objects
    #expect(
      objects.map { $0["id"] as? String } == ["UBX-01-99", "NAV-EOE", "PUBX", "HDT"])
    #expect(objects.map { $0["valid"] as? Bool } == [true, false, true, true])
    #expect(objects.map { $0["checked"] as? Bool } == [nil, nil, nil, false])
    #expect((objects[1]["fields"] as? [String: Any])?.isEmpty == true)
  }

  @Test
  func `json has the fields of CASIC messages, and the octets of those without a decoder`()
    async throws
  {
    // NAV-DOP with dilutions of 1 and no number, and ACK-ACK of CFG-PRT.
    let dilution: [UInt8] =
      [0xBA, 0xCE, 0x1C, 0x00, 0x01, 0x01, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x3F]
      + [0x00, 0x00, 0xC0, 0x7F] + [UInt8](repeating: 0, count: 16) + [0x1E, 0x00, 0x41, 0xC0]
    let acknowledgement: [UInt8] = [
      0xBA, 0xCE, 0x04, 0x00, 0x05, 0x7F, 0x06, 0x00, 0x00, 0x00, 0x0A, 0x00, 0x05, 0x7F,
    ]
    let outcome = try await Cairn.run(
      "decode", "-", "--format", "json", input: dilution + acknowledgement)
    #expect(outcome.exitCode == 0)
    #expect(outcome.objects.map { $0["protocol"] as? String } == ["CASIC", "CASIC"])
    #expect(outcome.objects.map { $0["id"] as? String } == ["NAV-DOP", "CASIC-05-7F"])
    let fields = try #require(outcome.objects.first?["fields"] as? [String: Any])
    #expect(fields["runTime"] as? Int == 2 && fields["pDop"] as? Double == 1)
    #expect(fields["hDop"] as? String == "nan")
    #expect(outcome.objects.last?["payload"] as? String == "06000000")
  }

  @Test(arguments: ["text", "json", "gpsd"])
  func `a file of something else is named, with what to do`(format: String) async throws {
    // MID 11 of SiRF binary.
    let sirf: [UInt8] = [0xA0, 0xA2, 0x00, 0x02, 0x0B, 0x88, 0x00, 0x93, 0xB0, 0xB3]
    let outcome = try await Cairn.run("decode", "-", "--format", format, input: sirf)
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaints.contains("- looks like SiRF binary; switch the receiver to NMEA"))
    #expect(outcome.complaints.split(separator: "\n").count == 1)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt32>)
  func `noise is no recording, whatever chance has put into it`(seed: UInt32) async throws {
    var state = seed
    let noise = (0..<100_000).map { _ -> UInt8 in
      state ^= state << 13
      state ^= state >> 17
      state ^= state << 5
      return UInt8(state >> 24)
    }
    let outcome = try await Cairn.run("decode", "-", input: noise)
    #expect(outcome.exitCode == 1, "\(outcome.output)")
    #expect(outcome.complaints.contains("- looks like noise, or a format that Cairn does not know"))
    let file = try TemporaryFile(noise)
    let replay = try await Cairn.run("replay", file.path, "--no-wait", "--speed", "max")
    #expect(replay.exitCode == 1 && replay.output == "")
    #expect(replay.complaints.contains("\(file.path) looks like noise"))
  }

  @Test(arguments: ["$GPGGA", "$", "\u{0}", "hello"])
  func `a few bytes without a message are no recording`(text: String) async throws {
    let outcome = try await Cairn.run("decode", "-", input: Array(text.utf8))
    #expect(outcome.exitCode == 1)
    #expect(outcome.complaints.contains("- has no message in it; its \(text.utf8.count) bytes"))
  }

  @Test func `sentences without a checksum are a recording`() async throws {
    let sentences = Array("$GPGLL,4916.45,N,12311.12,W\r\n".utf8)
    for count in [1, 40] {
      let stream = (0..<count).flatMap { _ in sentences }
      #expect(try await Cairn.run("decode", "-", input: stream).exitCode == 0)
    }
  }

  @Test func `a compressed recording is not played`() async throws {
    let file = try TemporaryFile([0x1F, 0x8B, 0x08, 0x00, 0, 0, 0, 0, 0x00, 0x03, 0x4B, 0x04, 0])
    let outcome = try await Cairn.run("replay", file.path, "--no-wait", "--speed", "max")
    #expect(outcome.exitCode == 1 && outcome.output == "")
    #expect(
      outcome.complaints.contains(
        "\(file.path) looks like a gzip file; decompress it: gzip -dc \(file.path) | cairn decode -"
      ))
  }

  @Test
  func `a recording with messages is not something else`() async throws {
    let stream = [0x1F, 0x8B, 0x08] + Sample.nmea
    let outcome = try await Cairn.run("decode", "-", input: stream)
    #expect(outcome.exitCode == 0)
    #expect(outcome.complaints == "")
  }

  @Test
  func `a message with a wrong checksum is not printed`() async throws {
    var stream = Sample.endOfEpoch
    stream[8] ^= 1
    let outcome = try await Cairn.run("decode", "-", "--format", "json", input: stream)
    #expect(outcome.output == "")
    #expect(outcome.exitCode == 0)
  }

  @Test
  func `gpsd has a TPV an epoch, and one before there is a date`() async throws {
    let outcome = try await Cairn.run("decode", "-", "--format", "gpsd", input: Sample.nmea)
    let classes = outcome.objects.compactMap { $0["class"] as? String }
    #expect(classes.prefix(2) == ["VERSION", "DEVICES"])
    let positions = outcome.objects.filter { $0["class"] as? String == "TPV" }
    #expect(
      positions.map { $0["time"] as? String } == [
        nil, "1994-03-23T12:00:00.000Z", "1994-03-23T12:00:01.000Z", "1994-03-23T12:00:02.000Z",
      ])
    #expect(positions.first?["lat"] as? Double == 48.1173)
    #expect(positions.first?["speed"] == nil)
    let first = try #require(positions.dropFirst().first)
    #expect(first["mode"] as? Int == 3)
    #expect(first["status"] as? Int == 2)
    #expect(first["lat"] as? Double == 48.1173)
    #expect(first["altMSL"] as? Double == 545.4)
    #expect(first["altHAE"] as? Double == 592.3)
    #expect(first["speed"] as? Double == 11.524)
    #expect(first["track"] as? Double == 84.4)
    #expect(outcome.output.contains(#""lat":48.117300000,"lon":11.516666667"#))
  }

  @Test
  func `gpsd has the satellites of each epoch and the dilution`() async throws {
    let outcome = try await Cairn.run("decode", "-", "--format", "gpsd", input: Sample.nmea)
    let skies = outcome.objects.filter { $0["satellites"] != nil }
    #expect(skies.count == 3)
    let sky = try #require(skies.first)
    #expect(sky["nSat"] as? Int == 2)
    #expect(sky["uSat"] as? Int == 2)
    let satellite = try #require((sky["satellites"] as? [[String: Any]])?.first)
    #expect(satellite["PRN"] as? Int == 4)
    #expect(satellite["gnssid"] as? Int == 0)
    #expect(satellite["az"] as? Double == 83)
    #expect(satellite["used"] as? Bool == true)
    #expect(outcome.output.contains(#""hdop":0.90,"pdop":2.50,"vdop":2.10"#))
  }

  @Test(arguments: [["--date", "2024-02-28"], ["--date=2024-02-28"]])
  func `a date is taken for recordings that have none, and midnight advances it`(
    _ option: [String]
  ) async throws {
    let stream = ["235959.00", "000000.00"].flatMap {
      Sample.sentence("GPGGA,\($0),4807.0380,N,01131.0000,E,1,08,0.9,545.4,M,46.9,M,,")
    }
    let file = try TemporaryFile(stream)
    let arguments = ["decode", "--format", "gpsd"] + option + [file.path]
    let times = try await positionTimes(arguments)
    #expect(times.compactMap { $0 } == ["2024-02-28T23:59:59.000Z", "2024-02-29T00:00:00.000Z"])
  }

  @Test
  func `an empty date is none, and then the header of the recording counts`() async throws {
    let sentence = Sample.sentence(
      "GPGGA,120000.00,4807.0380,N,01131.0000,E,1,08,0.9,545.4,M,46.9,M,,")
    let plain = try TemporaryFile(sentence)
    #expect(
      try await positionTimes(["decode", "--format", "gpsd", "--date=", plain.path]) == [nil, nil])
    let headed = try TemporaryFile(Array("# Name: test\n# Date: 2016-04-07\n".utf8) + sentence)
    #expect(
      try await positionTimes(["decode", "--format", "gpsd", "--date=", headed.path])
        == [nil, "2016-04-07T12:00:00.000Z"])
  }

  @Test
  func `text has a line a message, a line an epoch and a summary`() async throws {
    let outcome = try await Cairn.run("decode", "-", input: Sample.nmea)
    let lines = outcome.lines
    #expect(lines.count { $0.hasPrefix("=> 1994-03-23T12:00:0") } == 3)
    #expect(lines.first?.contains("NMEA GPGGA time=12:00:00 lat=48.1173000000") == true)
    #expect(lines.last == "-- 12 NMEA; 0 of \(Sample.nmea.count) bytes belong to none")
  }

  @Test(arguments: ["text", "json", "gpsd"])
  func `an empty recording is no error`(format: String) async throws {
    #expect(try await Cairn.run("decode", "-", "--format", format).exitCode == 0)
  }

  @Test
  func `what cannot be read is named with the reason and what to do`() async throws {
    let missing = try await Cairn.run("decode", "/nowhere/at-all.ubx")
    #expect(missing.exitCode == 1)
    #expect(missing.output == "")
    #expect(
      missing.complaints
        == "cairn: cannot read /nowhere/at-all.ubx: ENOENT (No such file or directory); check the path\n"
    )
    let folder = try await Cairn.run("decode", "/usr")
    #expect(folder.exitCode == 1)
    #expect(folder.complaints.contains("/usr: EISDIR"))
    #expect(folder.complaints.split(separator: "\n").count == 1)
  }

  @Test
  func `wrong usage ends with 64 and help with 0`() async throws {
    #expect(try await Cairn.run("decode").exitCode == 64)
    #expect(try await Cairn.run("decode", "-", "--format", "xml").exitCode == 64)
    #expect(try await Cairn.run("decode", "-", "--date", "yesterday").exitCode == 64)
    for command in ["decode", "record", "replay"] {
      let help = try await Cairn.run(command, "--help")
      #expect(help.exitCode == 0)
      #expect(help.output.contains("cairn \(command) "))
      #expect(help.output.contains("Exit codes:"))
    }
  }

  /// The pipe stays open: a reader that waited for more would wait for ever.
  @Test
  func `a message that is piped in is printed before the next one comes`() async throws {
    let process = try Cairn.start(["decode", "-", "--format", "json"], input: .written)
    process.write(Sample.endOfEpoch)
    #expect(
      await Patience.wait { process.output.hasSuffix("\"fields\":{\"iTOW\":10000}}\n") })
    process.closeInput()
    #expect(await process.end() == 0)
  }

  private func positionTimes(_ arguments: [String]) async throws -> [String?] {
    let outcome =
      arguments.count == 6
      ? try await Cairn.run(
        arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5])
      : try await Cairn.run(arguments[0], arguments[1], arguments[2], arguments[3], arguments[4])
    return outcome.objects.filter { $0["class"] as? String == "TPV" }
      .map { $0["time"] as? String }
  }
}
