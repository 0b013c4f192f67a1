internal import CairnLinux
internal import CairnSensors
internal import CairnTypes

/// Measurements of several devices of the kernel's Industrial I/O as one stream.
///
/// Buffers that can be read collect in the kernel and are read together, at the times of a timer: a
/// thread that waits for a buffer is woken for each scan, inside the kernel, whatever the
/// watermark. Devices without such a buffer are polled in the same rhythm.
///
/// Isolation: the event loop.
final class IIOFeed {
  /// Rates of measuring and reading.
  struct Rhythm {
    /// Readings per second of buffers, each of all measurements since the one before.
    var reads: Double
    /// Readings per second of polled devices.
    var polls: Double
    /// Measurements per second that buffers are asked for.
    var frequency = 50.0

    /// Uses the same rate for both.
    init(_ rate: Double) { (reads, polls) = (rate, rate) }

    /// See the properties.
    init(reads: Double, polls: Double, frequency: Double) {
      (self.reads, self.polls, self.frequency) = (reads, polls, frequency)
    }

    fileprivate static func clamped(_ rate: Double) -> Double { min(max(rate, 0.1), 50) }
  }

  /// Longest silence of the devices, unless they are read more rarely.
  static let patience = Duration.seconds(3)

  /// Closures that a feed calls. Isolation: called on the event loop.
  struct Handler {
    /// The devices are chosen and work.
    var started: (IIOSelection) -> Void
    var measured: (ScanReader.Measurement, MonotonicTime) -> Void
    /// All waiting measurements have been delivered.
    var ended: () -> Void
    /// The feed has ended.
    var failed: (DeviceError?) -> Void
  }

  private struct Buffered {
    let buffer: IIOBuffer
    var reader: ScanReader
    let quantities: Set<IIOQuantity>
  }

  /// Devices opened in the background.
  private struct Opened: Sendable {
    var selection: IIOSelection
    var buffers: [(part: IIOSelection.Part, buffer: IIOBuffer, interval: Duration?)] = []
    var polled: [IIOSelection.Part] = []
  }

  private let folders: IIOFolders
  private let loop: EventLoop
  private let worker: any BackgroundWorker
  private let handler: Handler
  private let rhythm: Rhythm
  private var period = Duration.zero
  private var isEnded = false
  private var buffers: [Buffered] = []
  private var polled: [IIOSelection.Part] = []
  private var isPolling = false
  private var timer: TimerID?
  /// Time of the last measurement.
  private var heard: MonotonicTime

  /// Starts the devices.
  ///
  /// - Parameters:
  ///   - needed: see `IIOSelection`.
  ///   - useful: see `IIOSelection`.
  ///   - rhythm: the rates of measuring and reading.
  ///   - folders: where the kernel shows devices.
  ///   - loop: the event loop, which this is called on.
  ///   - worker: runs the calls that may block.
  ///   - handler: receives the results.
  init(
    needed: [IIOQuantity], useful: [IIOQuantity] = [], rhythm: Rhythm,
    in folders: IIOFolders, loop: EventLoop, worker: any BackgroundWorker, handler: Handler
  ) {
    self.folders = folders
    self.loop = loop
    self.worker = worker
    self.handler = handler
    self.rhythm = rhythm
    heard = loop.now()
    worker.run({ Self.open(needed, useful, rhythm, folders) }) { [self] in begin($0) }
  }

  /// Switches the devices off; the handler is not called after this.
  func end() {
    guard !isEnded else { return }
    isEnded = true
    if let timer { loop.cancel(timer) }
    timer = nil
    let opened = buffers.map(\.buffer)
    buffers = []
    if !opened.isEmpty { worker.run({ for buffer in opened { buffer.end() } }) {} }
  }

  // MARK: The start

  private static func open(
    _ needed: [IIOQuantity], _ useful: [IIOQuantity], _ rhythm: Rhythm, _ folders: IIOFolders
  ) -> Opened? {
    let devices = IIODevice.all(in: folders)
    guard let selection = IIOSelection(devices, needed: needed, useful: useful) else { return nil }
    var opened = Opened(selection: selection)
    for part in selection.parts {
      let description = part.device.description
      if part.device.hasUsableBuffer, let layout = description.layout {
        let frequency = description.frequency(for: rhythm.frequency)
        let scans = frequency / Rhythm.clamped(rhythm.reads)
        let setup = IIOBufferSetup(
          device: part.device.device, name: description.name,
          channels: Set(layout.elements.map(\.name)), frequencyFile: description.frequencyFile,
          frequency: frequency, watermark: Int(min(max(scans, 1), 512).rounded(.down)))
        do throws(DeviceError) {
          let buffer = try IIOBuffer(setup, in: folders)
          let interval = description.frequencyFile.map { _ in Duration.seconds(1 / frequency) }
          opened.buffers.append((part, buffer, interval))
          continue
        } catch {
          // Another program has just taken it: devices that can be polled are polled.
        }
      }
      opened.polled.append(part)
    }
    // An incomplete set of rotation rates is of no use.
    for place in opened.polled.indices { opened.polled[place].quantities.subtract(useful) }
    let polls = opened.polled.flatMap { part in part.quantities.map { (part, $0) } }
    for (part, quantity) in polls
    where !(part.device.description.reading(of: quantity)?.isPolled ?? false) {
      for (_, buffer, _) in opened.buffers { buffer.end() }
      return nil
    }
    for place in opened.selection.parts.indices {
      let name = opened.selection.parts[place].device.device
      if opened.polled.contains(where: { $0.device.device == name }) {
        opened.selection.parts[place].quantities.subtract(useful)
      }
    }
    return opened
  }

  private func begin(_ opened: Opened?) {
    guard let opened else { return fail(nil) }
    guard !isEnded else {
      let buffers = opened.buffers.map(\.buffer)
      return worker.run({ for buffer in buffers { buffer.end() } }) {}
    }
    for (part, buffer, interval) in opened.buffers {
      guard let reader = ScanReader(part.device.description, interval: interval) else { continue }
      buffers.append(Buffered(buffer: buffer, reader: reader, quantities: part.quantities))
    }
    polled = opened.polled.filter { !$0.quantities.isEmpty }
    period = .seconds(1 / Rhythm.clamped(polled.isEmpty ? rhythm.reads : rhythm.polls))
    handler.started(opened.selection)
    heard = loop.now()
    arm()
  }

  // MARK: The rhythm

  private func arm() {
    guard !isEnded else { return }
    timer = loop.schedule(at: loop.now() + period) { [weak self] in self?.timerFired() }
  }

  private func timerFired() {
    timer = nil
    if loop.now() - heard >= max(Self.patience, period + period) { return fail(nil) }
    collect()
    arm()
  }

  /// Delivers all waiting measurements.
  private func collect() {
    poll()
    for place in buffers.indices {
      guard !isEnded else { return }
      do throws(DeviceError) {
        try read(place)
      } catch {
        return fail(error)
      }
    }
    // Polled measurements arrive later: without buffers, `ended` is called after them.
    if !isEnded, !buffers.isEmpty { handler.ended() }
  }

  private func read(_ place: Int) throws(DeviceError) {
    let bytes = try buffers[place].buffer.read()
    guard !bytes.isEmpty else { return }
    // Not before: on a busy machine, scans arrive between the timer and the read.
    let now = loop.now()
    heard = now
    let quantities = buffers[place].quantities
    var found: [(ScanReader.Measurement, MonotonicTime)] = []
    buffers[place].reader.read(bytes.span, at: now) { found.append(($0, $1)) }
    for (measurement, time) in found where quantities.contains(measurement.quantity) {
      handler.measured(measurement, time)
    }
  }

  // MARK: Polling

  private func poll() {
    guard !polled.isEmpty, !isPolling else { return }
    isPolling = true
    let (folders, parts, loop) = (folders, polled, loop)
    worker.run({ (Self.measure(parts, folders), loop.now()) }) { [weak self] found, time in
      guard let self, !isEnded else { return }
      isPolling = false
      guard let found else { return fail(nil) }
      heard = time
      for measurement in found { handler.measured(measurement, time) }
      if buffers.isEmpty { handler.ended() }
    }
  }

  /// Reads the present numbers; `nil` when a device is gone.
  private static func measure(
    _ parts: [IIOSelection.Part], _ folders: IIOFolders
  ) -> [ScanReader.Measurement]? {
    var found: [ScanReader.Measurement] = []
    for part in parts {
      for reading in part.device.description.readings
      where part.quantities.contains(reading.quantity) {
        var raw: [Double] = []
        for file in reading.files {
          guard
            let number = folders.text(file, of: part.device.device).flatMap(
              IIODescription.number(in:))
          else { return nil }
          raw.append(number)
        }
        if let vector = reading.vector(of: raw) {
          found.append(.vector(reading.quantity, vector))
        } else if let first = raw.first {
          found.append(.pressure(reading.value(of: first, channel: 0)))
        }
      }
    }
    return found
  }

  private func fail(_ error: DeviceError?) {
    guard !isEnded else { return }
    end()
    handler.failed(error)
  }
}

extension ScanReader.Measurement {
  /// Quantity that was measured.
  fileprivate var quantity: IIOQuantity {
    switch self {
    case .vector(let quantity, _): quantity
    case .pressure: .pressure
    }
  }
}
