import CairnTypes

/// Keeps printed fields by name, those of group `n` as `name_0n`.
struct FieldCollector: FieldSink {
  var fields: [String: FieldValue] = [:]
  private var group = 0
  private var isInGroup = false

  mutating func field(_ name: StaticString, _ value: FieldValue) {
    let suffix = isInGroup ? (group < 10 ? "_0\(group)" : "_\(group)") : ""
    fields["\(name)" + suffix] = value
  }

  mutating func beginGroup() {
    group += 1
    isInGroup = true
  }

  mutating func endGroup() { isInGroup = false }
}
