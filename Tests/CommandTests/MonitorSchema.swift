import Foundation
import Testing

/// The keywords of JSON Schema that docs/monitor.schema.json uses; any other is a fault of the schema.
struct MonitorSchema {
  let root: [String: Any]

  init() throws {
    let file = Cairn.package.appending(path: "docs/monitor.schema.json")
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
    root = try #require(json as? [String: Any])
  }

  /// Returns what is wrong with a value, each with its place.
  func faults(of value: Any) -> [String] { faults(of: value, by: root, at: "") }

  private func faults(of value: Any, by schema: [String: Any], at place: String) -> [String] {
    var faults: [String] = []
    for (keyword, rule) in schema {
      switch (keyword, rule) {
      case ("$schema", _), ("$id", _), ("title", _), ("description", _), ("$defs", _),
        ("properties", _):
        break
      case ("$ref", let name as String):
        let definitions = root["$defs"] as? [String: Any]
        let last = String(name.split(separator: "/").last ?? "")
        guard let other = definitions?[last] as? [String: Any] else { return ["no \(name)"] }
        faults += self.faults(of: value, by: other, at: place)
      case ("oneOf", let ways as [[String: Any]]):
        let all = ways.map { self.faults(of: value, by: $0, at: place) }
        if all.count(where: \.isEmpty) != 1 {
          faults.append(
            "\(place): not one of the forms: \(all.min { $0.count < $1.count } ?? [])")
        }
      case ("type", let names):
        let names = names as? [String] ?? [names as? String ?? ""]
        if !names.contains(where: { Self.isType($0, value) }) {
          faults.append("\(place): \(value) is not \(names)")
        }
      case ("const", let text as String):
        if value as? String != text { faults.append("\(place): \(value) is not \(text)") }
      case ("enum", let texts as [String]):
        if !texts.contains(value as? String ?? "") { faults.append("\(place): \(value)") }
      case ("minimum", let bound as Double):
        if let number = value as? Double, number < bound { faults.append("\(place): \(number)") }
      case ("maximum", let bound as Double):
        if let number = value as? Double, number > bound { faults.append("\(place): \(number)") }
      case ("items", let items as [String: Any]):
        for (index, element) in (value as? [Any] ?? []).enumerated() {
          faults += self.faults(of: element, by: items, at: "\(place)[\(index)]")
        }
      case ("required", let names as [String]):
        let object = value as? [String: Any] ?? [:]
        faults += names.filter { object[$0] == nil }.map { "\(place).\($0) is missing" }
      case ("additionalProperties", false as Bool):
        let known = schema["properties"] as? [String: [String: Any]] ?? [:]
        for (name, member) in value as? [String: Any] ?? [:] {
          if let rule = known[name] {
            faults += self.faults(of: member, by: rule, at: place + "." + name)
          } else {
            faults.append("\(place).\(name) is not described")
          }
        }
      default: faults.append("the schema says \(keyword)")
      }
    }
    return faults
  }

  private static func isType(_ name: String, _ value: Any) -> Bool {
    let number = value as? NSNumber
    // A number that JSON has as true or false has the type of a character.
    let isBoolean = number.map { $0.objCType.pointee == CChar(bitPattern: 0x63) } ?? false
    return switch name {
    case "null": value is NSNull
    case "string": value is String
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "boolean": isBoolean
    case "number": number != nil && !isBoolean
    case "integer":
      !isBoolean && number.map { $0.doubleValue == $0.doubleValue.rounded() } ?? false
    default: false
    }
  }
}
