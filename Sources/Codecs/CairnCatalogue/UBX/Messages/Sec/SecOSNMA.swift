public import CairnUBX

/// UBX-SEC-OSNMA: authentication of Galileo's navigation messages.
///
/// Source: u-blox UBX-SEC-OSNMA as in the X20 (HPG 2.00) Interface Description.
public struct SecOSNMA: UBXMessage, Hashable {
  public static let id = MessageID(.sec, 0x0A)
  public static let name = "SEC-OSNMA"
  public static let payloadLength = PayloadLength.atLeast(20)

  /// One satellite.
  public struct Satellite: UBXGroup, Hashable {
    /// The authentication of the satellite's data.
    public var authentication = Authentication()
    /// Galileo satellite number.
    public var number: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.x2("bitfield1", &authentication)
      f.u1("svId", &number)
      f.reserved(1)
    }
  }

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// The header of the authentication messages.
  public var header = Header()
  /// Whether and how the service is monitored.
  public var monitoring = Monitoring()
  /// The time that the service needs from another source.
  public var timeSynchronization = TimeSynchronization()
  /// The keys of the digital signature message.
  public var signature = Signature()
  /// The key of the present chain.
  public var chainKey = ChainKey()
  /// Counts, and the sources of the keys; `general.satelliteCount` is the count of `satellites`.
  public var general = General()
  /// In wire order, at most 63.
  public var satellites: [Satellite] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.x1("nmaHeader", &header)
    f.x1("osnmaMonitoring", &monitoring)
    f.x1("timeSyncReq", &timeSynchronization)
    f.reserved(4)
    f.x4("dsmAuthentication", &signature)
    f.x4("teslaKey", &chainKey)
    general.satelliteCount = UInt8(min(satellites.count, 63))
    f.x4("generalAndTiming", &general)
    f.groups(Int(general.satelliteCount), &satellites)
  }
}
