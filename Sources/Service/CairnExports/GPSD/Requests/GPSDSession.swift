internal import CairnJSON
package import CairnTypes

/// An instant, on the clock that orders events and, if known, in UTC.
package struct GPSDMoment: Hashable, Sendable {
  package var time: MonotonicTime
  package var utc: Timestamp?

  package init(_ time: MonotonicTime, utc: Timestamp?) {
    self.time = time
    self.utc = utc
  }
}

/// The conversation with one client: bytes of requests in, bytes of replies and a demand out.
///
/// It answers as gpsd does where clients rely on it. Unlike gpsd's, a request may arrive in any
/// pieces, and POLL never repeats a position that has been lost.
package struct GPSDSession {
  /// How long after a request a client that polls counts as one that wants positions.
  package static let pollPatience = Duration.seconds(60)

  /// The line that greets a client.
  package static let greeting: [UInt8] = {
    var text = GPSDText(endsWithReturn: true)
    writeVersion(to: &text)
    return text.bytes
  }()

  /// Clients compare release and protocol with their own, and warn unless they are equal, whatever is
  /// said here.
  private static func writeVersion(to text: inout GPSDText) {
    text.version(release: "3.25", revision: "cairn 0.1.0")
  }

  /// What the client may be sent.
  package var allowed = GPSDLine.Kinds.all
  /// Why the client may have no positions, in words for it; `nil` if it may, or if that is not decided yet.
  package var refusal: String?
  /// Until when the client wants positions that it may have; `nil` if it does not.
  package var demandEnd: MonotonicTime? { mayHavePositions ? requestEnd : nil }
  /// Whether the client has sent too much that is no request; it is to be disconnected.
  package var isOver: Bool { reader.isExhausted }
  /// What the client is sent without being asked for each time.
  package var wanted: GPSDLine.Kinds { requested.intersection(allowed) }
  /// Whether the client has asked for positions, whether it may have them or not.
  package var hasRequest: Bool { requestEnd != nil }

  private var requestEnd: MonotonicTime?
  private var requested: GPSDLine.Kinds = []
  private var mayHavePositions: Bool { allowed.contains(.position) }
  private var reader = GPSDRequestReader()
  private var policy = GPSDPolicy()

  /// Creates a session that wants nothing.
  package init() {}

  /// Takes the next bytes of the client.
  ///
  /// - Returns: replies, and to a client that begins to watch the last TPV and SKY; each to be sent by
  ///   itself, because some clients lose what shares a read with a long line.
  package mutating func receive(
    _ bytes: Span<UInt8>, _ devices: GPSDDevices, at moment: GPSDMoment
  ) -> [GPSDLine] {
    var lines: [GPSDLine] = []
    var text = GPSDText(endsWithReturn: true)
    for index in bytes.indices {
      guard let request = reader.receive(bytes[index]) else { continue }
      let before = (wanted: wanted, device: policy.device)
      answer(request, devices, moment, &text)
      let isNew = !before.wanted.contains(.position) || before.device != policy.device
      guard isNew, wanted.contains(.position) else { continue }
      lines.append(GPSDLine(replies: text.bytes))
      text.clear()
      lines += devices.lastLines(policy)
    }
    if !text.bytes.isEmpty { lines.append(GPSDLine(replies: text.bytes)) }
    return lines
  }

  /// Whether the client wants a line.
  package func wants(_ line: GPSDLine) -> Bool {
    wanted.contains(line.kind)
      && (line.isForItsDevice ? policy.device == line.device : policy.covers(line.device))
  }

  private mutating func answer(
    _ request: GPSDRequest, _ devices: GPSDDevices, _ moment: GPSDMoment, _ text: inout GPSDText
  ) {
    switch request.name {
    case "VERSION": Self.writeVersion(to: &text)
    case "DEVICES": devices.writeList(to: &text)
    case "DEVICE": answerDevice(request, devices, &text)
    case "WATCH": watch(request, devices, moment, &text)
    case "POLL":
      if requestEnd != nil { note(moment) }
      guard mayHavePositions else { return refuse(&text) }
      devices.writePoll(policy, moment, to: &text)
    default: text.error("Unrecognized request '\(ForeignText.visible(request.name))'")
    }
  }

  private mutating func watch(
    _ request: GPSDRequest, _ devices: GPSDDevices, _ moment: GPSDMoment, _ text: inout GPSDText
  ) {
    if request.isDamaged { text.error("Invalid WATCH: this is no JSON object") }
    if request.arguments != nil {
      let before = policy
      policy.apply(request)
      if let path = policy.device, !devices.has(path) {
        policy = before
        return text.error("No such device as \(ForeignText.visible(path))")
      }
      requested = policy.kinds
      requestEnd = nil
      if policy.enable { note(moment) }
      // The wish is kept: the policy may change.
      if policy.enable, refusal != nil { return refuse(&text) }
    } else if request.isDamaged {
      return
    }
    devices.writeList(to: &text)
    policy.write(to: &text)
  }

  private func refuse(_ text: inout GPSDText) {
    text.error(ForeignText.visible(refusal ?? "the policy is being read: ask again"))
  }

  /// Tells a client that wants positions that it may have none from now on; `nil` for one that wants none.
  package func notice() -> GPSDLine? {
    guard refusal != nil, requestEnd != nil else { return nil }
    var text = GPSDText(endsWithReturn: true)
    refuse(&text)
    return GPSDLine(replies: text.bytes)
  }

  /// Answers with the present state, whatever is to be changed: Cairn sets up receivers by itself.
  private func answerDevice(
    _ request: GPSDRequest, _ devices: GPSDDevices, _ text: inout GPSDText
  ) {
    if request.isDamaged { text.error("Invalid DEVICE: this is no JSON object") }
    let path = request.arguments?["path"]?.asText
    if let path, !devices.has(path) {
      return text.error("No such device as \(ForeignText.visible(path))")
    }
    for device in devices.all where path == nil || device.path == path {
      text.line { device.members(&$0) }
    }
  }

  /// Notes that the client wants positions.
  private mutating func note(_ moment: GPSDMoment) {
    requestEnd = requested.isEmpty ? moment.time + Self.pollPatience : .distantFuture
  }
}
