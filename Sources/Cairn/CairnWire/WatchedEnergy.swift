package import CairnTypes

/// The energy drawn since the start.
package struct WatchedEnergy: Sendable {
  /// What was drawn by a provider, or for a program.
  package struct Account: Sendable {
    /// Empty for all without an account of their own.
    package var name: String
    /// `nil` if a part is not known.
    package var energy: Energy?

    package init(_ name: String = "", _ energy: Energy? = nil) {
      self.name = name
      self.energy = energy
    }

    mutating func wire(_ f: inout some RecordVisitor, octets: Int) {
      f.fixed(&energy)
      f.text(&name, octets: octets)
    }
  }

  /// Accounts of each kind in a message; a ledger has no more.
  package static let limit = 32

  /// By provider.
  package var providers: [Account] = []
  /// Without those that this program may not see, which share the account without a name.
  package var clients: [Account] = []
  /// Drawn for nobody; `nil` if a part is not known.
  package var unattributed: Energy?

  /// The type on the wire.
  package static let type: UInt16 = 97

  package init() {}

  /// Returns the message, which belongs to the connection.
  package var encoded: [UInt8] {
    var copy = self
    return WireHeader(type: Self.type, service: 0).message { copy.wire(&$0) }
  }

  /// Reads a message.
  package static func decode(_ message: borrowing Span<UInt8>) throws(WireError) -> WatchedEnergy {
    var (header, reader) = try WireHeader.read(message)
    guard header.type == type else { throw .unknown(header) }
    var energy = WatchedEnergy()
    energy.wire(&reader)
    guard !reader.hasFailed else { throw .content(header) }
    return energy
  }

  package mutating func wire(_ f: inout some RecordVisitor) {
    f.fixed(&unattributed)
    let (short, long) = (WireLimits.provider, WireLimits.text)
    f.reserved(4)
    f.elements(&providers, octets: 8 + short, Account()) { $1.wire(&$0, octets: short) }
    f.reserved(4)
    f.elements(&clients, octets: 8 + long, Account()) { $1.wire(&$0, octets: long) }
  }
}

extension RecordVisitor {
  /// Visits nanojoules in eight octets; the smallest number stands for `nil`.
  package mutating func fixed(_ value: inout Energy?) {
    var number = value?.nanojoules ?? .min
    integer(&number)
    value = number == .min ? nil : Energy(nanojoules: number)
  }
}
