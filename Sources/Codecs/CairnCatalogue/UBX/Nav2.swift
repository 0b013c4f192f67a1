public import CairnUBX

/// UBX-NAV2-…: a message of the receiver's second navigation engine, in the layout of the first.
///
/// The second engine computes without the host's corrections or sensors, as a check on the first.
/// Never mix messages of both in one epoch: the instants agree, the solutions do not.
///
/// Source: u-blox UBX-22008968 (F9 HPG 1.32), "UBX-NAV2".
public struct Nav2<Message: UBXMessage>: UBXMessage {
  public static var id: MessageID { MessageID(.nav2, Message.id.number) }
  public static var name: String {
    "NAV2-" + String(decoding: Message.name.utf8.dropFirst("NAV-".utf8.count), as: UTF8.self)
  }
  public static var payloadLength: PayloadLength { Message.payloadLength }
  public static var discriminator: UInt8? { Message.discriminator }

  /// The content, in the first engine's form.
  public var message = Message()

  public init() {}

  /// - Parameter message: a message in the layout of class NAV.
  public init(_ message: Message) { self.message = message }

  public mutating func fields(_ f: inout some UBXFieldVisitor) { message.fields(&f) }
}

extension Nav2: Equatable where Message: Equatable {}
extension Nav2: Hashable where Message: Hashable {}
