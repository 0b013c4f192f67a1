package import ArgumentParser

/// The `--profiles` option of all commands that read hardware profiles.
package struct ProfilesOption: ParsableArguments {
  @Option(
    name: .customLong("profiles"),
    help: """
      The folder of the hardware profiles. Default: the folder in CAIRN_PROFILES, else \
      \(ProfileSearch.own), else the shipped profiles.
      """,
    completion: .directory)
  package var folder: String?

  package init() {}

  package var search: ProfileSearch { ProfileSearch(named: folder) }
}
