internal import CairnHAL
internal import CairnTypes

extension ProfileReader {
  /// Fills the profile with what included profiles state, before the file's own values.
  func includes(_ root: inout Section, into profile: inout HardwareProfile) {
    var domains: Set<String> = []
    let nodes = root.list(root.value("includes"), "includes")
    if nodes.count > ProfileLibrary.most {
      return root.report(
        nodes[ProfileLibrary.most], "more than \(ProfileLibrary.most) profiles are included",
        "put some of them into a profile that this one includes")
    }
    for node in nodes {
      guard let name = root.text(node, "includes") else { continue }
      if profile.includes.contains(name) {
        root.report(node, "'\(name)' stands here twice", "remove one")
        continue
      }
      profile.includes.append(name)
      switch library.profile(name, for: profile.name) {
      case .profile(let module): profile.adopt(module, domains: &domains)
      case .missing:
        let hint = Words.nearest(name, in: library.names).map { "did you mean '\($0)'?" }
        root.report(
          node, "no profile is called '\(name)'",
          hint ?? "name one of this folder, or of one that is searched")
      case .faulty(let error):
        root.report(
          node, "'\(name)' has errors, the first at line \(error.line): \(error.what)", error.advice
        )
      case .cycle(let names):
        root.report(
          node, "'\(name)' includes itself: \(names.joined(separator: " > "))",
          "take one of them out")
      case .tooDeep:
        root.report(
          node, "'\(name)' is more than \(ProfileLibrary.deepest) profiles deep",
          "include it further out, or take some between out")
      }
    }
  }
}

extension ProfileReader {
  /// Whether the profile is a variant of a receiver that can be recognised. It may leave recognition
  /// to that one, and is used where it is named.
  func isVariant(_ profile: HardwareProfile) -> Bool {
    profile.includes.contains { name in
      guard case .profile(let sibling) = library.profile(name, for: profile.name) else {
        return false
      }
      return sibling.kind == .receiver && sibling.identity != HardwareProfile.Identity()
    }
  }
}

extension HardwareProfile {
  /// Adopts what no profile before has stated: the receiver's behaviour as a whole, and figures by
  /// domain. Never adopts the identity, so that no device is recognised as two profiles, or the
  /// site, which is that of one machine.
  fileprivate mutating func adopt(_ module: HardwareProfile, domains: inout Set<String>) {
    if module.hasWays && domains.insert("ways").inserted {
      protocols = module.protocols
      dialects = module.dialects
      writeAccess = module.writeAccess
      ports = module.ports
      startup = module.startup
      persistence = module.persistence
      supply = module.supply
      wake = module.wake
      startTimes = module.startTimes
      pulses = module.pulses
    }
    let isNew = module.figures.entries.filter {
      let domain = $0.figure.row.domain
      return domain != FigureRow.siteKey && !domains.contains(domain)
    }
    for entry in isNew { figures.set(entry) }
    domains.formUnion(isNew.map(\.figure.row.domain))
  }

  /// Whether the profile says how a receiver works.
  private var hasWays: Bool {
    !protocols.isEmpty || !dialects.isEmpty || !ports.isEmpty || startTimes != StartTimes()
  }
}
