import CairnCASIC
import CairnNMEA
import CairnRTCM
import CairnReceiver
import CairnTypes
import CairnUBX

/// A frame of a stream, or the bytes between two frames.
struct Piece {
  /// The frame's protocol; `nil` between frames.
  var wireProtocol: WireProtocol?
  var bytes: [UInt8]

  /// Splits a stream at the limits of frames, including frames whose checksum is wrong.
  static func split(_ stream: ArraySlice<UInt8>) -> [Piece] {
    var pieces: [Piece] = []
    var gap: [UInt8] = []
    var position = stream.startIndex
    while position < stream.endIndex {
      guard let (wireProtocol, length) = frame(in: stream[position...]) else {
        gap.append(stream[position])
        position += 1
        continue
      }
      if !gap.isEmpty { pieces.append(Piece(wireProtocol: nil, bytes: gap)) }
      gap = []
      let bytes = Array(stream[position..<(position + length)])
      pieces.append(Piece(wireProtocol: wireProtocol, bytes: bytes))
      position += length
    }
    if !gap.isEmpty { pieces.append(Piece(wireProtocol: nil, bytes: gap)) }
    return pieces
  }

  private static func frame(
    in bytes: ArraySlice<UInt8>
  ) -> (wireProtocol: WireProtocol, length: Int)? {
    let wireProtocol: WireProtocol
    let length: Int?
    switch bytes.first {
    case 0x24, 0x21:
      wireProtocol = .nmea
      length = bytes.prefix(512).firstIndex(of: 0x0A).map { $0 + 1 - bytes.startIndex }
    case 0xB5:
      wireProtocol = .ubx
      length = bytes.span.count >= 6 ? UBXFrame.length(of: bytes.span) : nil
    case 0xD3:
      wireProtocol = .rtcm3
      length = RTCMFrame.length(of: bytes.span)
    case 0xBA:
      wireProtocol = .casic
      length = CASICFrame.length(of: bytes.span)
    default: return nil
    }
    guard let length, length <= bytes.count, length > 0 else { return nil }
    return (wireProtocol, length)
  }

  /// The payload of a frame, preceded by class and number for UBX and CASIC; a whole sentence
  /// without its checksum.
  var content: [UInt8] {
    switch wireProtocol {
    case .ubx: [bytes[2], bytes[3]] + bytes[6..<(bytes.count - 2)]
    case .casic: [bytes[4], bytes[5]] + bytes[6..<(bytes.count - 4)]
    case .rtcm3: Array(bytes[3..<(bytes.count - 3)])
    case .nmea: Array(bytes.prefix { $0 != 0x2A && $0 != 0x0D && $0 != 0x0A })
    case nil: bytes
    }
  }

  /// Creates a frame with that content and the right length and checksum.
  init(_ wireProtocol: WireProtocol, content: [UInt8]) {
    self.wireProtocol = wireProtocol
    let head = (content.first ?? 0, content.dropFirst().first ?? 0)
    let payload = Array(content.dropFirst(2))
    switch wireProtocol {
    case .ubx:
      let id = MessageID(MessageClass(rawValue: head.0), head.1)
      bytes = UBXFrame.encode(id, payload.span.extracting(first: UBXFrame.maximumPayload))
    case .casic: bytes = CASICFrame.encode(CASICMessageID(head.0, head.1), payload.span)
    case .rtcm3:
      let fitting = content.span.extracting(first: RTCMFrame.maximumPayload)
      bytes = (try? RTCMFrame.encode(fitting)) ?? []
    case .nmea: bytes = Piece.sentence(content)
    }
  }

  init(wireProtocol: WireProtocol?, bytes: [UInt8]) {
    self.wireProtocol = wireProtocol
    self.bytes = bytes
  }

  /// Returns a whole sentence for its text from the first character up to `*`.
  static func sentence(_ body: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    let sum = body.dropFirst().reduce(0, ^)
    return body + [0x2A, digits[Int(sum >> 4)], digits[Int(sum & 15)], 0x0D, 0x0A]
  }
}
