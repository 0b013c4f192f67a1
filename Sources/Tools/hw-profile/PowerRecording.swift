import CairnFiles
import CairnLinux
import CairnProfiles
import CairnTypes
import CommandSupport

/// Readings of a power sensor as lines of `seconds,milliwatts,state`.
enum PowerRecording {
  static let head = "t,mW,state\n"
  /// Largest file in bytes; about two hours at a hundred readings a second.
  private static let largestFile = 16 << 20

  static func line(_ sample: PowerSample) -> String {
    "\(sample.time.text(places: 3)),\(sample.power.text(places: 4)),\(sample.state.rawValue)\n"
  }

  /// Reads a file. Empty lines, lines that begin with `#` and a head before the data are skipped.
  ///
  /// - Throws: the first error in the file, as `FILE:LINE: WHAT; ADVICE`.
  static func read(_ path: String) throws -> [PowerSample] {
    let data: [UInt8]
    do throws(FileFailure) { data = try readFile(path, limit: largestFile) } catch {
      throw CommandFailure(message: "\(error)")
    }
    var samples: [PowerSample] = []
    let lines = String(decoding: data, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
      if line.hasPrefix("#") || cells == [""] || samples.isEmpty && cells.first == "t" { continue }
      func fail(_ what: String) -> CommandFailure {
        CommandFailure(message: "\(path):\(index + 1): \(what)")
      }
      guard cells.count == 3, let time = DecimalText.number(cells[0]),
        let power = DecimalText.number(cells[1])
      else {
        throw fail(
          "'\(line)' is not seconds,milliwatts,state; write, for example, 0.5,87.2,tracking")
      }
      guard let state = MeasuredState(rawValue: cells[2]) else {
        let words = MeasuredState.allCases.map(\.rawValue).joined(separator: ", ")
        throw fail("'\(cells[2])' is not a state; write one of \(words)")
      }
      samples.append(PowerSample(time: time, power: power, state: state))
    }
    return samples
  }
}
