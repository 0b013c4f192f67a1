public import CairnUBX

/// UBX-MON-SPAN: the received spectrum, by radio path.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-MON-SPAN.
public struct MonSpan: UBXMessage, Hashable {
  public static let id = MessageID(.mon, 0x31)
  public static let name = "MON-SPAN"
  public static let payloadLength = PayloadLength.atLeast(4)

  /// One path of the radio.
  public struct Block: UBXGroup, Hashable {
    /// Levels without reference, in the receiver's own steps: 256 of them, starting with the lowest
    /// frequency.
    public var spectrum = [UInt8](repeating: 0, count: MonSpan.binCount)
    /// Width of the whole spectrum in hertz.
    public var span: UInt32 = 0
    /// Width of one step in hertz.
    public var resolution: UInt32 = 0
    /// Centre frequency in hertz.
    public var center: UInt32 = 0
    /// Gain of the programmable amplifier in dB.
    public var gain: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.octets("spectrum", MonSpan.binCount, &spectrum, as: .hexadecimal)
      f.u4("span", &span)
      f.u4("res", &resolution)
      f.u4("center", &center)
      f.u1("pga", &gain)
      f.reserved(3)
    }

    /// Returns the centre frequency of a bin of `spectrum`, in hertz.
    ///
    /// - Parameter bin: 0...255.
    /// - Returns: the frequency; below `center` for bins below 127.
    public func frequency(ofBin bin: Int) -> Double {
      Double(center) + Double(span) * (Double(bin) - 127) / Double(MonSpan.binCount)
    }
  }

  /// Number of steps in one spectrum.
  public static let binCount = 256

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Identifies the receiver within the device.
  public var receiver = ReceiverInformation()
  /// In wire order, at most 255.
  public var blocks: [Block] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    let count = f.count("numRfBlocks", of: blocks)
    f.x1("recInf", &receiver)
    f.reserved(1)
    f.groups(count, &blocks)
  }
}
