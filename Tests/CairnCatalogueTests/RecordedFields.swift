import CairnTypes

/// Keeps what a message prints and hands it out again.
struct RecordedFields: FieldSink, FieldSource {
  private struct Level {
    var fields: [(name: String, value: FieldValue, isRead: Bool)] = []
    var groups: [Level] = []
    /// Behind the field read last: messages ask in the order of the wire.
    private var next = 0

    var hasUnread: Bool { fields.contains { !$0.isRead } || groups.contains { $0.hasUnread } }

    mutating func take(_ name: String) -> FieldValue? {
      func isWanted(_ index: Int) -> Bool { fields[index].name == name && !fields[index].isRead }
      let isNext = next < fields.count && isWanted(next)
      guard let index = isNext ? next : fields.indices.first(where: isWanted) else { return nil }
      next = index + 1
      fields[index].isRead = true
      return fields[index].value
    }

    mutating func takeNext() -> (name: String, value: FieldValue)? {
      guard let index = fields.firstIndex(where: { !$0.isRead }) else { return nil }
      fields[index].isRead = true
      return (fields[index].name, fields[index].value)
    }

    func flat(_ suffix: String, into all: inout [String: FieldValue]) {
      for field in fields { all[field.name + suffix] = field.value }
      for (index, group) in groups.enumerated() {
        group.flat(suffix + numbered(index + 1), into: &all)
      }
    }
  }

  private var root = Level()
  private var open: [(level: Level, index: Int)] = []
  private var reservedValues: [FieldValue] = []

  /// The names in the order of the wire.
  private(set) var order: [String] = []

  /// Under the names an independent decoder gives them: `svId_02`.
  var flat: [String: FieldValue] {
    var all: [String: FieldValue] = [:]
    root.flat("", into: &all)
    return all
  }

  mutating func field(_ name: StaticString, _ value: FieldValue) { put("\(name)", value) }

  mutating func field(named name: String, _ value: FieldValue) { put(name, value) }

  mutating func element(_ name: String, _ number: Int, _ value: FieldValue) {
    put(name + numbered(number), value)
  }

  private mutating func put(_ name: String, _ value: FieldValue) {
    order.append(name)
    if open.isEmpty {
      root.fields.append((name, value, false))
    } else {
      open[open.count - 1].level.fields.append((name, value, false))
    }
  }

  mutating func beginGroup(_ index: Int) {
    let groups = open.last?.level.groups ?? root.groups
    open.append((index < groups.count ? groups[index] : Level(), index))
  }

  mutating func endGroup() {
    let (level, index) = open.removeLast()
    func place(in groups: inout [Level]) {
      if index < groups.count { groups[index] = level } else { groups.append(level) }
    }
    if open.isEmpty {
      place(in: &root.groups)
    } else {
      place(in: &open[open.count - 1].level.groups)
    }
  }

  mutating func reserved(_ value: FieldValue) { reservedValues.append(value) }

  mutating func field(_ name: StaticString) -> FieldValue? { field(named: "\(name)") }

  mutating func field(named name: String) -> FieldValue? {
    open.isEmpty ? root.take(name) : open[open.count - 1].level.take(name)
  }

  mutating func nextField() -> (name: String, value: FieldValue)? {
    open.isEmpty ? root.takeNext() : open[open.count - 1].level.takeNext()
  }

  mutating func element(_ name: String, _ number: Int) -> FieldValue? {
    root.take(name + numbered(number))
  }

  var groupCount: Int { (open.last?.level.groups ?? root.groups).count }

  mutating func reserved() -> FieldValue? {
    reservedValues.isEmpty ? nil : reservedValues.removeFirst()
  }

  var hasUnread: Bool { root.hasUnread }
}

private func numbered(_ number: Int) -> String { (number < 10 ? "_0" : "_") + String(number) }
