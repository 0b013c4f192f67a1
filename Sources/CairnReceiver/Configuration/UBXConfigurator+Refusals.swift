internal import CairnTypes
internal import CairnUBX

// Refusals name a kind of message, and no group.

extension UBXConfigurator {
  /// Whether more refusals have come than the other groups can have that are open.
  func isRefused(_ group: [Int]) -> Bool {
    guard let volley else { return false }
    if isAloneRefused(group) { return true }
    let name = name(group)
    let open = volley.groups.count { self.name($0) == name }
    return volley.round.refusals.count { $0 == name } > (open &- 1) &* volley.round.copies
  }

  /// Whether a refusal, of whatever round, can only have been of this setting: nothing else that was asked for by that
  /// name lacks its values, and nothing has been refused but this.
  func isAloneRefused(_ group: [Int]) -> Bool {
    guard let volley, group.count == 1, !isWriting(group) else { return false }
    let name = name(group)
    return volley.refused.contains(name)
      && (volley.groups + volley.waiting).allSatisfy { $0 == group || self.name($0) != name }
      && !ledger.settings.contains { ledger.isRefused($0) }
  }

  /// Refuses the setting of which a refusal must have been.
  ///
  /// - Returns: whether there is one.
  mutating func attribute() -> Bool {
    guard let group = volley?.groups.first(where: { isAloneRefused($0) }) else { return false }
    ledger.refuse(group, .unsupported)
    volley?.groups.removeAll { $0 == group }
    return true
  }

  /// Decides about what is open where it is clear why.
  ///
  /// - Returns: whether it was about anything.
  mutating func decide() -> Bool {
    guard let volley else { return false }
    let round = volley.round
    // The name of a message is that of asking for it, where there are no keys.
    let answers = round.written &* (language.hasLayers ? 1 : 2)
    let isTaken =
      volley.isSolo && round.refusals.isEmpty
      && round.acknowledged > (answers &- 1) &* round.copies
    // More than can be: one of them is late.
    let isMixed = round.acknowledged &+ round.refusals.count > answers &* round.copies
    var rest: [[Int]] = []
    for group in volley.groups {
      let found = round.different.first { $0.group == group }?.values
      if isDivisible(group) {
        rest.append(group)
      } else if !isWriting(group), isRefused(group) {
        ledger.refuse(group, .unsupported)
      } else if found != nil, isRefused(group), !isMixed || !language.hasLayers {
        ledger.refuse(group, .refused)
      } else if let found, isTaken, volley.taken.contains(group) {
        ledger.conclude(group, found, otherwise: nil)
      } else {
        if found != nil, isTaken { self.volley?.taken.append(group) }
        rest.append(group)
      }
    }
    self.volley?.groups = rest
    return rest.count < volley.groups.count
  }

  /// Whether more refusals by a name have come than single settings can have, which go alone.
  private func isAnyRefused(_ name: MessageID) -> Bool {
    guard let volley else { return false }
    let single = volley.groups.count { !isDivisible($0) && self.name($0) == name }
    return volley.round.refusals.count { $0 == name } > single &* volley.round.copies
  }

  /// Divides groups of which a setting was refused, or is different.
  ///
  /// - Returns: whether there was one.
  mutating func divide() -> Bool {
    guard let volley else { return false }
    let count = volley.groups.reduce(0) { $0 &+ $1.count }
    let groups = volley.groups.flatMap { group in
      let isAtFault =
        isWriting(group)
        ? volley.round.different.contains { $0.group == group }
        : isAnyRefused(name(group))
      let part =
        !isDivisible(group) || !isAtFault
        ? group.count : Volley.part(of: group.count, among: count)
      return stride(from: 0, to: group.count, by: part).map {
        [Int](group[$0..<min($0 &+ part, group.count)])
      }
    }
    self.volley?.groups = groups
    return groups.count > volley.groups.count
  }
}
