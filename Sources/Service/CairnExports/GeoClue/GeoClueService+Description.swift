internal import CairnDBus

// What `Introspect` answers, for busctl, d-feet and programs that make their proxies by it.

extension GeoClueService {
  /// Describes an object in the bus's XML. Of the clients, a connection sees its own.
  func description(of object: GeoClueObject, for owner: BusName) -> String {
    var text = """
      <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" \
      "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
      <node>

      """
    if let interface = object.interface {
      text += GeoClueMember.describe(interface.text, GeoClueMember.all(of: object))
    }
    for (interface, members) in GeoClueMember.ofEveryObject {
      text += GeoClueMember.describe(interface, members)
    }
    for child in children(of: object, for: owner) { text += "  <node name=\"\(child)\"/>\n" }
    return text + "</node>\n"
  }

  private func children(of object: GeoClueObject, for owner: BusName) -> [String] {
    guard case .folder(let path) = object else { return [] }
    if path == GeoClue.root { return ["Client", "Manager"] }
    guard GeoClue.root.isWithin(path) else {
      return (owners[owner]?.clients ?? []).sorted().map { "\($0)" }
    }
    let above = path.text == "/" ? 1 : path.text.utf8.count + 1
    return GeoClue.root.text.dropFirst(above).split(separator: "/").prefix(1).map { "\($0)" }
  }
}

/// A member of an interface, as it is described.
private enum GeoClueMember {
  typealias Arguments = KeyValuePairs<String, String>

  /// Names and types of the arguments in and out.
  case method(String, Arguments = [:], out: Arguments = [:])
  case signal(String, Arguments)
  case property(String, String, isWritable: Bool = false)

  static let ofEveryObject: KeyValuePairs<String, [GeoClueMember]> = [
    InterfaceName.properties.text: [
      .method("Get", ["interface": "s", "property": "s"], out: ["value": "v"]),
      .method("GetAll", ["interface": "s"], out: ["properties": "a{sv}"]),
      .method("Set", ["interface": "s", "property": "s", "value": "v"]),
      .signal(
        "PropertiesChanged",
        ["interface": "s", "changed_properties": "a{sv}", "invalidated_properties": "as"]),
    ],
    GeoClue.introspectable.text: [.method("Introspect", out: ["data": "s"])],
    InterfaceName.peer.text: [
      .method("Ping"), .method("GetMachineId", out: ["machine_uuid": "s"]),
    ],
  ]

  static func all(of object: GeoClueObject) -> [GeoClueMember] {
    switch object {
    case .folder: []
    case .manager:
      [
        .method("GetClient", out: ["client": "o"]), .method("CreateClient", out: ["client": "o"]),
        .method("DeleteClient", ["client": "o"]), .method("AddAgent", ["id": "s"]),
        .property("InUse", "b"), .property("AvailableAccuracyLevel", "u"),
      ]
    case .client:
      [
        .method("Start"), .method("Stop"), .signal("LocationUpdated", ["old": "o", "new": "o"]),
        .property("Location", "o"), .property("Active", "b"),
        .property("DistanceThreshold", "u", isWritable: true),
        .property("TimeThreshold", "u", isWritable: true),
        .property("DesktopId", "s", isWritable: true),
        .property("RequestedAccuracyLevel", "u", isWritable: true),
      ]
    case .location:
      ["Latitude", "Longitude", "Accuracy", "Altitude", "Speed", "Heading"].map {
        .property($0, "d")
      } + [.property("Description", "s"), .property("Timestamp", "(tt)")]
    }
  }

  static func describe(_ interface: String, _ members: [GeoClueMember]) -> String {
    "  <interface name=\"\(interface)\">\n" + members.map(\.text).joined() + "  </interface>\n"
  }

  private var text: String {
    switch self {
    case .method(let name, let arguments, let out):
      Self.element(
        "method", name,
        Self.list(arguments, direction: " direction=\"in\"")
          + Self.list(out, direction: " direction=\"out\""))
    case .signal(let name, let arguments):
      Self.element("signal", name, Self.list(arguments, direction: ""))
    case .property(let name, let type, let isWritable):
      "    <property name=\"\(name)\" type=\"\(type)\" access=\"\(isWritable ? "readwrite" : "read")\"/>\n"
    }
  }

  private static func element(_ kind: String, _ name: String, _ content: String) -> String {
    content.isEmpty
      ? "    <\(kind) name=\"\(name)\"/>\n"
      : "    <\(kind) name=\"\(name)\">\n\(content)    </\(kind)>\n"
  }

  private static func list(_ arguments: Arguments, direction: String) -> String {
    arguments.map { "      <arg name=\"\($0.key)\" type=\"\($0.value)\"\(direction)/>\n" }.joined()
  }
}
