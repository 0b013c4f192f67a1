import Cairn
import CairnBoard
import CairnData
import CairnExports
import CairnHAL
import CairnLinux
import CairnMapUpdates
import CairnProviders
import CairnRadio
import CairnService
import CairnTypes
import CairnWireless

/// What the settings say of the board, and what was made of it.
///
/// Isolation: belongs to the task that serves.
struct ServedBoard {
  /// What the system is made of; `nil` without a board.
  let composition: BoardComposition?
  private let compiled: CompiledBoard?
  private let packs: [String]
  /// They belong to the loop.
  private let watches: Carried<[PackWatch]>
  private let options: BoardOptions

  /// Reads the files that the settings name, and makes the parts.
  ///
  /// A pack that is not there yet is used as soon as it is, and one that is replaced as well.
  ///
  /// - Throws: what is wrong with the files, a line each.
  init(
    _ settings: ServiceSettings, on loop: EventLoop, log: @escaping (String) -> Void
  ) throws(ServiceFaults) {
    compiled = try settings.board.map { path throws(ServiceFaults) in try Self.read(path) }
    packs = settings.packs
    var options = BoardOptions()
    options.receivers = (compiled?.receivers ?? []) + HardwareProfile.shipped
    options.includesReceiver = false
    options.stateDirectory = settings.stateFolder
    var watches: [PackWatch] = []
    for path in packs {
      let pack = FollowedPack(path, try Self.pack(path))
      if !pack.isThere { log("\(ForeignText.visible(path)) is not there yet; waiting for it") }
      options.packs.append(pack)
      options.cells.append(pack)
      watches.append(PackWatch(pack, loop: loop, log: log))
    }
    self.watches = Carried(watches)
    self.options = options
    composition = compiled.map { BoardComposition($0.board, options, loop: loop) }
  }

  /// Returns what is wrong with the files that settings name, a line each.
  static func faults(of settings: ServiceSettings) -> [String] {
    var faults: [String] = []
    if let path = settings.board {
      do throws(ServiceFaults) { _ = try read(path) } catch { faults += error.lines }
    }
    for path in settings.packs {
      do throws(ServiceFaults) {
        if try pack(path) == nil { faults.append("\(ForeignText.visible(path)) is not there") }
      } catch {
        faults += error.lines
      }
    }
    return faults
  }

  /// Returns what other settings want of the board that only a new start brings, a line each.
  func faults(in settings: ServiceSettings) -> [String] {
    do throws(ServiceFaults) {
      let other = try settings.board.map { path throws(ServiceFaults) in try Self.read(path) }
      return other == compiled && settings.packs == packs
        ? [] : ["another board, and other packs, are used after a restart of cairnd"]
    } catch {
      return error.lines
    }
  }

  /// Returns the system, without receivers.
  func system(policy: any AuthorizationPolicy, on loop: EventLoop) -> LocationSystem {
    guard let composition, let board = compiled?.board else {
      let system = LocationSystem(providers: [], policy: policy, executor: loop)
      system.addBoardSensors()
      return system
    }
    return LocationSystem(composition, of: board, policy: policy, executor: loop)
  }

  /// Lines for the log.
  var lines: [String] {
    guard let assembly = composition?.assembly else { return [] }
    return ["using the board \(assembly.profile)"] + assembly.unserved.map(\.description)
  }

  /// Returns the board's own receiver for a setup that names none; `nil` if it has none.
  func receiver(
    _ setup: LocationService.ReceiverSetup, _ control: ReceiverControl, _ id: ProviderID
  ) -> GNSSProvider? {
    var options = options
    options.control = control
    options.watchesPulses = setup.watchesPulses
    options.stateDirectory = setup.stateFolder
    return composition?.receiver?.make(options, id: id)
  }

  private static func read(_ path: String) throws(ServiceFaults) -> CompiledBoard {
    let bytes: [UInt8]
    do throws(FileFailure) { bytes = try readFile(path, limit: CompiledBoard.limit) } catch {
      throw ServiceFaults(lines: ["\(error)"])
    }
    do throws(CompiledBoard.Fault) { return try CompiledBoard(decoding: bytes) } catch {
      let fault =
        switch error {
        case .foreign: "is no compiled board"
        case .damaged: "is damaged, or of another version of Cairn"
        }
      let name = ForeignText.visible(path)
      throw ServiceFaults(lines: ["\(name) \(fault): hw-profile compile BOARD --output \(name)"])
    }
  }

  /// Begins to follow the files of packs. On the loop.
  func follow() { for watch in watches.value { watch.start() } }

  /// Ends that. On the loop.
  func leave() { for watch in watches.value { watch.stop() } }

  /// Returns a pack; `nil` if there is no such file.
  private static func pack(_ path: String) throws(ServiceFaults) -> RadioPack? {
    let file: PagedFile
    do throws(FileFailure) { file = try PagedFile(path) } catch {
      if error.isAbsence { return nil }
      throw ServiceFaults(lines: ["\(error)"])
    }
    do throws(PackError) { return try RadioPack(file) } catch {
      throw ServiceFaults(lines: ["\(ForeignText.visible(path)): \(error); get it or make it again"]
      )
    }
  }
}
