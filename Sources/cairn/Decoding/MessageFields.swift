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
  /// No number for a frame without a message, as a filler.
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

  /// What the message in a frame is called; the frame has the subtype of some.
  func name(of frame: Span<UInt8>) -> MessageName {
    switch self {
    case .nmea(let name):
      MessageName(id: name?.id ?? "NMEA", talker: name?.talker.map { "\($0)" })
    case .ubx(let name): MessageName(id: name)
    case .rtcm3: MessageName(id: RTCMCatalogue.name(of: frame) ?? "0")
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
    case .rtcm3(nil): return true
    case .rtcm3:
      do throws(RTCMError) {
        try RTCMCatalogue.printFields(of: frame, into: &sink)
      } catch {
        guard case .unknownMessage(let number) = error else { return false }
        sink.field("DF002", .unsigned(UInt64(number.rawValue)))
      }
      return true
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
