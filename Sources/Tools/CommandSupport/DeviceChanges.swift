package import CairnLinux
package import CairnTypes

/// A stream of the present devices, followed by every change.
package final class DeviceChanges: Sendable {
  package enum Element: Sendable {
    case change(DeviceChange)
    /// All present devices have been reported.
    case enumerated
    case failed(DeviceError)
  }

  package let stream: AsyncStream<Element>
  private let continuation: AsyncStream<Element>.Continuation
  private let loop: EventLoop

  package init() throws(DeviceError) {
    let loop = try EventLoop()
    self.loop = loop
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self)
    self.stream = stream
    self.continuation = continuation
    loop.post {
      let monitor = makeDeviceMonitor(loop: loop)
      do throws(DeviceError) {
        try monitor.start { continuation.yield(.change($0)) }
        continuation.yield(.enumerated)
      } catch {
        continuation.yield(.failed(error))
      }
      let keptAlive = Carried(monitor)
      continuation.onTermination = { _ in loop.post { keptAlive.value.stop() } }
    }
  }

  deinit { loop.shutdown() }

  /// Ends the stream after the elements that it holds.
  package func end() { continuation.finish() }

  /// Returns the present devices.
  package static func present() async throws(DeviceError) -> [DiscoveredDevice] {
    let changes = try DeviceChanges()
    defer { changes.end() }
    var found: [DiscoveredDevice] = []
    for await element in changes.stream {
      switch element {
      case .change(.added(let device)): found.append(device)
      case .change: break
      case .enumerated: return found
      case .failed(let error): throw error
      }
    }
    return found
  }
}

extension DiscoveredDevice {
  /// Whether the device is certainly a receiver with a port to read.
  package var isReceiver: Bool {
    node != nil && subsystem != "pps"
      && (classification == .gnss || classification == .modemGNSSPort)
  }
}
