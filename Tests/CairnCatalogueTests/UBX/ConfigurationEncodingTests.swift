import CairnCatalogue
import CairnUBX
import Testing

@Suite("Typed configuration messages")
struct ConfigurationEncodingTests {
  @Test(arguments: Self.ports + Self.navigation + Self.power + Self.others)
  func `have the bytes that pyubx2 makes of the same values, and keep them in a pass`(
    example: EncodedExample
  ) {
    #expect(example.encoded == example.expected)
    #expect(example.encodedAgain == example.expected)
  }

  static let ports = [
    EncodedExample("b5620600140001001b02c008000000c201002300010002000000e962") {
      (m: inout CfgPrt) in
      m.port = .uart1
      m.transmitReady.isEnabled = true
      m.transmitReady.isActiveLow = true
      m.transmitReady.pin = 6
      m.transmitReady.threshold = 4
      m.mode = .eightN1
      m.baudRate = 115_200
      m.input.ubx = true
      m.input.nmea = true
      m.input.rtcm3 = true
      m.output.ubx = true
      m.flags.hasExtendedTimeout = true
    },
    EncodedExample("b562060014000000000084000000000000000700030000000000a8d2") {
      (m: inout CfgPrt) in
      m.port = .i2c
      m.mode.i2cAddress = 0x42
      m.input.ubx = true
      m.input.nmea = true
      m.input.rtcm2 = true
      m.output.ubx = true
      m.output.nmea = true
    },
    EncodedExample("b56206000100010822") { (m: inout CfgPrtPoll) in m.port = .uart1 },
    EncodedExample("b5620601080001070102030405062c14") { (m: inout CfgMsg) in
      m.messageClass = 1
      m.number = 7
      m.i2c = 1
      m.uart1 = 2
      m.uart2 = 3
      m.usb = 4
      m.spi = 5
      m.sixth = 6
    },
    EncodedExample("b562060103000107051755") { (m: inout CfgMsgCurrentPort) in
      m.messageClass = 1
      m.number = 7
      m.rate = 5
    },
    EncodedExample("b562060102000107113a") { (m: inout CfgMsgPoll) in
      m.messageClass = 1
      m.number = 7
    },
    EncodedExample("b56206020a00010000000103010511012f3b") { (m: inout CfgInf) in
      m.wireProtocol = .nmea
      for port in m.ports.indices { m.ports[port].severity.error = true }
      m.ports[1].severity.warning = true
      m.ports[3].severity.notice = true
      m.ports[4].severity.debug = true
    },
    EncodedExample("b56206020100010a2a") { (m: inout CfgInfPoll) in m.wireProtocol = .nmea },
    EncodedExample("b562061714002141080a420000000103010142440000000000007346") {
      (m: inout CfgNmea) in
      m.filter.showsFailedPositions = true
      m.filter.showsInvalidCourses = true
      m.nmeaVersion = 0x41
      m.satelliteLimit = 8
      m.flags.countsConsideredSatellites = true
      m.flags.isHighPrecision = true
      m.hidden.sbas = true
      m.hidden.beidou = true
      m.satelliteNumbering = 1
      m.mainTalker = .gn
      m.gsvTalker = 1
      m.beidouTalker = UBXText("BD")
    },
    EncodedExample("b56206170c00014100024000000001030100b259") { (m: inout CfgNmeaV0) in
      m.filter.showsFailedPositions = true
      m.nmeaVersion = 0x41
      m.flags.countsConsideredSatellites = true
      m.hidden.beidou = true
      m.satelliteNumbering = 1
      m.mainTalker = .gn
      m.gsvTalker = 1
    },
    EncodedExample("b5620617040001230c025370") { (m: inout CfgNmeaBasic) in
      m.filter.showsFailedPositions = true
      m.nmeaVersion = 0x23
      m.satelliteLimit = 12
      m.flags.countsConsideredSatellites = true
    },
  ]

  static let navigation = [
    EncodedExample("b56206080600c80005000100e27a") { (m: inout CfgRate) in
      m.measurementPeriod = 0.2
      m.navigationRate = 5
      m.timeReference = .gps
    },
    EncodedExample(
      "b56206242400470404032efbffff10270000fb00fa00f50064002c01323c03140000c800030000000000c917"
    ) { (m: inout CfgNav5) in
      m.applied.dynamicModel = true
      m.applied.minimumElevation = true
      m.applied.fixMode = true
      m.applied.staticHold = true
      m.applied.utcStandard = true
      m.dynamicModel = .automotive
      m.fixMode = .automatic
      m.fixedAltitude = -12.34
      m.fixedAltitudeVariance = 1
      m.minimumElevation = -5
      m.positionDOP = 25
      m.timeDOP = 24.5
      m.positionAccuracy = 100
      m.timeAccuracyMetres = 300
      m.staticHoldSpeed = 0.5
      m.correctionTimeout = 60
      m.satellitesAboveThreshold = 3
      m.carrierToNoiseThreshold = 20
      m.staticHoldDistance = 200
      m.utcStandard = .usno
    },
    EncodedExample(
      "b562062328000200044480000000000003200600010000014508ff00000000000001000064000000000000000001f880"
    ) { (m: inout CfgNavx5) in
      m.applied.satellites = true
      m.applied.acknowledgesAiding = true
      m.applied.assistNowAutonomous = true
      m.appliedMore.signalCompensation = true
      m.minimumSatellites = 3
      m.maximumSatellites = 32
      m.minimumCarrierToNoise = 6
      m.firstFixIs3D = true
      m.acknowledgesAiding = true
      m.weekRollover = 2117
      m.signalCompensation = 255
      m.usesAssistNowAutonomous = true
      m.orbitErrorLimit = 100
      m.usesSensors = true
    },
    EncodedExample("b562063e14000020ff0200081000010001000500030000000500a0fc") {
      (m: inout CfgGnss) in
      m.hardwareChannels = 32
      m.usedChannels = 255
      m.blocks = [CfgGnss.Block(), CfgGnss.Block()]
      m.blocks[0].reservedChannels = 8
      m.blocks[0].maximumChannels = 16
      m.blocks[0].flags.isEnabled = true
      m.blocks[0].flags.signals = 1
      m.blocks[1].gnss = .qzss
      m.blocks[1].maximumChannels = 3
      m.blocks[1].flags.signals = 5
    },
    EncodedExample("b562061608000307034109000080fbce") { (m: inout CfgSbas) in
      m.mode.isEnabled = true
      m.mode.usesTestMode = true
      m.usage.ranging = true
      m.usage.corrections = true
      m.usage.integrity = true
      m.maximumChannels = 3
      for prn in [120, 123, 151, 152, 158] { m[scans: prn] = true }
    },
    EncodedExample("b562061e140000000000050300000000000019320000994c000070e5") {
      (m: inout CfgOdo) in
      m.flags.usesOdometer = true
      m.flags.outputsFilteredSpeed = true
      m.odometer.profile = .car
      m.courseHoldSpeed = 2.5
      m.courseHoldAccuracy = 50
      m.speedGain = 153
      m.courseGain = 76
    },
    EncodedExample(
      "b5620669200000020200010106006b272f1ca4f41a05da6100005cddd1eb7960dea501000000bc18"
    ) { (m: inout CfgGeofence) in
      m.confidence = .twoSigma
      m.isPinEnabled = true
      m.pinPolarity = 1
      m.pin = 6
      m.fences = [CfgGeofence.Fence(), CfgGeofence.Fence()]
      m.fences[0].latitude = 47.2852331
      m.fences[0].longitude = 8.5652644
      m.fences[0].radius = 250.5
      m.fences[1].latitude = -33.8567844
      m.fences[1].longitude = -151.2152967
      m.fences[1].radius = 0.01
    },
    EncodedExample(
      "b56206712800000002016c272f1caaf41a0570af0000f463ff00640000003c000000204e00000000000000000000c09a"
    ) { (m: inout CfgTmode3) in
      m.flags.mode = .fixed
      m.flags.isGeodetic = true
      m.xOrLatitude = 472_852_332
      m.yOrLongitude = 85_652_650
      m.zOrHeight = 44_912
      m.xOrLatitudeRest = -12
      m.yOrLongitudeRest = 99
      m.zOrHeightRest = -1
      m.accuracy = 0.01
      m.surveyDuration = 60
      m.surveyAccuracy = 2
    },
    EncodedExample("b562063d1c0001000000000000000000000000000000000000002c01000050c30000a077") {
      (m: inout CfgTmode2) in
      m.mode = .surveyIn
      m.surveyDuration = 300
      m.surveyAccuracy = 50
    },
    EncodedExample(
      "b56206062c0000000040a6545841886d74961da472400000003f0000c0bf000000400000000000000000000000000000803e3940"
    ) { (m: inout CfgDatUser) in
      m.semiMajorAxis = 6_378_137
      m.inverseFlattening = 298.257223563
      m.offsetX = 0.5
      m.offsetY = -1.5
      m.offsetZ = 2
      m.scalePartsPerMillion = 0.25
    },
    EncodedExample("b56206560c0000010000694600003aeee9032cd6") { (m: inout CfgEsfalg) in
      m.flags.isAutomatic = true
      m.yaw = 180.25
      m.pitch = -45.5
      m.roll = 10.01
    },
  ]

  static let power = [
    EncodedExample("b56206040400098102009a0f") { (m: inout CfgRst) in
      m.cleared.ephemerides = true
      m.cleared.ionosphere = true
      m.cleared.realTimeClock = true
      m.cleared.assistNowAutonomous = true
      m.mode = .softwareGNSSOnly
    },
    EncodedExample("b56206040400ffff01000d5f") { (m: inout CfgRst) in
      m.cleared = .coldStart
      m.mode = .software
    },
    EncodedExample("b56206040400000008001674") { (m: inout CfgRst) in
      m.cleared = .hotStart
      m.mode = .stopGNSS
    },
    EncodedExample(
      "b562063b300002001e00b219030010270000204e0000dc050000020007000000000000000000000000000000000000000000a00f00009db7"
    ) { (m: inout CfgPm2) in
      m.startupLimit = 30
      m.flags.target = .powerSave
      m.flags.usesEXTINT1 = true
      m.flags.pinKeepsAwake = true
      m.flags.pinInactivityForcesBackup = true
      m.flags.peakCurrentLimit = 1
      m.flags.updatesClock = true
      m.flags.updatesEphemerides = true
      m.flags.staysAwakeWithoutFix = true
      m.flags.operation = .cyclic
      m.updatePeriod = 10
      m.searchPeriod = 20
      m.gridOffset = 1.5
      m.onTime = 2
      m.minimumAcquisitionTime = 7
      m.inactivityTimeout = 4
    },
    EncodedExample(
      "b562063b2c0001000000000000000000000000000000000000000000000000000000000000000000000000000000000000006e09"
    ) { (m: inout CfgPm2) in
      m.version = 1
      m.inactivityTimeout = nil
    },
    EncodedExample("b56206860800000258021400000004d2") { (m: inout CfgPms) in
      m.setup = .interval
      m.period = 600
      m.onTime = 20
    },
    EncodedExample("b5620611020000011a82") { (m: inout CfgRxm) in m.mode = .powerSave },
    EncodedExample("b5620657080001000000504b43428646") { (m: inout CfgPwr) in m.state = .backup },
    EncodedExample("b562069308000065e803840305007d4e") { (m: inout CfgBatch) in
      m.flags.isEnabled = true
      m.flags.storesExtraPVT = true
      m.flags.notifiesByPin = true
      m.flags.isPinActiveLow = true
      m.capacity = 1000
      m.notificationThreshold = 900
      m.pin = 5
    },
    EncodedExample("b562091404000100000022f0") { (m: inout UpdSos) in m.command = .clear },
    EncodedExample("b5620914080003000000020000002ab8") { (m: inout UpdSosResult) in
      m.kind = .restored
      m.response = 2
    },
  ]
}
