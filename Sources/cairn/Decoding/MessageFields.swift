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
  case nmea(NMEACatalogue.Name?)
  case ubx(name: String)
  case rtcm3(MessageNumber?)

  /// Reads the frame as far as its name.
  init(_ frame: Span<UInt8>, _ wireProtocol: WireProtocol) {
    switch wireProtocol {
    case .nmea: self = .nmea(NMEACatalogue.name(of: frame))
    case .ubx:
      let id = UBXFrame.messageID(of: frame).map { "\($0)" }
      self = .ubx(name: UBXCatalogue.name(of: frame) ?? id ?? "UBX")
    case .rtcm3: self = .rtcm3((try? RTCMFrame(frame))?.messageNumber)
    }
  }

  var name: MessageName {
    switch self {
    case .nmea(let name):
      MessageName(id: name?.id ?? "NMEA", talker: name?.talker.map { "\($0)" })
    case .ubx(let name): MessageName(id: name)
    case .rtcm3(let number): MessageName(id: number.map { "\($0)" } ?? "0")
    }
  }

  /// Hands every field to a sink, as the wire has it.
  ///
  /// - Returns: false when the payload cannot be this message; a message without a decoder is fine.
  func print(_ frame: Span<UInt8>, into sink: inout some FieldSink) -> Bool {
    switch self {
    case .nmea: return (try? NMEACatalogue.printFields(of: frame, into: &sink)) != nil
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

extension WireProtocol {
  /// As `cairn decode` writes it.
  var label: String {
    switch self {
    case .nmea: "NMEA"
    case .ubx: "UBX"
    case .rtcm3: "RTCM3"
    }
  }
}
