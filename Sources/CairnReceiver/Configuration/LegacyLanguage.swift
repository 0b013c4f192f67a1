internal import CairnUBX

/// The configuration messages before configuration keys: u-blox up to 8.
///
/// A message is read, changed where wishes lie in it, and written back, so that nothing else changes.
struct LegacyLanguage: UBXLanguage {
  let owners: [Int]
  private let places: [LegacyPlace]
  /// Ports whose sentences shall go.
  private let silenced: [ReceiverPort]
  /// The host's port, and its speed in baud, which writing to it must not change.
  private let port: ReceiverPort
  private let baudRate: UInt32?
  /// The memories that saving writes.
  private let persistence: ConfigurationLayers
  /// Messages as the receiver sent them last.
  private var images: [(message: LegacyMessage, payload: [UInt8])] = []

  /// The message of a port sets all of it at once, which nobody does unasked; but each sentence has one,
  /// and short ones of those that fill the line end them on the port at which they are received. The
  /// position goes on until its own messages come. The message of the rate, too, sets what is not wished:
  /// the time that measurements are aligned to.
  func quieting(_ port: ReceiverPort, isFull: Bool) -> [[UInt8]] {
    guard silenced.contains(port) else { return [] }
    // GSV, GSA, GLL and VTG.
    let numbers: [UInt8] = [3, 2, 1, 5]
    return numbers.map {
      UBXFrame.encode(LegacyMessage.message(0xF0, $0).id, [0xF0, $0, 0].span)
    }
  }

  init(
    _ wishes: [ConfigurationValue], port: ReceiverPort, baudRate: UInt32?,
    persistence: ConfigurationLayers = []
  ) {
    self.port = port
    self.persistence = persistence
    self.baudRate = baudRate
    var owners: [Int] = []
    var places: [LegacyPlace] = []
    for index in wishes.indices {
      for place in LegacyPlace.all(of: wishes[index]) {
        owners.append(index)
        places.append(place)
      }
    }
    self.owners = owners
    self.places = places
    silenced = ReceiverPort.allCases.filter { port in
      wishes.contains { $0.silencesSentences(port) }
    }
  }

  func target(_ setting: Int) -> UInt64 { places[setting].target }

  func groups(_ settings: [Int]) -> [[Int]] {
    var groups: [[Int]] = []
    for setting in settings {
      let message = places[setting].message
      if let index = groups.firstIndex(where: { self.message($0) == message }) {
        groups[index].append(setting)
      } else {
        groups.append([setting])
      }
    }
    return groups
  }

  /// The message of a group; groups are never empty.
  private func message(_ group: [Int]) -> LegacyMessage {
    group.first.map { places[$0].message } ?? .rate
  }

  func readRequest(_ group: [Int], in layer: ConfigurationLayer) -> [UInt8] {
    let message = message(group)
    return UBXFrame.encode(message.id, message.poll.span)
  }

  func answerLength(_ group: [Int]) -> Int {
    message(group).shortest &+ UBXFrame.overhead &* 2 &+ 2
  }

  func readID(_ group: [Int]) -> MessageID { message(group).id }

  mutating func reading(
    _ id: MessageID, _ payload: Span<UInt8>, _ group: [Int], in layer: ConfigurationLayer
  ) -> UBXReading {
    let message = message(group)
    guard message.isAnswer(id, payload) else { return .other }
    var image: [UInt8] = []
    image.reserveCapacity(payload.count)
    for index in payload.indices { image.append(payload[index]) }
    if let index = images.firstIndex(where: { $0.message == message }) {
      images[index].payload = image
    } else {
      images.append((message, image))
    }
    return .values(group.map { places[$0].value(in: image.span) })
  }

  func writeRequest(_ group: [Int], in layer: ConfigurationLayer) -> [UInt8] {
    layer == .ram ? write(group.map { places[$0] }) : saveRequest
  }

  func writeID(_ group: [Int], in layer: ConfigurationLayer) -> MessageID {
    layer == .ram ? message(group).id : Self.saveID
  }

  var hasLayers: Bool { false }
  func isReadable(_ layer: ConfigurationLayer) -> Bool { layer == .ram }

  private func write(_ places: [LegacyPlace]) -> [UInt8] {
    guard let message = places.first?.message,
      var payload = images.first(where: { $0.message == message })?.payload
    else { return [] }
    if message == .navigation {
      // What the mask leaves out is not taken over.
      payload[0] = 0
      payload[1] = 0
    }
    if message == .port(port.rawValue), let baudRate {
      // A receiver that has lost its supply may still name the one that it had.
      LegacyPlace(message: message, bit: 64, count: 32, target: UInt64(baudRate))
        .write(into: &payload)
    }
    for place in places { place.write(into: &payload) }
    return UBXFrame.encode(message.id, payload.span)
  }

  var fences: Int { 4 }

  /// CFG-ANT, -SBAS, -ITFM and -LOGFILTER, which no wish is about: a dozen octets at most, so that noise
  /// seldom hits the answer.
  private static func fenceID(_ number: Int) -> MessageID {
    switch number & 3 {
    case 1: MessageID(.cfg, 0x13)
    case 2: MessageID(.cfg, 0x16)
    case 3: MessageID(.cfg, 0x39)
    default: MessageID(.cfg, 0x47)
    }
  }

  func fenceRequest(_ number: Int) -> [UInt8] { UBXFrame.poll(Self.fenceID(number)) }

  func fence(answeredBy id: MessageID, _ payload: Span<UInt8>) -> Int? {
    // A refusal or an acknowledgement of it is an answer as well.
    var name = id
    if id.messageClass == .ack, payload.count == 2 {
      name = MessageID(MessageClass(rawValue: payload[0]), payload[1])
    }
    return (0..<fences).first { Self.fenceID($0) == name }
  }

  /// CFG-CFG that saves the sections which wishes can be in: ports, messages, notices, navigation and
  /// the receiver manager.
  private var saveRequest: [UInt8] {
    var payload = [UInt8](repeating: 0, count: 13)
    payload[4] = 0x1F
    if persistence.contains(.batteryBacked) { payload[12] |= 1 }
    if persistence.contains(.flash) { payload[12] |= 2 }
    return UBXFrame.encode(Self.saveID, payload.span)
  }

  private static var saveID: MessageID { MessageID(.cfg, 0x09) }

  func rateQuestion(_ setting: Int) -> RateQuestion {
    if case .port(let number) = places[setting].message { return .port(number) }
    return .sentence(.none)
  }

  func rateRequest(_ setting: Int, baudRate: UInt32) -> [UInt8] {
    var place = places[setting]
    place.target = UInt64(baudRate)
    return write([place])
  }
}
