import CairnCatalogue
import CairnUBX

extension ConfigurationEncodingTests {
  static let others = [
    EncodedExample("b56206090d001f1f000000000000ffff0000136bca") { (m: inout CfgCfg) in
      m.cleared = [
        .ports, .messages, .notices, .navigation, .receiverManager, .sensors, .remoteInventory,
        .antenna, .logging, .timeSources,
      ]
      m.loaded = .all
      m.devices = CfgCfg.Devices()
      m.devices?.backup = true
      m.devices?.flash = true
      m.devices?.spiFlash = true
    },
    EncodedExample("b56206090c00ffff000000000000000000001978") { (m: inout CfgCfg) in
      m.cleared = .all
    },
    EncodedExample(
      "b56206312000010100003200f9ff40420f000a00000000000000a086010006fffffff70800004711"
    ) { (m: inout CfgTp5) in
      m.index = 1
      m.cableDelay = 50e-9
      m.groupDelay = -7e-9
      m.frequencyOrPeriod = 1_000_000
      m.lockedFrequencyOrPeriod = 10
      m.lockedLengthOrRatio = 100_000
      m.userDelay = -250e-9
      m.flags.isActive = true
      m.flags.locksToGNSS = true
      m.flags.hasLockedSetting = true
      m.flags.isLength = true
      m.flags.alignsToSecond = true
      m.flags.isRisingEdge = true
      m.flags.grid = .gps
      m.flags.synchronization = 1
    },
    EncodedExample("b562063101000139e6") { (m: inout CfgTp5Poll) in m.index = 1 },
    EncodedExample("b562061304000b00f0b9d192") { (m: inout CfgAnt) in
      m.supervision.controlsVoltage = true
      m.supervision.detectsShort = true
      m.supervision.powersDownOnShort = true
      m.pins.supplySwitch = 16
      m.pins.shortDetection = 15
      m.pins.openDetection = 14
      m.pins.appliesPins = true
    },
    EncodedExample("b56206390800f3ac62ad1e63000076a5") { (m: inout CfgItfm) in
      m.detection.broadbandThreshold = 3
      m.detection.continuousWaveThreshold = 15
      m.detection.algorithm = CfgItfm.defaultAlgorithm
      m.detection.isEnabled = true
      m.reception.general = CfgItfm.defaultGeneral
      m.reception.antenna = 2
      m.reception.scansAuxiliaryBands = true
    },
    EncodedExample("b56206340100013cf2") { (m: inout CfgRinv) in m.flags.isShownAtStart = true },
    EncodedExample("b56206470c00010505003c000300640000000728") { (m: inout CfgLogFilter) in
      m.flags.isRecording = true
      m.flags.appliesFilters = true
      m.minimumInterval = 5
      m.timeThreshold = 60
      m.speedThreshold = 3
      m.positionThreshold = 100
    },
    EncodedExample("b56206880600000001005102e8dc") { (m: inout CfgSenif) in
      m.flags.isConnected = true
      m.pins = CfgSenif.Pins(data: 17, clock: 18)
    },
    EncodedExample("b562065310000002010064000000c80000002c010000c590") { (m: inout CfgTxslot) in
      m.ports.uart1 = true
      m.pulse = 1
      m.slotEnds = [100, 200, 300]
    },
    EncodedExample(
      "b562066124000001000001001b0000e09304fbffffff0090010000e80300100e00000080ffff400000006f07"
    ) { (m: inout CfgDosc) in
      m.oscillators = [CfgDosc.Oscillator()]
      m.oscillators[0].identifier = 1
      m.oscillators[0].flags.isCalibrated = true
      m.oscillators[0].flags.interface = 13
      m.oscillators[0].frequency = 19_200_000
      m.oscillators[0].phaseOffsetPicoseconds = -5
      m.oscillators[0].temperatureUncertaintyPPB = 400
      m.oscillators[0].ageUncertaintyPPBPerYear = 1000
      m.oscillators[0].warmUpTime = 3600
      m.oscillators[0].controlGainPPB = -0.5
      m.oscillators[0].gainUncertainty = 0.25
    },
    EncodedExample("b56221100400000100003693") { (m: inout LogRetrieveBatch) in
      m.flags.sendsMonitorFirst = true
    },
    EncodedExample("b562210708000001000200100000436a") { (m: inout LogCreate) in
      m.flags.isCircular = true
      m.size = .user
      m.userSize = 4096
    },
    EncodedExample("b56221030000248d") { (_: inout LogErase) in },
    EncodedExample("b56221090c000a000000000100000000000041be") { (m: inout LogRetrieve) in
      m.start = 10
      m.count = 256
    },
    EncodedExample("b562210e0a000000e807021d173b3a00d38b") { (m: inout LogFindTime) in
      m.year = 2024
      m.month = 2
      m.day = 29
      m.hour = 23
      m.minute = 59
      m.second = 58
    },
    EncodedExample("b562210e080001010000ffffffff357b") { (m: inout LogFindTimeResult) in
      m.entry = nil
    },
    EncodedExample("b562210d1200030000000000e807021d01020300020068692a34") {
      (m: inout LogRetrieveString) in
      m.entry = 3
      m.year = 2024
      m.month = 2
      m.day = 29
      m.hour = 1
      m.minute = 2
      m.second = 3
      m.text = Array("hi".utf8)
    },
  ]
}
