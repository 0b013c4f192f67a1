public import CairnRTCM

/// 1230: the difference of a reference station's GLONASS code and phase measurements.
///
/// Source: RTCM 10403.3, message 1230.
public struct GLONASSBiases: RTCMMessage, Hashable {
  /// 0...4095, chosen by the operator.
  public var stationID: UInt16 = 0
  /// Whether the station has already corrected its measurements by the biases.
  public var areCorrected = false
  /// Metres, -655.34...655.34, of code C/A on L1; `nil` if not sent or unknown.
  public var l1CA: Double?
  /// Metres, -655.34...655.34, of code P on L1; `nil` if not sent or unknown.
  public var l1P: Double?
  /// Metres, -655.34...655.34, of code C/A on L2; `nil` if not sent or unknown.
  public var l2CA: Double?
  /// Metres, -655.34...655.34, of code P on L2; `nil` if not sent or unknown.
  public var l2P: Double?

  public init() {}

  public static func accepts(_ number: MessageNumber) -> Bool { number == .glonassBiases }
  public var number: MessageNumber { .glonassBiases }

  public mutating func fields(_ f: inout some RTCMFieldVisitor & ~Escapable) {
    _ = f.form(.glonassBiases)
    f.integer(.df003, &stationID)
    f.flag(.df421, &areCorrected)
    f.reserved(.df001part3)
    var (hasL1CA, hasL1P, hasL2CA, hasL2P) = (l1CA != nil, l1P != nil, l2CA != nil, l2P != nil)
    f.flag(.df422part1, &hasL1CA)
    f.flag(.df422part2, &hasL1P)
    f.flag(.df422part3, &hasL2CA)
    f.flag(.df422part4, &hasL2P)
    Self.bias(.df423, hasL1CA, &l1CA, &f)
    Self.bias(.df424, hasL1P, &l1P, &f)
    Self.bias(.df425, hasL2CA, &l2CA, &f)
    Self.bias(.df426, hasL2P, &l2P, &f)
  }

  private static func bias(
    _ field: RTCMDataField, _ isSent: Bool, _ bias: inout Double?,
    _ f: inout some RTCMFieldVisitor & ~Escapable
  ) {
    guard isSent else {
      bias = nil
      return
    }
    f.real(field, &bias, absent: -32768)
  }
}

extension MessageNumber {
  /// 1230: `GLONASSBiases`.
  public static var glonassBiases: Self { Self(rawValue: 1230) }
}
