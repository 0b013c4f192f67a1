import CairnMaps
import CairnRadio
import CairnTypes

extension Target {
  /// What the kernel says about Wi-Fi, the elements of beacons, addresses as text, records, and
  /// packs.
  static let radio = Target("Radio", maximumLength: 4096, seeds: { radioSeeds }) { bytes in
    address(String(decoding: bytes.prefix(64), as: UTF8.self))
    elements(bytes)
    records(bytes)
    talk(bytes)
    packs(bytes)
    answer(bytes)
    for startsOnly in [false, true] { supplicant(bytes, startsOnly: startsOnly) }
  }

  /// What a geolocation service answers.
  private static func answer(_ bytes: [UInt8]) {
    guard let answer = try? GeolocateAnswer(json: bytes) else { return }
    precondition(answer.coordinate.isValid, "a place that is none")
    precondition(
      (1...1e6).contains(answer.horizontalAccuracy), "a radius of \(answer.horizontalAccuracy)")
  }

  private static let radioSeeds: [(name: String, bytes: [UInt8])] = {
    let answers = kernelAnswers
    return [
      ("answers", answers + [3, 0, 1, 0] + answers.suffix(20) + [4, 5, 90, 2, 4]),
      ("address", Array("04:1a:2b:3c:4d:5e".utf8)),
      ("elements", [0, 3, 110, 101, 116, 1, 1, 130, 221, 2, 0, 80]),
      ("pack", SoundPack.bytes),
      ("supplicant", supplicantAnswers),
      (
        "place",
        Array(#"{"location":{"lat":-22.7539,"lng":43.1},"accuracy":100.0,"fallback":"lacf"}"#.utf8)
      ),
    ]
  }()

  /// What wpa_supplicant says at the start and after a scan, each after its length.
  private static let supplicantAnswers: [UInt8] = [
    "OK\n",
    "id=0\nbssid=04:00:00:00:00:01\nfreq=2412\nlevel=-50\nage=1\nssid=a\\x20\n====\n",
    "id=1\nbssid=04:00:00:00:00:02\nfreq=5180\nlevel=-60\nage=1\nssid=b\n####\n",
    "<3>CTRL-EVENT-SCAN-RESULTS ", "FAIL\n",
    "bssid / frequency / signal level / flags / ssid\n04:00:00:00:00:01\t2412\t-55\t[ESS]\thome\n",
  ].flatMap { [UInt8(clamping: $0.utf8.count)] + Array($0.utf8) }

  /// The answers to the requests of a start, which have the numbers 1, 2 and 3, as steps.
  private static let kernelAnswers: [UInt8] = {
    func step(
      _ type: UInt16, _ sequence: UInt32, _ content: (inout NetlinkWriter) -> Void
    ) -> [UInt8] {
      var writer = NetlinkWriter()
      writer.message(NetlinkHeader(type: type, flags: .multipart, sequence: sequence), content)
      return [0, UInt8(clamping: writer.bytes.count)] + writer.bytes
    }
    func end(_ type: UInt16, _ sequence: UInt32) -> [UInt8] {
      step(type, sequence) { $0.octets([0, 0, 0, 0]) }
    }
    let family = step(16, 1) { message in
      message.command(1, version: 1)
      message.attribute(2, text: "nl80211")
      message.attribute(1, UInt16(28))
      message.nested(7) { groups in
        groups.nested(1) {
          $0.attribute(1, text: "scan")
          $0.attribute(2, UInt32(8))
        }
      }
    }
    let interface = step(28, 2) {
      $0.command(7, version: 1)
      $0.attribute(3, UInt32(3))
      $0.attribute(4, text: "wlan0")
      $0.attribute(5, UInt32(2))
    }
    let accessPoints = (1...3).flatMap { number in
      step(28, 3) { message in
        message.command(34, version: 1)
        message.nested(47) {
          $0.attribute(1, [4, 0, 0, 0, 0, UInt8(clamping: number)])
          $0.attribute(2, UInt32(2437))
          $0.attribute(6, [0, 1, 65, 1, 1, 130])
          $0.attribute(7, UInt32(bitPattern: Int32(-6000 - number)))
          $0.attribute(10, UInt32(40))
        }
      }
    }
    let event = step(28, 0) {
      $0.command(34, version: 1)
      $0.attribute(3, UInt32(3))
    }
    return family + end(2, 1) + interface + end(3, 2) + accessPoints + end(3, 3) + event
  }()
}

private func address(_ text: String) {
  guard let bssid = BSSID(text) else { return }
  require(BSSID(bssid.description) == bssid, "an address that is not read as it is written")
  require(BSSID(rawValue: bssid.rawValue) == bssid, "an address of more than 48 bits")
}

private func elements(_ bytes: [UInt8]) {
  var covered = 0
  let isWhole = InformationElements.forEach(in: bytes.span) { covered += 2 + $1.count }
  require(covered <= bytes.count && isWhole == (covered == bytes.count), "elements not counted")
  if let ssid = InformationElements.ssid(in: bytes.span) {
    require(ssid.octets.count <= 32, "a long name")
    _ = ssid.isOptedOut
  }
}

private func records(_ bytes: [UInt8]) {
  if let cells = LearnedCells(decoding: bytes) {
    require(cells.encoded == bytes, "cells that are not stored as they were read")
  }
  if let ledger = SubmissionLedger(decoding: bytes) {
    require(ledger.encoded == bytes, "a ledger that is not stored as it was read")
  }
  guard let map = LearnedMap(decoding: bytes) else { return }
  require(map.encoded == bytes, "a map that is not stored as it was read")
  for networks in 0..<24 {
    require((0.3...4.1).contains(map.scale.scale(networks: networks)), "a scale out of range")
  }
  for (bssid, record) in map.accessPoints {
    require(bssid.isEligible, "an access point that may not be kept")
    if let known = record.known(on: record.lastSeenDay) {
      require(known.coordinate.isValid, "a place that is none")
    }
  }
}

/// Speaks with wpa_supplicant: each datagram comes after its length, and an empty one asks for a scan.
private func supplicant(_ bytes: [UInt8], startsOnly: Bool) {
  var dialogue = SupplicantDialogue(
    WiFiInterface(index: 1, name: "wlan0"), startsOnly: startsOnly)
  var now = MonotonicTime(nanoseconds: 1_000_000_000)
  var (asked, ended) = (0, 0)
  func check(_ actions: [SupplicantDialogue.Action]) {
    for action in actions {
      switch action {
      case .report(.requestEnded): ended += 1
      case .report(.scan(let scan, _)):
        require(!startsOnly, "a scan that was not asked for")
        require(scan.sightings.count <= NL80211Dialogue.maximumSightings, "too many access points")
        require(scan.sightings.allSatisfy { (-150...0).contains($0.signal) }, "no signal")
      default: break
      }
    }
    require(ended <= asked, "a request that ends twice")
  }
  check(dialogue.start(at: now))
  var rest = bytes[...]
  while let length = rest.popFirst() {
    let datagram = Array(rest.prefix(Int(length)))
    rest = rest.dropFirst(datagram.count)
    now = now + .milliseconds(700)
    if datagram.isEmpty {
      asked += 1
      check(dialogue.request(WiFiScanRequest(), at: now))
    }
    check(dialogue.receive(datagram.span, at: now))
    if let deadline = dialogue.deadline, deadline <= now { check(dialogue.wake(at: now)) }
  }
  check(dialogue.disconnected())
  require(ended == asked, "a request that does not end")
}

/// Speaks with a dialogue as the input decides.
private func talk(_ bytes: [UInt8]) {
  var talk = Talk()
  var choices = Choices(bytes[...])
  talk.perform(talk.dialogue.start(at: talk.now))
  while !choices.isEmpty { talk.step(&choices) }
  talk.end()
}

private struct Talk {
  var dialogue = NL80211Dialogue()
  var now = MonotonicTime(nanoseconds: 1_000_000_000_000)
  private var sequence: UInt32 = 0
  private var requests = 0
  private var outcomes = 0

  init() {}

  mutating func step(_ choices: inout Choices) {
    switch choices.byte() % 6 {
    case 0: receive(Array(choices.take(Int(choices.byte()))))
    case 1: receive(message(&choices))
    case 2: perform(dialogue.lostDatagrams(at: now))
    case 3:
      requests += 1
      let frequencies = (0..<Int(choices.byte() & 3)).map { _ in UInt32(choices.byte()) * 25 }
      let request = WiFiScanRequest(
        frequencies: frequencies, isActive: choices.flag(),
        interface: choices.optional { UInt32($0.byte()) })
      perform(dialogue.request(request, at: now))
    case 4: wake()
    default: now = now + .milliseconds(Int64(choices.byte()) * 40)
    }
  }

  /// Lets all deadlines pass while the kernel goes on with every answer: every request has ended then.
  mutating func end() {
    for _ in 0..<1024 where outcomes < requests {
      var part = NetlinkWriter()
      part.message(NetlinkHeader(type: 28, flags: .multipart, sequence: sequence)) {
        $0.command(34, version: 1)
      }
      receive(part.bytes)
      now = now + .seconds(4)
      if let deadline = dialogue.deadline, deadline <= now { perform(dialogue.wake(at: now)) }
    }
    for _ in 0..<64 { wake() }
    require(outcomes == requests, "\(requests) requests, \(outcomes) ends")
  }

  private mutating func wake() {
    guard let deadline = dialogue.deadline else { return }
    now = max(now, deadline)
    perform(dialogue.wake(at: now))
    require(dialogue.deadline.map { $0 > now } ?? true, "a deadline that does not pass")
  }

  private mutating func receive(_ datagram: [UInt8]) {
    perform(dialogue.receive(datagram.span, at: now))
  }

  mutating func perform(_ actions: [NL80211Dialogue.Action]) {
    for action in actions {
      switch action {
      case .send(let request):
        NetlinkMessages.forEach(in: request.span) { header, _ in sequence = header.sequence }
        require(sequence != 0, "a request with the number of an event")
      case .join(let group): require(group != 0, "a group without a number")
      case .report(.scan(let scan, _)): check(scan)
      case .report(.requestEnded): outcomes += 1
      case .report(.availability(.present(let interfaces))):
        let indices = interfaces.map(\.index)
        require(indices == Set(indices).sorted(), "interfaces twice or out of order")
      case .report: break
      case .ask(let request):
        require(request.interface != nil, "a scan of no interface")
        // Passive ones are started, those on few channels are not answered.
        if !request.isActive {
          perform(dialogue.accept(at: now))
        } else if request.frequencies.isEmpty {
          perform(dialogue.refuse(.notPermitted, at: now))
        }
      }
    }
  }

  private func check(_ scan: WiFiScan) {
    require(scan.sightings.count <= NL80211Dialogue.maximumSightings, "a scan without a limit")
    require(scan.sightings.allSatisfy { $0.time <= now }, "a sighting in the future")
    let source = AccessPointLookUp { bssid in
      let place = Coordinate(
        latitude: Double(bssid.rawValue & 0xFF) / 1e4, longitude: Double(bssid.rawValue >> 40))
      return KnownAccessPoint(coordinate: place, accuracy: Double(bssid.rawValue & 0xFFF))
    }
    guard
      let position = try? WiFiPositioner().position(
        of: scan, at: now, isMoving: false, from: source)
    else { return }
    require(position.coordinate.isValid, "a position that is none")
    require(position.horizontalAccuracy.isFinite && position.networks >= 2, "a dishonest position")
  }

  // MARK: Messages

  private func message(_ choices: inout Choices) -> [UInt8] {
    let types: [UInt16] = [16, 28, 2, 3, 4, 17]
    let commands: [UInt8] = [1, 7, 8, 33, 34, 35, 2, 5]
    let type = types[Int(choices.byte()) % types.count]
    let command = commands[Int(choices.byte()) % commands.count]
    let flags: NetlinkHeader.Flags = choices.byte() & 3 == 2 ? .dumpInterrupted : []
    var number = sequence
    switch choices.byte() & 3 {
    case 1: number = 0
    case 2: number &-= 1
    default: break
    }
    // By default the answer to the request that is under way, or an event.
    if type == 28, command >= 33, choices.flag() { number = 0 }
    var writer = NetlinkWriter()
    writer.message(NetlinkHeader(type: type, flags: flags, sequence: number)) { message in
      if type < 16 {
        message.octets(
          [choices.flag() ? 0 : 0xFF] + (choices.flag() ? [0, 0, 0] : [255, 255, 255]))
      } else {
        message.command(command, version: 1)
        attributes(&message, depth: 0, &choices)
      }
    }
    return writer.bytes
  }

  private func attributes(
    _ writer: inout NetlinkWriter, depth: Int, _ choices: inout Choices
  ) {
    let numbers: [UInt16] = [2, 1, 3, 4, 5, 6, 7, 47, 8, 9, 10, 11, 15, 0]
    for _ in 0..<Int(choices.byte() & 7) {
      let number = numbers[Int(choices.byte()) % numbers.count]
      if depth < 3, number == 7 || number == 47 || choices.byte() & 15 == 15 {
        writer.nested(number) { attributes(&$0, depth: depth + 1, &choices) }
      } else {
        writer.attribute(number, Array(choices.take(Int(choices.byte() & 63))))
      }
    }
  }
}
