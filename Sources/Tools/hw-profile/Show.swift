import ArgumentParser
import CairnHAL
import CairnProfiles
import CommandSupport

struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Prints profiles: for people, as JSON, or as Swift source.",
    discussion: """
      Examples:
        hw-profile show                              the names of all
        hw-profile show ublox-m9
        hw-profile show ublox-m9 --json
        hw-profile show ublox-m9 max-m10s --swift > Profiles.swift
        hw-profile show --all --kind receiver --swift --list receivers > Receivers.swift
        hw-profile show ./my-board.yaml

      Exit codes: 0 done, 1 no such profile, or it has errors, 64 wrong usage.
      """)

  @Argument(help: "Names, or paths of .yaml files. Default: list the names of all.")
  var names: [String] = []

  @OptionGroup var folder: ProfilesOption

  @Flag(help: "Print all profiles of the folder.")
  var all = false

  @Option(help: "Only profiles of this kind: \(kinds).", transform: Self.kind(named:))
  var kind: HardwareProfile.Kind?

  @Flag(help: "Print one JSON object for each profile.")
  var json = false

  @Flag(help: "Print Swift source, for firmware that reads no files.")
  var swift = false

  @Option(help: "With --swift: the name of a constant that lists all of them.")
  var list: String?

  private static let kinds = HardwareProfile.Kind.allCases.map(\.rawValue).joined(separator: ", ")

  private static func kind(named name: String) throws -> HardwareProfile.Kind {
    guard let kind = HardwareProfile.Kind(rawValue: name) else {
      throw ValidationError("--kind is one of \(kinds), not \(name)")
    }
    return kind
  }

  func validate() throws {
    if json && swift { throw ValidationError("--json and --swift exclude each other") }
    if (all || kind != nil) && !names.isEmpty {
      throw ValidationError("--all and --kind take no names")
    }
    if names.isEmpty && !all && (json || swift) {
      throw ValidationError("name a profile, or use --all")
    }
    guard let list else { return }
    if !swift { throw ValidationError("--list needs --swift") }
    let isName = list.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard isName, list.first?.isLetter == true else {
      throw ValidationError("--list must be letters and digits, not \(list)")
    }
  }

  func run() throws {
    if names.isEmpty && !all { return try printNames() }
    let chosen =
      all
      ? try Profiles.all(folder.search).filter { kind ?? $0.kind == $0.kind }
      : try names.map { try Profiles.named($0, folder.search) }
    if swift { return sayExactly(SwiftSource.text(of: chosen, list: list)) }
    for (index, profile) in chosen.enumerated() {
      if json {
        say(ProfileItem(profile).json)
      } else {
        if index > 0 { say() }
        say(Terminal.bold(profile.title))
        ProfileItem(profile).printLines()
      }
    }
  }

  private func printNames() throws {
    let all = try Profiles.all(folder.search).filter { kind ?? $0.kind == $0.kind }
    let width = all.map(\.name.count).max() ?? 0
    for profile in all {
      let padding = String(repeating: " ", count: width + 2 - profile.name.count)
      say(Terminal.bold(profile.name) + padding + profile.title)
    }
  }
}
