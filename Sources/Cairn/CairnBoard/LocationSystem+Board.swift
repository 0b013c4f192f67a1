public import Cairn
public import CairnHAL
public import CairnLinux
internal import CairnProviders
public import CairnTypes

extension LocationSystem {
  /// Creates a system of all that a board's profile names and Cairn can serve: its receiver, its
  /// Wi-Fi, its modem, its site, its compass, its barometer, its accelerometer, which tells motion,
  /// and its Bluetooth.
  ///
  /// The receiver is opened at the path that the profile names, or wherever the kernel announces
  /// one. `board` lists the parts, and why one is not served. Each time that the host wakes costs
  /// what the profile says.
  ///
  /// - Parameters:
  ///   - profile: that of the board, or of a receiver alone.
  ///   - providers: the application's own, which serve their parts in place of Cairn's. Those that
  ///     run on an event loop must run on `executor`.
  ///   - sensors: the application's own, likewise.
  ///   - saver: see the initializer with providers; `nil` for what the profile says: at its low
  ///     charge, its default accuracy, or a hundred metres if it has none.
  ///   - policy: see the initializer with providers.
  ///   - report: see the initializer with providers.
  ///   - storage: see the initializer with providers.
  ///   - executor: the event loop; `nil` for one of the system's own.
  /// - Throws: if the event loop cannot be created.
  public convenience init(
    board profile: HardwareProfile, providers: [any LocationProvider] = [],
    sensors: [any Sensor] = [], saver: BatterySaver? = nil,
    policy: any AuthorizationPolicy = AllowAllPolicy(),
    report: (@Sendable (LocationError) -> Void)? = nil, storage: (any Storage)? = nil,
    executor: EventLoop? = nil
  ) throws(DeviceError) {
    try self.init(
      board: profile, BoardOptions(), providers: providers, sensors: sensors, saver: saver,
      policy: policy, report: report, storage: storage, executor: executor)
  }

  /// Creates such a system with other ways to make the parts.
  package convenience init(
    board profile: HardwareProfile, _ options: BoardOptions,
    providers: [any LocationProvider] = [], sensors: [any Sensor] = [],
    saver: BatterySaver? = nil, policy: any AuthorizationPolicy = AllowAllPolicy(),
    report: (@Sendable (LocationError) -> Void)? = nil, storage: (any Storage)? = nil,
    executor: EventLoop? = nil
  ) throws(DeviceError) {
    let loop = if let executor { executor } else { try EventLoop() }
    let board = BoardComposition(
      profile, options, providers: providers, sensors: sensors, loop: loop)
    self.init(
      board, of: profile, saver: saver, policy: policy, report: report, storage: storage,
      executor: loop, ownsExecutor: executor == nil)
  }

  /// Creates a system of the parts of a board, which run on `executor`.
  package convenience init(
    _ board: BoardComposition, of profile: HardwareProfile, saver: BatterySaver? = nil,
    policy: any AuthorizationPolicy, report: (@Sendable (LocationError) -> Void)? = nil,
    storage: (any Storage)? = nil, executor: EventLoop, ownsExecutor: Bool = false
  ) {
    self.init(
      providers: board.providers, sensors: board.sensors, board: board.assembly,
      floors: profile.floors,
      hostWake: profile.figures[.hostWakeEnergy]?.value,
      saver: saver ?? BatterySaver(profile.figures), policy: policy, report: report,
      storage: storage, executor: executor, ownsExecutor: ownsExecutor)
    addBluetooth(power: profile.figures[.bluetoothPower]?.value)
  }
}
