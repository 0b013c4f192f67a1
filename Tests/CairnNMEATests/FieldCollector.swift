import CairnTypes

/// Keeps printed fields by name, those of group `n` as `name_0n`.
struct FieldCollector: FieldSink {
  var fields: [String: FieldValue] = [:]
  private var group = 0
  private var isInGroup = false

  mutating func field(_ name: StaticString, _ value: FieldValue) {
    field(named: "\(name)", value)
  }

  mutating func field(named name: String, _ value: FieldValue) {
    let suffix = isInGroup ? (group < 10 ? "_0\(group)" : "_\(group)") : ""
    fields[name + suffix] = value
  }

  mutating func element(_ name: String, _ number: Int, _ value: FieldValue) {}

  mutating func beginGroup(_ index: Int) {
    group = index + 1
    isInGroup = true
  }

  mutating func reserved(_ value: FieldValue) {}

  mutating func endGroup() { isInGroup = false }
}
