internal import CairnHAL
internal import CairnLinux
internal import CairnReceiver
internal import CairnTypes

/// Why assistance data cannot help a receiver.
@nonexhaustive
public enum AssistanceError: Error, Hashable, Sendable {
  /// The data contain no assistance message: another kind of file, or a server's refusal in text.
  case noMessages
  /// The data are longer than one mebibyte.
  case tooLong
}

/// Assistance for a start, and records that are kept across restarts of the program.
extension GNSSProvider {
  /// Supplies AssistNow data: orbits, with which a u-blox gets its first fix within seconds.
  ///
  /// The data are given to a receiver that starts without knowing enough, now and later, along with
  /// time and position if known; newer data replace older ones. Of predicted orbits only those of
  /// the day are given. `ReceiverReport.assistance` tells the result.
  ///
  /// - Parameter data: as the service supplies it, online or offline: UBX messages of class MGA.
  /// - Throws: `AssistanceError` if it is no such data.
  ///
  /// Source: u-blox UBX-13003221 R28 (M8), "AssistNow".
  public func assist(with data: [UInt8]) throws(AssistanceError) {
    guard data.count <= 1 << 20 else { throw .tooLong }
    guard AssistanceData.isAny(in: data) else { throw .noMessages }
    assistanceData = data
    assist()
  }

  /// Gives the receiver's driver the assistance that is known now.
  func assist() {
    guard control == .configure else { return }
    var assistance = Assistance()
    if let place = records.place, let placeTime {
      // The receiver's own time, by the boot clock, is better than the system clock's.
      assistance.time = .init(place.time, at: placeTime, accuracy: .milliseconds(500))
    } else if let time = access.time() {
      assistance.time = .init(
        time.utc, at: loop.now(), accuracy: max(time.accuracy, .milliseconds(100)))
    }
    assistance.data = assistanceData
    session?.assist(with: assistance)
  }

  /// Returns the file for the records; `nil` if nothing is kept.
  static func stateFile(
    _ directory: String?, _ id: ProviderID, loop: EventLoop
  ) -> StateFile? {
    directory.map {
      // A provider's name may contain any characters.
      let name = id.name.map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "_" }
      return StateFile("\($0)/\(String(name)).receivers", loop: loop)
    }
  }

  /// An upper bound for the size of all records.
  private static var stateLimit: Int { 512 * 1024 }

  /// Reads the records of an earlier program.
  func readState() {
    guard let stateFile, records == ReceiverRecords() else { return }
    do throws(FileFailure) {
      records = ReceiverRecords(decoding: try stateFile.read(limit: Self.stateLimit) ?? [])
      writtenRecords = records
    } catch {
      set(.storage, "what was known of receivers is not read: \(error)")
    }
  }

  /// Takes over the records of a session, and stores them if they have changed.
  func keep(_ known: ReceiverRecords) {
    let place = records.place
    records = known
    records.place = place
    guard let stateFile, records != writtenRecords else { return }
    writtenRecords = records
    stateFile.replace(records.encoded)
  }

  /// Waits until the records are on the disk.
  func finishState() async {
    guard let stateFile else { return }
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      stateFile.whenIdle { continuation.resume() }
    }
    set(
      .storage,
      stateFile.failure.map { "what is known of the receiver is not kept: \($0.explanation)" })
  }
}
