public import CairnUBX

/// Why a wish was not fulfilled.
public enum WishRefusal: Equatable, Sendable {
  /// The receiver knows the key and does not take the value.
  case refused
  /// The receiver, or what it understands, has no such setting.
  case unsupported
  /// The receiver took the value, and has another one: the octets as a number, the first lowest.
  case notKept(found: UInt64)
  /// The receiver could no longer be talked to afterwards; nothing was sent.
  case wouldDeafen
  /// The receiver did not answer, and could not be seen to have the value.
  case noAnswer
  /// The receiver was not heard at that line speed, and is used at another.
  case rateNotReached
  /// Nothing may be written, or the receiver understands no command that is known.
  case notPermitted
}

/// A wish that was not fulfilled.
public struct RefusedWish: Equatable, Sendable {
  /// The required setting.
  public var value: ConfigurationValue
  /// Why the receiver does not have it.
  public var reason: WishRefusal

  /// The key of the required setting.
  public var key: ConfigurationKey { value.key }

  /// See the properties.
  public init(_ value: ConfigurationValue, _ reason: WishRefusal) {
    self.value = value
    self.reason = reason
  }
}

/// A memory that did not take the configuration; what is in use is not affected.
public struct LayerWarning: Equatable, Sendable {
  /// The memory.
  public var layer: ConfigurationLayers
  /// Why it does not hold the wishes. `.refused` is also what a receiver without that memory says.
  public var reason: WishRefusal

  /// See the properties.
  public init(_ layer: ConfigurationLayers, _ reason: WishRefusal) {
    self.layer = layer
    self.reason = reason
  }
}

/// How a configuration ended: what was changed, and what was not and why.
public struct ConfigurationReport: Equatable, Sendable {
  /// Wishes that the receiver did not have and has now.
  public var applied = 0
  /// Wishes that it had already.
  public var unchanged = 0
  /// Wishes that it does not have.
  public var refused: [RefusedWish] = []
  /// Memories that were to keep the configuration and do not.
  public var layerWarnings: [LayerWarning] = []
  /// Baud of our end of the line, at which the receiver was last heard; `nil` where the line has no
  /// speed.
  public var baudRate: UInt32?
  /// Whether the receiver answered, or was heard, at the end. Where it was not, its speed is one that the
  /// host cannot hear; only RAM has that speed, so that a reset heals it.
  public var isReachable = true

  /// Nothing wished.
  public init() {}

  /// Whether the receiver has every wish, in every memory that was to keep it.
  public var isComplete: Bool { refused.isEmpty && layerWarnings.isEmpty && isReachable }

  /// Whether something was not answered that the receiver should do.
  var lacksAnswers: Bool { unanswered.contains { !ReportWishes.isOptional($0.key) } }

  /// Whether it was not heard at the speed that the wishes need.
  var lacksSpeed: Bool { refused.contains { $0.reason == .rateNotReached } }

  /// Requirements without an answer.
  var unanswered: [RefusedWish] { refused.filter { $0.reason == .noAnswer } }
}
