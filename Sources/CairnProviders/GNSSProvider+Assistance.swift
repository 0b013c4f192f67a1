internal import CairnHAL
internal import CairnLinux
internal import CairnReceiver
internal import CairnTypes

/// Why data cannot help a receiver.
public enum AssistanceError: Error, Hashable, Sendable {
  /// No message of assistance is in it: another kind of file, or a server's refusal in words.
  case noMessages
  /// It is longer than a mebibyte.
  case tooLong
}

/// Help for a start, and what is kept from one start of the program to the next.
extension GNSSProvider {
  /// Hands in data of AssistNow: orbits, from which a u-blox finds its first fix in seconds.
  ///
  /// They are given to a receiver that starts without knowing enough, now and later, together with time and
  /// position where these are known; newer data take the place of older. Of predicted orbits only those of
  /// the day are given. How it went is in `ReceiverReport.assistance`.
  ///
  /// - Parameter data: as the service gives it, online or offline: UBX messages of class MGA.
  /// - Throws: `AssistanceError`, when it is no such data.
  ///
  /// Source: u-blox UBX-13003221 R28 (M8), "AssistNow".
  public func assist(with data: [UInt8]) throws(AssistanceError) {
    guard data.count <= 1 << 20 else { throw .tooLong }
    guard AssistanceData.isAny(in: data) else { throw .noMessages }
    assistanceData = data
    assist()
  }

  /// Tells the receiver's driver what is known now.
  func assist() {
    guard control == .configure else { return }
    var assistance = Assistance()
    if let place = records.place, let placeTime {
      // The receiver's own time, by the boot clock: better than what the system's clock may say.
      assistance.time = .init(place.time, at: placeTime, accuracy: .milliseconds(500))
    } else if let time = access.time() {
      assistance.time = .init(
        time.utc, at: loop.now(), accuracy: max(time.accuracy, .milliseconds(100)))
    }
    assistance.data = assistanceData
    session?.assist(with: assistance)
  }

  /// What the records are kept in; `nil` where nothing is kept.
  static func stateFile(
    _ directory: String?, _ id: ProviderID, loop: EventLoop
  ) -> StateFile? {
    directory.map {
      // A provider's name may hold anything.
      let name = id.name.map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "_" }
      return StateFile("\($0)/\(String(name)).receivers", loop: loop)
    }
  }

  /// Longer than all records that are kept.
  private static var stateLimit: Int { 512 * 1024 }

  /// What an earlier program has kept.
  func readState() {
    guard let stateFile, records == ReceiverRecords() else { return }
    do throws(FileFailure) {
      records = ReceiverRecords(decoding: try stateFile.read(limit: Self.stateLimit) ?? [])
      writtenRecords = records
    } catch {
      set(.storage, "what was known of receivers is not read: \(error)")
    }
  }

  /// Takes what a session knows, and keeps it when it is new.
  func keep(_ known: ReceiverRecords) {
    let place = records.place
    records = known
    records.place = place
    guard let stateFile, records != writtenRecords else { return }
    writtenRecords = records
    stateFile.replace(records.encoded)
  }

  /// Waits until what was kept is on the disk.
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
