public import CairnUBX

/// UBX-MON-SPT: results of the sensor production test.
///
/// Source: u-blox M8 Untethered Dead Reckoning Receiver Description, UBX-MON-SPT.
public struct MonSPT: UBXMessage, Hashable {
  public static let id = MessageID(.mon, 0x2F)
  public static let name = "MON-SPT"
  public static let payloadLength = PayloadLength.atLeast(4)

  /// One sensor.
  public struct Sensor: UBXGroup, Hashable {
    /// The sensor's model, see the interface description.
    public var model: UInt8 = 0
    /// Version of the sensor's driver.
    public var driverVersion: UInt8 = 0
    /// 0 not started, 1 not finished; for others see the interface description.
    public var testState: UInt8 = 0
    /// 0 not from a file, otherwise the file's last character.
    public var driverFile: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u1("sensorId", &model)
      f.x1("drvVer", &driverVersion)
      f.u1("testState", &testState)
      f.u1("drvFileName", &driverFile)
    }
  }

  /// One result.
  public struct TestResult: UBXGroup, Hashable {
    /// The sensor's model, as in `Sensor`.
    public var model: UInt16 = 0
    /// The kind of data, as in UBX-ESF-MEAS.
    public var dataType: UInt16 = 0
    /// The kind of result, see the interface description.
    public var kind: UInt16 = 0
    /// The value, in a unit that depends on `kind`.
    public var value: Int32 = 0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u2("sensorIdRes", &model)
      f.u2("sensorType", &dataType)
      f.u2("resType", &kind)
      f.reserved(2)
      f.i4("value", &value)
    }
  }

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// In wire order, at most 255.
  public var sensors: [Sensor] = []
  /// In wire order, at most 255.
  public var results: [TestResult] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    let sensorCount = f.count("numSensor", of: sensors)
    let resultCount = f.count("numRes", of: results)
    f.reserved(1)
    f.groups(sensorCount, &sensors, endsPayload: false)
    f.groups(resultCount, &results)
  }
}
