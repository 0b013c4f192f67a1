/// Something that may wait to be sent to one client, whole.
package protocol PeerLine {
  var content: [UInt8] { get }
  /// Whether the client has asked for it: such lines are never left out, and counted.
  var isReply: Bool { get }
  /// Whether it is left out, the oldest first, where there is no room.
  var isStream: Bool { get }
  /// Whether it makes one that waits worthless.
  func replaces(_ other: Self) -> Bool
}

extension GPSDLine: PeerLine {
  package var isReply: Bool { kind == .reply }
  package var isStream: Bool { kind.isStream }
  package func replaces(_ other: GPSDLine) -> Bool {
    kind.isReplaced && kind == other.kind && device == other.device
  }
}
