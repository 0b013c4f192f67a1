/// The header of a generic netlink message, and the messages that find a family by name.
///
/// Source: Linux, include/uapi/linux/genetlink.h.
public enum GenericNetlink {
  /// Octets of the header that follows netlink's.
  public static let headerLength = 4
  /// The family that tells of families.
  public static let controller: UInt16 = 16
  /// The multicast group in which the controller announces families that come and go.
  public static let familyGroup: UInt32 = 16

  static let newFamily: UInt8 = 1
  static let deleteFamily: UInt8 = 2
  static let getFamily: UInt8 = 3

  static let familyID: UInt16 = 1
  static let familyName: UInt16 = 2
  static let groups: UInt16 = 7
  static let groupName: UInt16 = 1
  static let groupID: UInt16 = 2

  /// Splits the content of a message into its command and its attributes; `nil` if it is too short.
  static func command(of content: Span<UInt8>) -> UInt8? {
    content.count >= headerLength ? content[0] : nil
  }

  /// Returns the octets behind the header of a message for which there is a command.
  @_lifetime(copy content)
  static func attributes(of content: Span<UInt8>) -> Span<UInt8> {
    content.extracting(droppingFirst: headerLength)
  }

  /// Returns the request for a family.
  public static func request(family name: String, sequence: UInt32) -> [UInt8] {
    var writer = NetlinkWriter()
    let header = NetlinkHeader(
      type: controller, flags: [.request, .acknowledge], sequence: sequence)
    writer.message(header) { message in
      message.command(getFamily, version: 1)
      message.attribute(familyName, text: name)
    }
    return writer.bytes
  }
}

/// A family of generic netlink messages.
public struct GenericNetlinkFamily: Hashable, Sendable {
  /// Type of its messages.
  public var id: UInt16
  /// Its name, such as `nl80211`.
  public var name: String
  /// Its multicast groups by name.
  public var groups: [String: UInt32]

  /// Creates a family; the properties describe the values.
  public init(id: UInt16, name: String, groups: [String: UInt32]) {
    self.id = id
    self.name = name
    self.groups = groups
  }

  /// Reads the controller's description of a family; `nil` without a valid number and a name.
  ///
  /// - Parameter attributes: the octets behind the generic netlink header.
  public init?(attributes: Span<UInt8>) {
    var found: (id: UInt16?, name: String?) = (nil, nil)
    var groups: [String: UInt32] = [:]
    NetlinkAttributes.forEach(in: attributes) { number, value in
      switch number {
      case GenericNetlink.familyID: found.id = value.native16(at: 0)
      case GenericNetlink.familyName: found.name = value.text
      case GenericNetlink.groups:
        NetlinkAttributes.forEach(in: value) { _, group in
          var (name, id): (String?, UInt32?)
          NetlinkAttributes.forEach(in: group) { number, value in
            switch number {
            case GenericNetlink.groupName: name = value.text
            case GenericNetlink.groupID: id = value.native32(at: 0)
            default: break
            }
          }
          if let name, let id, id != 0, groups.count < 64 { groups[name] = id }
        }
      default: break
      }
    }
    // Below 16 are netlink's own types.
    guard let id = found.id, id >= 16, let name = found.name else { return nil }
    self.init(id: id, name: name, groups: groups)
  }
}

extension Span<UInt8> {
  /// The text before the first zero; `nil` if it is empty.
  var text: String? {
    var octets: [UInt8] = []
    for index in indices {
      guard self[index] != 0 else { break }
      octets.append(self[index])
    }
    return octets.isEmpty ? nil : String(decoding: octets, as: UTF8.self)
  }
}
