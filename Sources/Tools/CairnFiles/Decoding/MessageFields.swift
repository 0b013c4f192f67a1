import CairnCASIC
import CairnCatalogue
import CairnNMEA
package import CairnReceiver
import CairnTypes
import CairnUBX
import CairnRTCM

/// The name of a message in the output of `cairn decode`.
struct MessageName {
  var id: String
  var talker: String?
}

/// One message of the stream, which knows its name and prints its fields.
enum Message {
  case nmea(NMEACatalogue.Name?)
  case ubx(name: String)
  /// `nil` for a frame without a message, such as a filler.
  case rtcm3(MessageNumber?)
  case casic(name: String)

  /// Reads the frame as far as the message's name.
  init(_ frame: Span<UInt8>, _ wireProtocol: WireProtocol) {
    switch wireProtocol {
    case .nmea: self = .nmea(NMEACatalogue.name(of: frame))
    case .ubx:
      let id = UBXFrame.messageID(of: frame).map { "\($0)" }
      self = .ubx(name: UBXCatalogue.name(of: frame) ?? id ?? "UBX")
    case .rtcm3: self = .rtcm3((try? RTCMFrame(frame))?.messageNumber)
    case .casic:
      let id = CASICFrame.messageID(of: frame)
      self = .casic(name: id.flatMap { CASICCatalogue.name(of: $0) ?? "CASIC-\($0)" } ?? "CASIC")
    }
  }

  /// Returns the message's name; some messages have a subtype, which is read from the frame.
  func name(of frame: Span<UInt8>) -> MessageName {
    switch self {
    case .nmea(let name):
      MessageName(id: name?.id ?? "NMEA", talker: name?.talker.map { "\($0)" })
    case .ubx(let name), .casic(let name): MessageName(id: name)
    case .rtcm3: MessageName(id: RTCMCatalogue.name(of: frame) ?? "0")
    }
  }

  /// Passes every field to a sink, as on the wire.
  ///
  /// - Returns: how much of the message was decoded.
  func print(_ frame: Span<UInt8>, into sink: inout some FieldSink) -> Decoding {
    switch self {
    case .nmea:
      return (try? NMEACatalogue.printFields(of: frame, into: &sink)) != nil ? .complete : .invalid
    case .ubx:
      do throws(UBXError) {
        try UBXCatalogue.printFields(of: frame, into: &sink)
      } catch {
        if case .unknownMessage = error { return .unknown }
        return .invalid
      }
      return .complete
    case .casic:
      return switch CASICCatalogue.printFields(of: frame, into: &sink) {
      case .complete: .complete
      case .unknown: .unknown
      case .invalid: .invalid
      }
    case .rtcm3(nil): return .unknown
    case .rtcm3:
      do throws(RTCMError) {
        try RTCMCatalogue.printFields(of: frame, into: &sink)
      } catch {
        guard case .unknownMessage(let number) = error else { return .invalid }
        sink.field("DF002", .unsigned(UInt64(number.rawValue)))
        return .unknown
      }
      return .complete
    }
  }

  /// How much of a message could be decoded.
  enum Decoding {
    case complete
    /// There is no decoder for the message.
    case unknown
    /// The payload does not fit this message.
    case invalid
  }
}

extension WireProtocol {
  /// Returns the frame's payload; `nil` for NMEA sentences, whose text consists of fields only.
  package func payload(of frame: Span<UInt8>) -> [UInt8]? {
    let (header, trailer): (Int, Int)
    switch self {
    case .nmea: return nil
    case .ubx: (header, trailer) = (6, 2)
    case .rtcm3: (header, trailer) = (RTCMFrame.headerLength, RTCMFrame.checkLength)
    case .casic: (header, trailer) = (CASICFrame.headerLength, CASICFrame.checkLength)
    }
    guard frame.count >= header + trailer else { return nil }
    return (header..<(frame.count - trailer)).map { frame[$0] }
  }

  /// The protocol's name in the output of `cairn decode`.
  package var label: String {
    switch self {
    case .nmea: "NMEA"
    case .ubx: "UBX"
    case .rtcm3: "RTCM3"
    case .casic: "CASIC"
    }
  }
}
