import CairnSimulator
import CairnTypes

/// A host that talks in sentences to a simulated receiver without a line between them.
struct SentenceHost {
  var receiver: SimulatedReceiver
  private(set) var now = Duration.milliseconds(500)

  init(
    _ personality: SimulatedReceiver.Personality, faults: [SimulatedReceiver.Fault] = []
  ) {
    var configuration = SimulatedReceiver.Configuration(personality)
    configuration.faults = faults
    receiver = SimulatedReceiver(configuration)
    _ = receiver.advance(to: now)
  }

  /// What it says at once to a command, without `$` and checksum.
  mutating func ask(_ text: String) -> [String] {
    Self.texts(receiver.receive(Self.sentence(text).span, at: now))
  }

  /// The addresses of all that is sent up to a time, vendors' sentences whole.
  mutating func listen(for time: Duration) -> [String] {
    now += time
    return Self.texts(receiver.advance(to: now))
  }

  /// The addresses of the reports of some seconds, without talkers.
  mutating func reports(for time: Duration) -> Set<String> {
    Set(listen(for: time).map { String($0.prefix { $0 != "," }.suffix(3)) })
  }

  var baudRate: UInt32 { receiver.configuration.baudRate }
  var period: Duration { receiver.period }

  static func sentence(_ text: String) -> [UInt8] {
    let sum = String(text.utf8.reduce(0, ^), radix: 16, uppercase: true)
    return Array("$\(text)*\(sum.count < 2 ? "0" : "")\(sum)\r\n".utf8)
  }

  private static func texts(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map { line in
      String(line.drop { $0 == "$" }.prefix { $0 != "*" })
    }
  }
}
