import CairnCatalogue
import CairnNMEA
import CairnReceiver
import CairnTypes
import CairnUBX
import CairnRTCM

/// What `cairn decode` calls a message.
struct MessageName {
  var id: String
  var talker: String?
}

/// One message of the stream: how it is called and how its fields are printed.
enum Message {
  case nmea(NMEAReport)
  case ubx(name: String)
  case rtcm3(MessageNumber?)

  /// Reads the frame as far as its name.
  init(_ frame: Span<UInt8>, _ wireProtocol: WireProtocol) {
    switch wireProtocol {
    case .nmea:
      // A frame begins with a start and an address: reading it cannot fail.
      self = (try? NMEAReport.decode(frame)).map { .nmea($0) } ?? .rtcm3(nil)
    case .ubx:
      let id = UBXFrame.messageID(of: frame).map { "\($0)" }
      self = .ubx(name: UBXCatalogue.name(of: frame) ?? id ?? "UBX")
    case .rtcm3: self = .rtcm3((try? RTCMFrame(frame))?.messageNumber)
    }
  }

  var name: MessageName {
    switch self {
    case .nmea(let report):
      MessageName(id: report.id, talker: report.talker.map { "\($0)" })
    case .ubx(let name): MessageName(id: name)
    case .rtcm3(let number): MessageName(id: number.map { "\($0)" } ?? "0")
    }
  }

  /// Hands every field to a sink, as the wire has it.
  ///
  /// - Returns: false when the payload cannot be this message; a message without a decoder is fine.
  func print(_ frame: Span<UInt8>, into sink: inout some FieldSink) -> Bool {
    switch self {
    case .nmea(let report):
      report.print(frame, into: &sink)
      return true
    case .ubx:
      do throws(UBXError) {
        try UBXCatalogue.printFields(of: frame, into: &sink)
      } catch {
        if case .unknownMessage = error { return true }
        return false
      }
      return true
    case .rtcm3: return true
    }
  }
}

extension NMEAReport {
  fileprivate func print(_ frame: Span<UInt8>, into sink: inout some FieldSink) {
    switch self {
    case .gga(let sentence): sentence.print(into: &sink)
    case .gns(let sentence): sentence.print(into: &sink)
    case .rmc(let sentence): sentence.print(into: &sink)
    case .gsa(let sentence): sentence.print(into: &sink)
    case .gsv(let sentence): sentence.print(into: &sink)
    case .vtg(let sentence): sentence.print(into: &sink)
    case .gll(let sentence): sentence.print(into: &sink)
    case .zda(let sentence): sentence.print(into: &sink)
    case .gst(let sentence): sentence.print(into: &sink)
    case .other(let other): other.print(frame, into: &sink)
    }
  }
}

extension NMEAOther {
  /// Nothing is known of the fields but their text.
  fileprivate func print(_ frame: Span<UInt8>, into sink: inout some FieldSink) {
    var text = ""
    var count = 0
    func emit() {
      sink.beginGroup(count)
      sink.field("field", text.isEmpty ? .absent : .text(text))
      sink.endGroup()
      count += 1
    }
    guard !fieldBytes.isEmpty else { return }
    for index in fieldBytes {
      if frame[index] == 0x2C {
        emit()
        text = ""
      } else {
        text.unicodeScalars.append(Unicode.Scalar(frame[index] & 0x7F))
      }
    }
    emit()
  }
}

extension WireProtocol {
  /// What a frame carries; `nil` for sentences, whose text is all fields.
  func payload(of frame: Span<UInt8>) -> [UInt8]? {
    let (header, trailer): (Int, Int)
    switch self {
    case .nmea: return nil
    case .ubx: (header, trailer) = (6, 2)
    case .rtcm3: (header, trailer) = (RTCMFrame.headerLength, RTCMFrame.checkLength)
    }
    guard frame.count >= header + trailer else { return nil }
    return (header..<(frame.count - trailer)).map { frame[$0] }
  }

  /// As `cairn decode` writes it.
  var label: String {
    switch self {
    case .nmea: "NMEA"
    case .ubx: "UBX"
    case .rtcm3: "RTCM3"
    }
  }
}
