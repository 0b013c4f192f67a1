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
        hw-profile show ./my-board.yaml

      Exit codes: 0 done, 1 no such profile, or it has errors, 64 wrong usage.
      """)

  @Argument(help: "Names, or paths of .yaml files. None: the names of all.")
  var names: [String] = []

  @OptionGroup var folder: ProfilesOption

  @Flag(help: "All profiles of the folder.")
  var all = false

  @Flag(help: "One JSON object for each profile.")
  var json = false

  @Flag(help: "Swift source, for firmware that reads no file.")
  var swift = false

  func validate() throws {
    if json && swift { throw ValidationError("--json and --swift exclude each other") }
    if all && !names.isEmpty { throw ValidationError("--all takes no names") }
    if names.isEmpty && !all && (json || swift) {
      throw ValidationError("name a profile, or say --all")
    }
  }

  func run() throws {
    if names.isEmpty && !all { return try list() }
    let chosen =
      all
      ? try Profiles.all(folder.search) : try names.map { try Profiles.named($0, folder.search) }
    if swift { return print(SwiftSource.text(of: chosen), terminator: "") }
    for (index, profile) in chosen.enumerated() {
      if json {
        print(ProfileItem(profile).json)
      } else {
        if index > 0 { print() }
        print(Terminal.bold(profile.title))
        ProfileItem(profile).printLines()
      }
    }
  }

  private func list() throws {
    let all = try Profiles.all(folder.search)
    let width = all.map(\.name.count).max() ?? 0
    for profile in all {
      let padding = String(repeating: " ", count: width + 2 - profile.name.count)
      print(Terminal.bold(profile.name) + padding + profile.title)
    }
  }
}
