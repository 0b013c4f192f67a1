import ArgumentParser
import CairnFiles
import CairnHAL
import CairnProfiles
import CairnProviders
import CommandSupport

struct Compile: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes a board's profile as bytes, for cairnd.",
    discussion: """
      cairnd reads no YAML. The file has the board with all that its profile includes, and the profiles of the \
      folder's receivers that this version does not ship. Compile it again after an update of Cairn.

      Examples:
        hw-profile compile m8-gateway --output /etc/cairn/board.cairn
        hw-profile compile ./my-board.yaml --output board.cairn
      Then, in /etc/cairn/cairnd.conf:
        [service]
        board = /etc/cairn/board.cairn

      Exit codes: 0 done, 1 no such profile, it has errors, or the file cannot be written, 64 wrong usage.
      """)

  @Argument(help: "The name of a board or receiver, or the path of a .yaml file.")
  var name: String

  @Option(help: "The file to write.")
  var output: String

  @OptionGroup var folder: ProfilesOption

  func run() throws {
    let board = try Profiles.board(name, folder.search)
    let file = try WholeFile(path: output)
    let known = (try? Profiles.all(folder.search)) ?? []
    let receivers = known.filter { profile in
      profile.kind == .receiver && !HardwareProfile.shipped.contains { $0 == profile }
    }
    let bytes = CompiledBoard(board, receivers: receivers).encoded
    guard bytes.count <= CompiledBoard.limit else {
      throw CommandFailure(message: "the profiles are too long for one file: \(bytes.count) bytes")
    }
    try file.write(bytes)
    say("wrote \(board.name) to \(output): \(bytes.count) bytes")
  }
}
