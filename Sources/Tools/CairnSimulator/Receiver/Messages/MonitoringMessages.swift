internal import CairnReceiver
internal import CairnTypes
internal import CairnUBX

extension SimulatedReceiver {
  var version: MonVer {
    var message = MonVer()
    guard let generation = traits.uBlox else { return message }
    message.software = UBXText(generation.software)
    message.hardware = UBXText(generation.hardware)
    message.extensions = generation.versionLines.map { line in
      var entry = MonVer.Extension()
      entry.text = UBXText(line)
      return entry
    }
    return message
  }

  /// SEC-UNIQID; its number is derived from the seed.
  var uniqueID: [UInt8] {
    var random = SeededGenerator(seed: configuration.seed ^ 0x5EC)
    let number = random.next()
    if traits.uBlox?.uniqueIDLength == 6 {
      var message = SecUniqID()
      message.uniqueID = number & 0xFFFF_FFFF_FFFF
      return message.encode()
    }
    var message = SecUniqIDV1()
    message.uniqueID = number & 0xFF_FFFF_FFFF
    return message.encode()
  }

  /// Made-up levels of realistic size, worse under interference.
  private var levels: (noise: UInt16, gain: UInt16, indicator: UInt8) {
    switch radio.jamming {
    case .unknown, .none: (90, 3100, 8)
    case .suspected: (180, 1800, 90)
    case .certain: (400, 600, 220)
    }
  }

  /// The jamming state; unknown if the receiver has a switch for its detection that is off.
  private var reportedJamming: JammingState {
    let isOn = store.value(Key.detectsInterference).map { $0 != 0 } ?? true
    return isOn ? JammingState(rawValue: radio.jamming.rawValue) : .unknown
  }

  var hardware: MonHW {
    var message = MonHW()
    (message.noiseLevel, message.gainCount, message.jammingIndicator) = levels
    message.antennaStatus = AntennaStatus(rawValue: radio.antenna.rawValue)
    message.antennaPower = .on
    message.flags.isClockCalibrated = memory.time
    message.flags.jamming = reportedJamming
    return message
  }

  var radioFrequency: MonRF {
    var message = MonRF()
    let count: UInt8 = traits.uBlox?.takesCorrections == true ? 2 : 1
    message.blocks = (0..<count).map { number in
      var block = MonRF.Block()
      block.number = number
      (block.noiseLevel, block.gainCount, block.jammingIndicator) = levels
      block.antennaStatus = AntennaStatus(rawValue: radio.antenna.rawValue)
      block.antennaPower = .on
      // A generation with SEC-SIG 2 reports interference only there.
      if traits.uBlox?.signalSecurity != 2 { block.flags.jamming = reportedJamming }
      return block
    }
    return message
  }

  /// SEC-SIG in the generation's version; `nil` if it has none.
  var signalSecurity: [UInt8]? {
    let spoofing = SpoofingState(rawValue: radio.spoofing.rawValue)
    switch traits.uBlox?.signalSecurity {
    case 1:
      var message = SecSigV1()
      message.jamming.isEnabled = reportedJamming != .unknown
      message.jamming.state = reportedJamming
      message.spoofing.isEnabled = true
      message.spoofing.state = spoofing
      return message.encode()
    case 2:
      var message = SecSig()
      message.flags.detectsJamming = true
      message.flags.jamming = JammingState(rawValue: radio.jamming.rawValue)
      message.flags.detectsSpoofing = true
      message.flags.spoofing = spoofing
      var frequency = SecSig.Frequency()
      frequency.state.centerKilohertz = 1_575_420
      frequency.state.isJammed = radio.jamming == .suspected || radio.jamming == .certain
      message.frequencies = [frequency]
      return message.encode()
    default: return nil
    }
  }

  /// Waiting bytes, and the buffer's present and peak usage in percent.
  private var transmission: (pending: Int, usage: UInt8, peak: UInt8) {
    let waiting = backlog.pending(at: now, baudRate: plan.baudRate)
    let capacity = Double(traits.transmitBuffer)
    return (
      Int(waiting), UInt8(min(100, 100 * waiting / capacity)),
      UInt8(min(100, 100 * backlog.peak / capacity))
    )
  }

  var communication: MonComms {
    var message = MonComms()
    message.transmitErrors.allocation = backlog.hasDropped(at: now)
    message.transmitErrors.outputPort = configuration.port.rawValue + 1
    var port = MonComms.Port()
    let numbers: [UInt16] = [0x0000, 0x0100, 0x0201, 0x0300, 0x0400]
    port.port = CommunicationPort(rawValue: numbers[Int(configuration.port.rawValue)])
    port.transmitPending = UInt16(clamping: transmission.pending)
    port.transmitted = UInt32(clamping: backlog.sentBytes)
    port.transmitUsagePercent = transmission.usage
    port.transmitPeakUsagePercent = transmission.peak
    port.received = UInt32(clamping: backlog.receivedBytes)
    port.skipped = UInt32(clamping: backlog.skippedBytes)
    port.messages[0] = UInt16(clamping: receivedFrames)
    message.ports = [port]
    return message
  }

  var transmitBuffers: MonTxBuf {
    var message = MonTxBuf()
    let index = Int(configuration.port.rawValue)
    message.pending[index] = UInt16(clamping: transmission.pending)
    message.usagePercent[index] = transmission.usage
    message.peakUsagePercent[index] = transmission.peak
    message.totalUsagePercent = transmission.usage
    message.totalPeakUsagePercent = transmission.peak
    message.errors.allocation = backlog.hasDropped(at: now)
    message.errors.limits = backlog.hasDropped(at: now) ? 1 << configuration.port.rawValue : 0
    return message
  }
}
