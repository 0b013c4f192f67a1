public import CairnTypes

/// Asks a modem for the cells that it hears: in its own dialect, and if that reports no cell with
/// an identity, by the standard's commands.
public struct CellInquiry: ModemInquiry {
  /// Why there are no cells.
  @nonexhaustive
  public enum Failure: Error, Hashable, Sendable {
    /// The modem is registered in no network, or does not report it.
    case notRegistered
    /// An obstacle must be removed first.
    case obstacle(ModemObstacle)
    /// The modem has answered nothing.
    case silent
  }

  /// Stage of the inquiry: the last command.
  private enum Stage: Hashable {
    case vendor(Int)
    case format
    case network
    case enable(Int)
    case registration(Int)
    case obstacle
  }

  /// Commands of the standard that report area and cell, by generation.
  ///
  /// Source: 3GPP TS 27.007 §7.2, §10.1.20, §10.1.22, §10.1.47.
  private static let registrations = ["+CEREG", "+C5GREG", "+CGREG", "+CREG"]

  private let dialect: ModemDialect
  private var stage = Stage.vendor(-1)
  private var cells: [CellSighting] = []
  private var network: (country: String, code: String)?
  private var obstacle = ObstacleInquiry()
  private var isSilent = true

  /// Creates an inquiry.
  public init(_ dialect: ModemDialect) { self.dialect = dialect }

  /// - Returns: as the result, at least one cell with an identity, the serving one first, or why
  ///   there is none.
  public mutating func next(
    after response: ATResponse?, at now: MonotonicTime
  ) -> InquiryStep<Result<[CellSighting], Failure>> {
    if let response, response.result != .timeout { isSilent = false }
    switch stage {
    case .vendor(let index):
      if let response, let reader = dialect.reader {
        cells += response.lines.compactMap { reader.cell($0, at: now) }
      }
      // A modem that has just failed to answer is not asked again in another way.
      guard response?.result != .timeout || index < 0 else { return .done(.failure(.silent)) }
      if index + 1 < dialect.cells.count {
        stage = .vendor(index + 1)
        return .ask(dialect.cells[index + 1])
      }
      guard cells.isEmpty else { return .done(.success(cells)) }
      stage = .format
      return .ask(ATCommand("+COPS=3,2"))
    case .format:
      guard !isSilent else { return .done(.failure(.silent)) }
      stage = .network
      return .ask(.question("+COPS", "?", patience: .seconds(10)))
    case .network:
      network = response.flatMap(Self.network)
      guard network != nil else { return askForObstacle(at: now) }
      return enable(0, at: now)
    case .enable(let index):
      guard response?.result == .ok else { return enable(index + 1, at: now) }
      stage = .registration(index)
      return .ask(.question(Self.registrations[index], "?"))
    case .registration(let index):
      if let cell = response.flatMap({ serving($0, index, at: now) }) {
        return .done(.success([cell]))
      }
      return enable(index + 1, at: now)
    case .obstacle: return askForObstacle(after: response, at: now)
    }
  }

  private mutating func enable(
    _ index: Int, at now: MonotonicTime
  ) -> InquiryStep<Result<[CellSighting], Failure>> {
    guard index < Self.registrations.count else { return askForObstacle(at: now) }
    stage = .enable(index)
    return .ask(ATCommand(Self.registrations[index] + "=2"))
  }

  private mutating func askForObstacle(
    after response: ATResponse? = nil, at now: MonotonicTime
  ) -> InquiryStep<Result<[CellSighting], Failure>> {
    stage = .obstacle
    switch obstacle.next(after: response, at: now) {
    case .ask(let command): return .ask(command)
    case .done(let obstacle):
      return .done(.failure(obstacle.map { .obstacle($0) } ?? .notRegistered))
    }
  }

  /// `+COPS: 0,2,"22801",7`: country and network, in five or six digits.
  private static func network(_ response: ATResponse) -> (country: String, code: String)? {
    guard let fields = response.fields(after: "+COPS:").first, fields[1] == "2" else { return nil }
    let text = fields[2]
    guard 5...6 ~= text.utf8.count, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return (String(text.prefix(3)), String(text.dropFirst(3)))
  }

  /// `+CEREG: 2,1,"32C8","1E24F03",7`: state, area, cell, and access technology.
  private func serving(
    _ response: ATResponse, _ index: Int, at now: MonotonicTime
  ) -> CellSighting? {
    let name = Self.registrations[index]
    // An unsolicited notice has no number before the state.
    guard let network,
      let fields = response.fields(after: name + ":").first(where: { !$0.isQuoted(1) }),
      let state: Int = fields.decimal(1), state == 1 || state == 5,
      let cell: UInt64 = fields.hexadecimal(3),
      let identity = CellIdentity(
        Self.technology(fields.decimal(4), of: name, cell: cell), country: network.country,
        network: network.code, area: fields.hexadecimal(2), cell: cell)
    else { return nil }
    return CellSighting(identity: identity, isServing: true, time: now)
  }

  /// Source: the values of `<AcT>` in 3GPP TS 27.007 §7.2; 8 as modems of the vendors use it with
  /// `+CEREG`, for LTE-M.
  private static func technology(_ access: Int?, of name: String, cell: UInt64) -> CellTechnology {
    switch (name, access) {
    case ("+C5GREG", _), (_, 11), (_, 12): .nr
    case ("+CEREG", 8), (_, 9): .narrowband
    case ("+CEREG", _), (_, 7), (_, 10), (_, 13): .lte
    case (_, 2), (_, 4), (_, 5), (_, 6): .wcdma
    case (_, .some): .gsm
    case (_, nil): cell > 0xFFFF ? .wcdma : .gsm
    }
  }
}
