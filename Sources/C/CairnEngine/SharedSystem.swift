internal import CCairnLinux
internal import Cairn
internal import CairnBoard
internal import CairnHAL
internal import CairnLinux
internal import CairnProviders
internal import CairnTypes
internal import Synchronization

/// A system with one receiver, which all managers of that receiver share; a recording is read by each
/// manager anew.
final class SharedSystem: Sendable {
  static let provider: ProviderID = "gnss"
  /// How long the end of a system may take: a receiver that falls asleep says so.
  private static let patience: Int32 = 2000

  /// Descriptors that a system takes at most until its receiver is open.
  private static let descriptors: Int32 = 16
  /// The threads of Swift's tasks take descriptors when the first task runs, and end the program where there are none: so
  /// one runs while there are.
  private static let firstTask: Void = {
    let ran = EventDescriptor()
    Task.detached { ran.set() }
    _ = cairnlinux_poll(ran.descriptor, UInt32(cairnlinux_epoll_in), patience)
  }()

  private struct Entry {
    let shared: SharedSystem
    var users: Int
  }

  private static let entries = Mutex<[Entry]>([])

  let system: LocationSystem
  /// As the program wrote it; `nil` for receivers that are found.
  private let address: String?

  private init(_ address: String?, _ source: ReceiverSource) throws(DeviceError) {
    guard cairnlinux_free_descriptors(Self.descriptors) == Self.descriptors else {
      throw DeviceError(.monitor, path: "event loop", code: Int32(cairnlinux_EMFILE))
    }
    Self.firstTask
    let loop = try EventLoop()
    self.address = address
    // A library says nothing by itself.
    system = LocationSystem(
      providers: [
        GNSSProvider(
          source: source, profiles: HardwareProfile.shipped,
          descriptor: .genericGNSS(id: Self.provider), loop: loop)
      ],
      report: { _ in }, storage: nil, executor: loop, ownsExecutor: true)
    system.addBoardSensors()
  }

  /// Returns the system of a receiver, which `close` gives back.
  ///
  /// - Parameter address: `nil` for receivers that are found.
  /// - Returns: the system, which others may use as well.
  /// - Throws: a fatal error, for an address under which there can be no receiver, and if the event loop
  ///   cannot be created.
  static func open(_ address: String?) throws(LocationError) -> SharedSystem {
    let source = try address.map { text throws(LocationError) in try ReceiverSource(text) }
    return try entries.withLock { entries throws(LocationError) in
      if let index = entries.firstIndex(where: { $0.shared.isOf(address) }) {
        entries[index].users += 1
        return entries[index].shared
      }
      let shared: SharedSystem
      do throws(DeviceError) { shared = try SharedSystem(address, source ?? .discovered) } catch {
        throw LocationError(.noProvider, severity: .fatal, cause: error)
      }
      entries.append(Entry(shared: shared, users: 1))
      return shared
    }
  }

  /// Gives it back. Waits until the receiver is free for others, if nobody uses the system any more.
  func close() {
    Self.entries.withLock { entries in
      guard let index = entries.firstIndex(where: { $0.shared === self }) else { return }
      entries[index].users -= 1
      guard entries[index].users == 0 else { return }
      entries.remove(at: index)
      // Under the lock: who opens the same receiver next would find it busy.
      end()
    }
  }

  private func end() {
    let ended = EventDescriptor()
    system.remove(Self.provider) { ended.set() }
    _ = cairnlinux_poll(ended.descriptor, UInt32(cairnlinux_epoll_in), Self.patience)
  }

  /// Whether an address leads to this receiver, as things are now: a link may lead elsewhere after a
  /// receiver has returned.
  private func isOf(_ other: String?) -> Bool {
    guard let address, let other else { return address == nil && other == nil }
    if case .file = SourceAddress(other) { return false }
    if address == other { return true }
    guard let path = FileSystem.canonical(address) else { return false }
    return path == FileSystem.canonical(other)
  }
}
