import ArgumentParser
import CairnProfiles
import CommandSupport

struct Lint: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks profiles; prints each error as FILE:LINE:COLUMN: WHAT; ADVICE.",
    discussion: """
      Examples:
        hw-profile lint
        hw-profile lint hw-profiles/ublox-m9.yaml my-board.yaml
        hw-profile lint --strict my-board.yaml

      An unknown key is a warning: a later version may know it.

      Exit codes: 0 no error, 1 an error, or with --strict a warning, 64 wrong usage.
      """)

  @Argument(
    help: "Files, or folders of .yaml files. Default: the folder of --profiles.",
    completion: .file(extensions: ["yaml"]))
  var files: [String] = []

  @OptionGroup var folder: ProfilesOption

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  func run() throws {
    let search = folder.search
    let files = self.files.isEmpty ? [try Profiles.folder(search)] : self.files
    var count = 0
    var errors: [ProfileError] = []
    var warnings: [ProfileError] = []
    let warn = { warnings.append($0) }
    let plain = files.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }
    for folder in files where !plain.contains(folder) {
      do throws(ProfileErrors) {
        count += try ProfileDirectory.read(folder, modules: search.modules, warn: warn).count
      } catch {
        errors += error.all
      }
    }
    do throws(ProfileErrors) {
      count += try ProfileDirectory.read(files: plain, modules: search.modules, warn: warn).count
    } catch {
      errors += error.all
    }
    for finding in errors + warnings { complain(finding) }
    guard errors.isEmpty, warnings.isEmpty || !strict else { throw ExitCode.failure }
    say("\(count) \(count == 1 ? "profile" : "profiles"), no error")
  }
}
