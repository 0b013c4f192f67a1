import ArgumentParser
import CairnData
import CairnFiles
import CairnLinux
import CairnRadio
import CairnTypes
import CommandSupport
import Glibc

struct Radio: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Makes and uses packs: offline tables of access points and cells.",
    discussion: """
      A pack is one file with the places of access points and cells, with which a device \
      finds its position without a network.

      Examples:
        zcat cells.csv.gz | cairn radio import - access-points.csv --into region.pack
        cairn radio stats region.pack
        cairn radio locate scan.json --pack region.pack --json
        cairn radio export region.pack > region.csv
        cairn radio export --state /var/lib/cairn > learned.csv
        cairn radio submit --url https://api.beacondb.net --state /var/lib/cairn
        cairn radio release region.pack --name region --into public
        cairn radio update https://maps.example.org/region --key maps.pub --pack region.pack
        cairn radio forget --state /var/lib/cairn

      Exit codes: 0 done, 1 a file failed or there is no position, 64 wrong usage.
      """,
    subcommands: [
      RadioImport.self, RadioStats.self, RadioLocate.self, RadioExport.self, RadioSubmit.self,
      RadioRelease.self, RadioUpdate.self, RadioForget.self,
    ])
}

/// The state in which the provider of Wi-Fi keeps what it has learned, as a key of `FileStorage`.
let learnedState = "wifi-learned"

/// The same of the provider of cells.
let learnedCellsState = "cell-learned"

/// Returns a number with what it counts, such as `1 cell` and `2 cells`.
func counted(_ number: Int, _ noun: String) -> String {
  number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
}

/// Opens a pack.
///
/// - Throws: a one-line message that says what to do.
func openPack(_ path: String) throws(CommandFailure) -> RadioPack {
  let file: PagedFile
  do throws(FileFailure) { file = try PagedFile(path) } catch {
    throw CommandFailure(message: "\(error)")
  }
  do throws(PackError) { return try RadioPack(file) } catch {
    throw packFailure(path, error)
  }
}

/// Returns the message for a pack that is of no use.
func packFailure(_ path: String, _ error: PackError) -> CommandFailure {
  CommandFailure(message: "\(path): \(error); get it or make it again")
}

/// Today in UTC, counted from 1 January 1970.
var today: UInt16 { UInt16(clamping: time(nil) / 86_400) }

extension LearnedMap {
  /// Reads what a device has learned; a damaged file stays where it is.
  ///
  /// - Throws: a one-line message that says what to do.
  init(in folder: String) throws(CommandFailure) {
    let path = "\(folder)/\(learnedState).state"
    let bytes: [UInt8]?
    do throws(FileFailure) { bytes = try FileStorage.read(path) } catch {
      if case .absent = error.cause {
        throw CommandFailure(message: "\(folder): nothing was learned there")
      }
      throw CommandFailure(message: "\(error)")
    }
    guard let bytes, let map = LearnedMap(decoding: bytes) else {
      throw CommandFailure(
        message: "\(path) is damaged: cairn radio forget deletes it, and the device learns anew")
    }
    self = map
  }
}
