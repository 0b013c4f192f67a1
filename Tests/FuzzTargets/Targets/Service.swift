import CairnExports
import CairnJSON
import CairnTypes

extension Target {
  /// Requests to the service in gpsd's protocol: in pieces of any size the answers are the same,
  /// all of them whole lines of JSON.
  static let requests = Target("Requests", seeds: { requestSeeds }) { bytes in
    let text = bytes.flatMap { pieces[Int($0)] }
    let moment = GPSDMoment(
      MonotonicTime(nanoseconds: 0), utc: Timestamp(nanosecondsSince1970: 1_780_000_000_000_000_000)
    )
    var devices = GPSDDevices()
    devices.add("/dev/ttyS1", at: moment)
    var whole = GPSDSession()
    var split = GPSDSession()
    let replies = whole.receive(text.span, devices, at: moment).flatMap(\.content)
    var answers: [UInt8] = []
    for byte in text {
      answers += split.receive([byte].span, devices, at: moment).flatMap(\.content)
    }
    require(answers == replies, "another answer in pieces")
    require(
      whole.demandEnd == split.demandEnd && whole.wanted == split.wanted
        && whole.isOver == split.isOver, "another state in pieces")
    require(replies.isEmpty || replies.suffix(2) == [0x0D, 0x0A], "half a line")
    for line in replies.split(separator: 0x0A) {
      let object = try? JSONReader.value(of: line.dropLast())
      let text = String(decoding: line, as: UTF8.self)
      require(object?["class"]?.asText != nil, "no object: \(text)")
    }
  }

  /// Parts of requests that chance would hardly put together.
  private static let parts: [String] = [
    "?WATCH=", "?WATCH", "?POLL", "?DEVICE=", "?DEVICES", "?VERSION", "?", ";", "\r\n", "{", "}",
    "\"enable\":", "\"json\":", "\"nmea\":", "\"raw\":", "\"device\":", "\"path\":", "\"scaled\":",
    "true", "false", ",", "\"/dev/ttyS1\"", "/dev/ttyS1", "0", "1", "2", "-1e999", "[", "]", "\"",
    "\\", "null",
  ]

  /// What each byte of an input stands for: above 127 for a part, below for itself.
  private static let pieces: [[UInt8]] = (0...255).map { byte in
    byte < 128 ? [UInt8(byte)] : Array(parts[(byte - 128) % parts.count].utf8)
  }

  private static let requestSeeds: [(name: String, bytes: [UInt8])] = [
    "?WATCH={\"enable\":true,\"json\":true};", "?WATCH={\"enable\":true}\n?POLL;?DEVICES;?VERSION;",
    "?WATCH={\"raw\":2,\"pps\":true}\r\n", "?WATCH=?WATCH={\"nmea\":1};",
    "?WATCH={\"enable\":true,\"device\":/dev/ttyS1};", "?DEVICE={\"path\":\"/dev/ttyS1\"};",
    "GET / HTTP/1.0\r\n\r\n",
  ].enumerated().map { ("request\($0.offset)", Array($0.element.utf8)) }
}
