import CairnFiles
import CairnJSON
import CairnTestSupport
import CairnTypes
import Foundation
import Synchronization
import Testing

@testable import CairnLinux
@testable import cairn

@Suite("Text from outside that would control a terminal", .timeLimit(.minutes(15)))
struct HostileTextTests {
  /// Sets a title, colours by a control of one byte, turns the direction of writing, and is long.
  private static let text =
    "\u{1B}]0;x\u{7}\u{9B}31m\u{202E}\u{2028}\r" + String(repeating: "A", count: 3000)
  /// The same as octets of ISO 8859-1.
  private static let octets = text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }

  /// That what was printed has lines, nothing hidden, and where `\u{1B}` stood its number.
  private func expectHarmless(
    _ process: ChildProcess, isShown: Bool = true, _ location: SourceLocation = #_sourceLocation
  ) {
    let printed = process.output + process.complaints
    let hidden = printed.unicodeScalars.filter { $0.isHidden && $0 != "\n" }
    #expect(hidden.isEmpty, "\(printed)", sourceLocation: location)
    // In JSON the number may be escaped in its turn.
    let plain = printed.replacing("\\\\", with: "\\")
    let isThere = plain.contains("\\u{1B}]0;x\\u{7}") || plain.contains("\\u001b]0;x\\u0007")
    #expect(isThere == isShown, "\(printed)", sourceLocation: location)
  }

  // MARK: - Messages

  private static func version() -> [UInt8] {
    func field(_ text: String, _ width: Int) -> [UInt8] {
      let octets = Array(text.unicodeScalars.compactMap { UInt8(exactly: $0.value) }.prefix(width))
      return octets + [UInt8](repeating: 0, count: width - octets.count)
    }
    return Sample.ubx(
      0x0A, 0x04,
      field("\u{1B}]0;x\u{7}", 30) + field("\u{9B}31m", 10)
        + field("FWVER=\u{1B}]0;x\u{7} 4.04", 30) + field("PROTVER=32.01", 30)
        + field("MOD=\u{9B}31m\u{1B}[2J", 30))
  }

  /// RTCM 1029 with up to 255 octets of UTF-8.
  private static func stationText(_ text: String) -> [UInt8] {
    var octets: [UInt8] = []
    for character in text where octets.count + character.utf8.count <= 255 {
      octets += Array(character.utf8)
    }
    var bits = UInt128(1029) << 60 | UInt128(1) << 48
    bits |= UInt128(min(text.count, 127)) << 8 | UInt128(octets.count)
    let head = (0..<9).map { UInt8(truncatingIfNeeded: bits >> UInt128(64 - 8 * $0)) }
    let payload = head + octets
    let frame = [0xD3, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)] + payload
    var sum: UInt32 = 0
    for octet in frame {
      sum ^= UInt32(octet) << 16
      for _ in 0..<8 { sum = sum & 0x80_0000 == 0 ? sum << 1 : sum << 1 ^ 0x86_4CFB }
    }
    return frame + [16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
  }

  @Test(arguments: [
    Sample.ubx(0x04, 0x02, octets), Sample.ubx(0x04, 0x00, octets),
    stationText("\u{1B}]0;x\u{7}\u{9B}31m\u{202E}\u{2028}"),
  ])
  func `is shown by its numbers when a message is decoded`(message: [UInt8]) async throws {
    let file = try TemporaryFile(message)
    for format in ["text", "json"] {
      let process = try Cairn.start(["cairn", "decode", file.path, "--format", format])
      #expect(await process.end() == 0)
      expectHarmless(process)
    }
    let text = try Cairn.start(["cairn", "decode", file.path])
    #expect(await text.end() == 0)
    #expect(text.output.count < 2000)
  }

  @Test func `does no harm in sentences, and in fields of a fixed width`() async throws {
    let file = try TemporaryFile(
      Self.version() + Sample.sentence("GPTXT,01,01,02,^1B]0;x^07")
        + Sample.sentence("GPTXT,01,01,02,a\u{1B}[2Jb")
        + Sample.sentence("P\u{1B}[2J,1") + Sample.sentence("GPTXT,01,01,02,\u{9B}31m"))
    for format in ["text", "json", "gpsd"] {
      let process = try Cairn.start(["cairn", "decode", file.path, "--format", format])
      _ = await process.end()
      let printed = process.output + process.complaints
      #expect(!printed.unicodeScalars.contains { $0.isHidden && $0 != "\n" }, "\(printed)")
    }
  }

  @Test(arguments: [
    ["cairn", "monitor"], ["cairn", "monitor", "--json"], ["hw-profile", "probe"],
    ["hw-profile", "probe", "--json"], ["hw-profile", "watch"], ["hw-profile", "watch", "--json"],
  ])
  func `is shown by its numbers when a receiver calls itself so`(command: [String]) async throws {
    let device = try RepeatingDevice(Self.version() + StoppedReaderTests.recording(1))
    defer { device.release() }
    let process = try Cairn.start(command + ["--device", device.path])
    let isShown = command[1] != "watch"
    let mark = isShown ? "]0;x" : "31m"
    #expect(
      await Patience.wait {
        (process.output + process.complaints).contains(mark) || process.hasEnded
      })
    process.interrupt()
    _ = await process.end()
    expectHarmless(process, isShown: isShown)
  }

  @Test func `is quoted in the lines for a profile`() async throws {
    let device = try RepeatingDevice(Self.version() + StoppedReaderTests.recording(1))
    defer { device.release() }
    let process = try Cairn.start(
      ["hw-profile", "probe", "--timeout", "100", "--device", device.path])
    #expect(await process.end() == 0)
    #expect(process.output.contains(#"models: ["\u009b31m\u001b[2J"]"#), "\(process.output)")
  }

  // MARK: - Servers

  /// Answers each who connects in the same words, and hangs up.
  private final class Caster: Sendable {
    let port: UInt16
    private let listener: Int32

    init(_ answer: [UInt8]) throws {
      (listener, port) = try loopbackSocket(backlog: 8)
      let listener = listener
      Thread.detachNewThread {
        while case let client = accept(listener, nil, nil), client >= 0 {
          var request = [UInt8](repeating: 0, count: 4096)
          _ = recv(client, &request, request.count, 0)
          _ = send(client, answer, answer.count, Int32(MSG_NOSIGNAL))
          close(client)
        }
      }
    }

    func end() { shutdown(listener, Int32(SHUT_RDWR)) }
  }

  @Test(arguments: [[], ["--json"]])
  func `is shown by its numbers when a caster gives it as its reason`(option: [String])
    async throws
  {
    let caster = try Caster(
      Array("HTTP/1.1 503 \(Self.text)".utf8.prefix(2000)) + [13, 10, 13, 10])
    defer { caster.end() }
    let process = try Cairn.start(
      [
        "cairn", "monitor", "--simulate", "f9p", "--ntrip", "ntrip://127.0.0.1:\(caster.port)/M",
      ] + option)
    #expect(
      await Patience.wait {
        (process.output + process.complaints).contains("]0;x") || process.hasEnded
      })
    process.interrupt()
    #expect(await process.end() == 0)
    expectHarmless(process)
  }

  // MARK: - Files and devices

  @Test(arguments: [
    ["cairn", "decode", "NAME"], ["cairn", "encode", "NAME"], ["cairn", "replay", "NAME"],
    ["cairn", "filter", "--in", "NAME"], ["cairn", "fence", "--regions", "NAME"],
    ["cairn", "visits", "--in", "NAME"], ["cairn", "monitor", "--device", "file:NAME"],
    ["cairn", "monitor", "--device", "NAME", "--duration", "2"],
    ["cairn", "monitor", "--profiles", "NAME"],
    ["cairn", "record", "--device", "NAME"],
    ["cairn", "record", "--device", "/dev/null", "--output", "NAME/x"],
    ["cairn", "pps", "NAME"], ["cairn", "decode", "x", "NAME"],
    ["cairn", "radio", "import", "NAME", "--into", "NAME"], ["cairn", "radio", "stats", "NAME"],
    ["cairn", "radio", "locate", "NAME", "--pack", "NAME"], ["cairn", "radio", "export", "NAME"],
    ["hw-profile", "lint", "NAME"], ["hw-profile", "lint", "NAME.yaml"],
    ["hw-profile", "show", "NAME"], ["hw-profile", "calibrate", "m8-gateway", "--from", "NAME"],
    ["hw-profile", "watch", "--device", "NAME", "--duration", "2"],
    ["hw-profile", "probe", "--device", "NAME", "--timeout", "1"],
    ["hw-profile", "probe", "--device", "NAME", "--timeout", "1", "--json"],
  ])
  func `is shown by its numbers in the name of a file`(command: [String]) async throws {
    let name = "\u{1B}]0;x\u{7}\u{9B}31m\u{202E}\n"
    let process = try Cairn.start(
      command.map { $0.replacing("NAME", with: ($0.hasPrefix("--") ? "" : "/nowhere/") + name) })
    #expect(await process.end() != 0)
    expectHarmless(process)
  }

  @Test func `is shown by its numbers in the name of a region, and in a profile`() async throws {
    let regions = try TemporaryFile(
      Array("identifier,lat,lon,radius\na\u{1B}]0;x\u{7}\u{9B},37.5,127.1,100\n".utf8))
    let fixes = try TemporaryFile(
      Array(("t,lat,lon,hacc\n" + (0..<60).map { "\($0),37.5,127.1,5\n" }.joined()).utf8))
    for option in [[], ["--json"]] {
      let process = try Cairn.start(
        ["cairn", "fence", "--regions", regions.path, "--in", fixes.path] + option)
      #expect(await process.end() == 0)
      expectHarmless(process)
    }
    let folder = try TemporaryFolder()
    try folder.write("name: \"a\\e]0;x\\ab\"\n\"b\u{202E}\\e]0;x\\a\": 1\n", to: "a.yaml")
    let lint = try Cairn.start(["hw-profile", "lint", "\(folder.path)/a.yaml"])
    #expect(await lint.end() == 1)
    expectHarmless(lint)
  }

  @Test(arguments: [
    ["distance"], ["geoid"], ["declination"], ["convert", "--to", "mgrs"],
    ["convert", "--to", "mgrs", "--json"],
  ])
  func `is shown by its numbers in a table's header and cells`(words: [String]) async throws {
    let text = "\u{1B}]0;x\u{7}\u{9B}31m\u{202E}\u{2028}"
    let table = try TemporaryFile(
      Array("lat,lon,lat1,lon1,lat2,lon2,\(text)\n1,2,1,2,3,4,\(text)\n".utf8))
    let process = try Cairn.start(["cairn"] + words + ["--in", table.path])
    #expect(await process.end() == 0)
    expectHarmless(process)
  }

  @Test func `is shown by its numbers in the names of a pack`() async throws {
    let folder = try TemporaryFolder()
    let name = "\\u001b]0;x\\u0007\\u009b31m\\u202e\\n"
    try folder.write(
      """
      {"type":"FeatureCollection","features":[{"type":"Feature",
      "properties":{"iso2":"AA","name":"\(name)"},
      "geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,1],[0,0]]]}}]}
      """, to: "a.geojson")
    let pack = folder.path + "/a.pack"
    let built = try Cairn.start([
      "cairn", "geodata", "build", "--countries", folder.path + "/a.geojson", "--into", pack,
      "--source", "\u{1B}]0;x\u{7}\u{202E}",
    ])
    #expect(await built.end() == 0)
    let table = try TemporaryFile(Array("lat,lon\n0.5,0.5\n".utf8))
    for words in [["--reverse", "--in", table.path], ["--sources"]] {
      let process = try Cairn.start(["cairn", "geocode", "--pack", pack] + words)
      #expect(await process.end() == 0)
      #expect(process.output.split(separator: "\n").count == (words.count == 1 ? 1 : 2))
      expectHarmless(process)
    }
  }

  @Test func `is shown by its numbers when a USB device or a process calls itself so`() {
    var facts = DeviceFacts(syspath: "/sys/a", subsystem: "tty", node: "/dev/ttyACM0")
    for name in ["manufacturer", "product", "serial"] { facts.usbAttributes[name] = Self.text }
    let row = DeviceRow(
      device: DiscoveredDevice(facts), event: "added",
      holders: [PortHolder(process: 1, name: ForeignText(Self.text))])
    let json = String(decoding: row.json.bytes.dropLast(), as: UTF8.self)
    for printed in [row.text(isLive: true), json] {
      #expect(!printed.unicodeScalars.contains { $0.isHidden }, "\(printed)")
    }
    #expect(row.text(isLive: false).contains("\\u{1B}]0;x\\u{7}"))
    #expect(row.text(isLive: false).count < 1000)
    #expect(json.contains("\\u001b]0;x\\u0007"))
    // Without a name its identity is shown.
    facts.usbAttributes = ["serial": Self.text]
    let nameless = DeviceRow(device: DiscoveredDevice(facts), event: "added", holders: [])
    #expect(nameless.text(isLive: false).contains("usb-__\\u{1B}]0;x"))
  }
}
