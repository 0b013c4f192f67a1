import CairnFiles
import CairnJSON
import CairnReceiver
import CairnTypes

extension Target {
  /// `cairn decode --format gpsd`: every line must be JSON with finite numbers.
  static let gpsd = Target(
    "GPSD", .frames(prefix: 0), seeds: { MadeStreams.all(behind: []) }
  ) { bytes in
    let output = MemoryOutput()
    decode(bytes, GPSDWriter(output, device: "fuzz"))
    for line in output.take() {
      do throws(JSONFailure) {
        judge(try JSONReader.value(of: line))
      } catch {
        fatalError("column \(error.column) is not \(error.reason): \(text(line))")
      }
    }
  }

  /// The other formats: printed JSON must encode to the same message, and text must not contain
  /// control characters, which a terminal would obey.
  static let printers = Target(
    "Printers", .frames(prefix: 0), seeds: { MadeStreams.all(behind: []) }
  ) { bytes in
    let output = MemoryOutput()
    decode(bytes, TextWriter(output))
    for line in output.take() {
      require(line.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "a control character: \(text(line))")
    }
    decode(bytes, JSONMessageWriter(output))
    for line in output.take() {
      do throws(JSONFailure) {
        encodeAgain(try JSONReader.value(of: line), bytes, line)
      } catch {
        fatalError("column \(error.column) is not \(error.reason): \(text(line))")
      }
    }
  }
}

private func decode(_ bytes: [UInt8], _ writer: some MessageWriter) {
  var framer = Framer()
  var sink = DecodeSink(writer, dates: DateResolver(reference: nil))
  framer.receive(bytes.span, into: &sink)
  framer.abandonIncomplete(into: &sink)
  sink.finish(DecodeSummary(framer))
}

private func text(_ line: ArraySlice<UInt8>) -> String { String(decoding: line, as: UTF8.self) }

/// Checks that all numbers are finite, since JSON has no others.
private func judge(_ value: JSONValue) {
  switch value {
  case .number(let digits):
    require(Double(digits)?.isFinite ?? false, "\(digits) is no number")
  case .array(let values): for value in values { judge(value) }
  case .object(let members): for member in members { judge(member.value) }
  case .null, .flag, .text: break
  }
}

/// Encodes a printed UBX or RTCM message again: a payload must give the same octets, fields the
/// same fields. Fields do not distinguish forms with equal names, NaN bits or trailing octets.
private func encodeAgain(_ line: JSONValue, _ bytes: [UInt8], _ text: ArraySlice<UInt8>) {
  guard case .number(let offset)? = line["offset"], case .number(let length)? = line["length"],
    let start = Int(offset), let count = Int(length), case .text(let name)? = line["protocol"]
  else { fatalError("a line without its place") }
  guard name == "UBX" || name == "RTCM3" else { return }
  do throws(EncodeFailure) {
    let built = try MessageEncoder.frame(of: line)
    if line["payload"] != nil {
      require(built == Array(bytes[start..<(start + count)]), "other octets")
    }
    let output = MemoryOutput()
    decode(built, JSONMessageWriter(output))
    let again = output.take().first.flatMap { try? JSONReader.value(of: $0) }
    require(
      again?["id"] == line["id"] && again?["fields"] == line["fields"],
      "builds another message: \(String(decoding: text, as: UTF8.self))")
  } catch {
    fatalError("\(error.message): \(String(decoding: text, as: UTF8.self))")
  }
}
