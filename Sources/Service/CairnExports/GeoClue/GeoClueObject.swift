package import CairnDBus

/// Names of GeoClue's interface, by which desktop programs ask where they are.
///
/// Source: GeoClue 2.6, interface/org.freedesktop.GeoClue2.{Manager,Client,Location,Agent}.xml.
package enum GeoClue {
  /// The name of the service on the bus.
  package static let name: BusName = "org.freedesktop.GeoClue2"
  /// The object that all others are below of.
  package static let root: ObjectPath = "/org/freedesktop/GeoClue2"
  /// The object of a user's agent, on the agent's own connection.
  package static let agentPath: ObjectPath = "/org/freedesktop/GeoClue2/Agent"
  package static let agent: InterfaceName = "org.freedesktop.GeoClue2.Agent"
  /// The property of an agent that limits its user's programs.
  package static let agentLimit = "MaxAccuracyLevel"

  static let manager: InterfaceName = "org.freedesktop.GeoClue2.Manager"
  static let client: InterfaceName = "org.freedesktop.GeoClue2.Client"
  static let location: InterfaceName = "org.freedesktop.GeoClue2.Location"
  static let introspectable: InterfaceName = "org.freedesktop.DBus.Introspectable"
}

/// An object of the service, by its path.
enum GeoClueObject: Hashable {
  /// What only leads to others.
  case folder(ObjectPath)
  case manager
  case client(UInt32)
  /// A position of a client.
  case location(client: UInt32, number: UInt32)

  /// - Returns: `nil` for a path that no object of the service can have.
  init?(_ path: ObjectPath) {
    guard path.isWithin(GeoClue.root) else {
      guard GeoClue.root.isWithin(path) else { return nil }
      self = .folder(path)
      return
    }
    let parts = path.text.dropFirst(GeoClue.root.text.utf8.count).split(separator: "/")
    switch parts.first {
    case nil: self = .folder(path)
    case "Manager" where parts.count == 1: self = .manager
    case "Client":
      guard parts.count != 1 else {
        self = .folder(path)
        return
      }
      guard let client = Self.number(parts[1]) else { return nil }
      switch parts.count {
      case 2: self = .client(client)
      case 4 where parts[2] == "Location":
        guard let number = Self.number(parts[3]) else { return nil }
        self = .location(client: client, number: number)
      default: return nil
      }
    default: return nil
    }
  }

  /// Only what this service has written itself: no sign, no leading zero.
  private static func number(_ text: Substring) -> UInt32? {
    guard let number = UInt32(text), "\(number)" == text else { return nil }
    return number
  }

  /// The path of the object.
  var path: ObjectPath {
    let text =
      switch self {
      case .folder(let path): path.text
      case .manager: "\(GeoClue.root.text)/Manager"
      case .client(let client): "\(GeoClue.root.text)/Client/\(client)"
      case .location(let client, let number):
        "\(GeoClue.root.text)/Client/\(client)/Location/\(number)"
      }
    // Made of nothing but letters, digits and slashes.
    return (try? ObjectPath(text)) ?? GeoClue.root
  }

  /// The interface of the object beside those of every object; `nil` for a folder.
  var interface: InterfaceName? {
    switch self {
    case .folder: nil
    case .manager: GeoClue.manager
    case .client: GeoClue.client
    case .location: GeoClue.location
    }
  }
}
