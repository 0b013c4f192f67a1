internal import CairnRTCM
public import CairnTypes

/// Requests corrections from a caster and extracts them from its answer.
///
/// Pure: one value per connection. It passes on only whole RTCM 3 messages with a right checksum,
/// so that a torn connection never sends the receiver half a message.
///
/// Source: RTCM 10410.0 (NTRIP 1.0) and RTCM 10410.1 (NTRIP 2.0).
public struct NTRIPClient: Sendable {
  /// How long an answer's head may take, and how long a stream may go without a whole message,
  /// whatever else it brings.
  public static let patience = Duration.seconds(30)
  /// How often to send the caster the position.
  public static let positionInterval = Duration.seconds(10)
  /// The longest head of an answer, in bytes; a longer one is not a caster's.
  private static let headLimit = 8192

  private enum Phase { case idle, head, stream, failed }

  /// The version in which the caster is asked, or answers.
  public private(set) var version: NTRIPCaster.Version
  /// Number of messages passed on.
  public private(set) var messages = 0
  /// Number of bytes that belonged to no message.
  public private(set) var bytesSkipped = 0
  /// When the last message came.
  public private(set) var lastMessageAt: MonotonicTime?
  /// Whether the caster has agreed to send corrections, even if none has come.
  public private(set) var isAccepted = false

  private let caster: NTRIPCaster
  private let form: NTRIPForm
  private var phase = Phase.idle
  private var head: [UInt8] = []
  private var chunks: ChunkReader?
  /// Whether an empty line of the head may follow; no message begins like it.
  private var skipsLineEnd = false
  private var held: [UInt8] = []
  private var budget = SearchBudget()
  /// Number of bytes of the stream.
  private var bytesHeard = 0
  /// Their number when the last message came.
  private var heardAtMessage = 0
  private var deadline: MonotonicTime?
  private var positionDue: MonotonicTime?

  /// - Parameters:
  ///   - caster: the caster and mountpoint to ask.
  ///   - version: `.automatic` asks with version 2; if refused, the caller tries `.v1`.
  public init(_ caster: NTRIPCaster, version: NTRIPCaster.Version) {
    self.init(caster, version == .v1 ? .plainV1 : .v2)
  }

  /// - Parameters:
  ///   - caster: the caster and mountpoint to ask.
  ///   - form: the form of the request; if refused, the caller tries the next one.
  package init(_ caster: NTRIPCaster, _ form: NTRIPForm) {
    self.caster = caster
    self.form = form
    version = form.version
  }

  /// Whether corrections are coming, that is, at least one whole message has.
  public var isStreaming: Bool { phase == .stream && messages > 0 }

  /// When `fire` is due.
  public var nextDeadline: MonotonicTime? { deadline }

  /// When to send the position again; `nil` while the caster does not need it.
  public var positionDeadline: MonotonicTime? { phase == .stream ? positionDue : nil }

  /// Starts on a new connection.
  ///
  /// - Parameters:
  ///   - now: when it was made.
  ///   - position: a GGA sentence with its line ending; empty if there is none.
  /// - Returns: the request to send.
  /// - Throws: `unusableAddress` if a request cannot carry a part of `caster`.
  public mutating func connected(
    at now: MonotonicTime, position: [UInt8] = []
  ) throws(NTRIPError) -> [UInt8] {
    if let fault = caster.fault {
      phase = .failed
      throw .unusableAddress(fault)
    }
    phase = .head
    deadline = now + Self.patience
    positionDue = caster.sendsPosition ? now : nil
    return request(position)
  }

  /// Notes that the position has been sent.
  public mutating func sentPosition(at now: MonotonicTime) {
    if positionDue != nil { positionDue = now + Self.positionInterval }
  }

  /// Takes bytes from the caster.
  ///
  /// - Parameters:
  ///   - bytes: in pieces of any size.
  ///   - now: when they came.
  ///   - correction: called for each whole message.
  /// - Throws: why there will be no corrections; the connection is then of no more use.
  public mutating func receive(
    _ bytes: Span<UInt8>, at now: MonotonicTime, correction: (Span<UInt8>) -> Void
  ) throws(NTRIPError) {
    guard phase == .head || phase == .stream else { return }
    do throws(NTRIPError) {
      var rest = bytes
      if phase == .head {
        let taken = try readHead(bytes)
        rest = bytes.extracting(droppingFirst: taken)
        guard phase == .stream else { return }
        deadline = now + Self.patience
      }
      guard !rest.isEmpty else { return }
      bytesHeard &+= rest.count
      if chunks != nil {
        var body: [UInt8] = []
        let isRight = chunks?.read(rest, into: &body) ?? false
        // Bytes before a broken chunk count, however the stream is cut.
        take(body.span, at: now, correction)
        guard isRight else { throw .notACaster }
        if chunks?.isAtEnd ?? false { throw .closed }
      } else {
        take(rest, at: now, correction)
      }
    } catch {
      phase = .failed
      deadline = nil
      throw error
    }
  }

  /// Handles the deadline.
  ///
  /// - Throws: `silent` if nothing came for too long, `noMessages` if what came held no message.
  public mutating func fire(at now: MonotonicTime) throws(NTRIPError) {
    guard let deadline, deadline <= now else { return }
    var error: NTRIPError =
      phase == .stream && bytesHeard > heardAtMessage ? .noMessages : .silent
    // A caster that refuses a password may leave its answer unfinished.
    if phase == .head, let refusal = NTRIPHead(head.span, isWhole: true).error,
      refusal == .unauthorized || refusal == .digestRequired
    {
      error = refusal
    }
    phase = .failed
    self.deadline = nil
    throw error
  }

  /// Handles the caster's closing of the connection.
  ///
  /// - Returns: the reason.
  public mutating func ended() -> NTRIPError {
    // A caster that rejects a password may hang up right after saying so.
    let error: NTRIPError =
      phase == .head && !head.isEmpty
      ? NTRIPHead(head.span, isWhole: true).error ?? .closed : .closed
    phase = .failed
    deadline = nil
    return error
  }

  // MARK: - Request

  private func request(_ position: [UInt8]) -> [UInt8] {
    var text = "GET /" + caster.mountpoint
    text += version == .v1 ? " HTTP/1.0\r\n" : " HTTP/1.1\r\n"
    if version == .v2 {
      text +=
        "Host: " + caster.authority + "\r\nNtrip-Version: Ntrip/2.0\r\n"
    }
    // Version 1 requires a name that begins with NTRIP.
    text += "User-Agent: NTRIP Cairn/0.1\r\n"
    if form.accepts { text += "Accept: */*\r\n" }
    if !caster.user.isEmpty || !caster.password.isEmpty {
      let credentials = Array((caster.user + ":" + caster.password).utf8)
      text += "Authorization: Basic " + base64(credentials.span) + "\r\n"
    }
    var bytes = Array(text.utf8)
    if version == .v2 {
      let line = position.prefix { $0 != 0x0D && $0 != 0x0A }
      if caster.sendsPosition, !line.isEmpty {
        bytes += Array("Ntrip-GGA: ".utf8) + line + [13, 10]
      }
      bytes += Array("Connection: close\r\n".utf8)
    }
    return bytes + [13, 10]
  }

  // MARK: - Answer

  /// Reads the head and returns how many of these bytes belong to it.
  private mutating func readHead(_ bytes: Span<UInt8>) throws(NTRIPError) -> Int {
    let before = head.count
    var hasLineEnd = false
    for index in bytes.indices {
      head.append(bytes[index])
      hasLineEnd = hasLineEnd || bytes[index] == 0x0A
    }
    // Only the end of a line adds information.
    guard hasLineEnd || head.count > Self.headLimit else { return bytes.count }
    let answer = NTRIPHead(head.span, isWhole: false)
    if let error = answer.error { throw error }
    guard let length = answer.length else {
      guard head.count <= Self.headLimit else {
        throw NTRIPHead(head.span, isWhole: true).error ?? .notACaster
      }
      return bytes.count
    }
    phase = .stream
    isAccepted = true
    if answer.isVersion1 {
      version = .v1
      skipsLineEnd = true
    }
    chunks = answer.isChunked ? ChunkReader() : nil
    head = []
    return length - before
  }

  /// Finds the messages in the stream.
  private mutating func take(
    _ bytes: Span<UInt8>, at now: MonotonicTime, _ correction: (Span<UInt8>) -> Void
  ) {
    for index in bytes.indices {
      if skipsLineEnd, bytes[index] == 0x0D || bytes[index] == 0x0A { continue }
      skipsLineEnd = false
      held.append(bytes[index])
    }
    // Copied, because `held` is being read.
    var budget = budget
    budget.earn(upTo: bytesHeard)
    var position = 0
    var (found, skipped) = (0, 0)
    search: while position < held.count {
      let rest = held.span.extracting(droppingFirst: position)
      let length = RTCMFrame.length(of: rest) ?? 0
      let isAffordable = length > rest.count || budget.affords(.rtcm3, length)
      switch isAffordable ? RTCMFrame.check(rest) : .notAFrame {
      case .frame(let length, _):
        correction(rest.extracting(first: length))
        found += 1
        position += length
      case .incomplete: break search
      case .checksumFailure:
        budget.spend(.rtcm3, length)
        position += 1
        skipped += 1
      case .notAFrame:
        position += 1
        skipped += 1
      }
    }
    self.budget = budget
    messages &+= found
    bytesSkipped &+= skipped
    if found > 0 {
      lastMessageAt = now
      deadline = now + Self.patience
      heardAtMessage = bytesHeard
    }
    held.removeFirst(position)
  }
}
