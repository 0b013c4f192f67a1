import ArgumentParser
import CairnProfiles

struct Lint: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Checks profiles; prints each error as FILE:LINE:COLUMN: WHAT; ADVICE.",
    discussion: """
      Examples:
        hw-profile lint
        hw-profile lint hw-profiles/ublox-m9.yaml my-board.yaml

      Exit codes: 0 no error, 1 an error, 64 wrong usage.
      """)

  @Argument(help: "Files, or folders of .yaml files.", completion: .file(extensions: ["yaml"]))
  var files: [String] = ["hw-profiles"]

  @Option(help: "Where included profiles are looked for that are not beside their file.")
  var directory = "hw-profiles"

  func run() throws {
    var count = 0
    var errors: [ProfileError] = []
    let plain = files.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }
    for folder in files where !plain.contains(folder) {
      do throws(ProfileErrors) {
        count += try ProfileDirectory.read(folder, modules: directory).count
      } catch {
        errors += error.all
      }
    }
    do throws(ProfileErrors) {
      count += try ProfileDirectory.read(files: plain, modules: directory).count
    } catch {
      errors += error.all
    }
    if errors.isEmpty { return print("\(count) \(count == 1 ? "profile" : "profiles"), no error") }
    for error in errors { Terminal.complain(error) }
    throw ExitCode.failure
  }
}
