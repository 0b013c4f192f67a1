import ArgumentParser
import CairnFiles
import CairnReceiver
import CairnTypes
import CommandSupport

struct Decode: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Decodes a recording of a receiver: NMEA, UBX and RTCM 3, mixed in any way.",
    discussion: """
      Frames are found anywhere in the file; bytes between them are skipped and counted. Files may \
      be of any size.

      Formats:
        text  one line per message; lines with => show the epochs that messages complete
        json  one object per message, with values as on the wire
        gpsd  VERSION, DEVICES, TPV, SKY, GST and RTCM3 objects, as gpsd shows them

      Examples:
        cairn decode capture.ubx
        cairn decode capture.ubx --format json | jq 'select(.id == "NAV-PVT").fields.hAcc'
        cairn decode --format gpsd --date 2024-02-28 positions-without-date.log
        timeout 10 cat /dev/gnss0 | cairn decode -

      Exit codes: 0 done, 1 the file cannot be read or contains no message, 64 wrong usage. An \
      empty recording is no error.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json, gpsd
  }

  @Argument(help: "The recording; - reads standard input.")
  var file: String

  @Option(help: "text, json or gpsd. Default: text.")
  var format: Format?

  @Flag(help: "The same as --format json, as other commands call it.")
  var json = false

  @Option(
    help: """
      The date of the first epoch, yyyy-mm-dd, for recordings without one. Default: the "# Date:" \
      line of the header, if any. An empty date is the same as none.
      """)
  var date = ""

  func validate() throws {
    if json, let format, format != .json {
      throw ValidationError("--json and --format \(format.rawValue) exclude each other")
    }
    guard date.isEmpty || CalendarDate(text: date[...]) != nil else {
      throw ValidationError("--date must be a date such as 2026-11-21, not \"\(date)\"")
    }
  }

  func run() throws {
    let output = StandardOutput()
    switch json ? .json : format ?? .text {
    case .text: try decode(TextWriter(output), to: output)
    case .json: try decode(JSONMessageWriter(output), to: output)
    case .gpsd:
      try decode(GPSDWriter(output, device: file == "-" ? "stdin" : file), to: output)
    }
    output.flush()
  }

  private func decode(_ writer: some MessageWriter, to output: StandardOutput) throws {
    var input = try CaptureInput(path: file, progress: terminalProgress)
    var piece: [UInt8] = []
    guard try input.read(into: &piece) else {
      var sink = DecodeSink(writer, dates: DateResolver(reference: nil))
      return sink.finish(DecodeSummary(Framer()))
    }
    // No reference date: old recordings keep the dates that their receivers reported.
    var dates = DateResolver(reference: nil)
    if let first = CalendarDate(text: date[...]) ?? headerDate(piece) { dates.assume(first) }
    var framer = Framer()
    var recognizer = ContentRecognizer()
    var sink = DecodeSink(writer, dates: dates)
    repeat {
      framer.receive(piece.span, into: &sink)
      if !sink.isChecked { recognizer.receive(piece.span) }
      // A receiver that is piped in may send nothing more for a while.
      output.flush()
    } while try input.read(into: &piece)
    framer.abandonIncomplete(into: &sink)
    let summary = DecodeSummary(framer)
    sink.finish(summary)
    if !sink.isChecked, let objection = summary.objection(to: file, recognizer.content) {
      output.flush()
      throw objection
    }
  }
}
