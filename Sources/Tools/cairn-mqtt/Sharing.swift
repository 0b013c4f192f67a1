import CairnLinux
import CairnMQTT
import CairnRadio
import CairnTypes
import Glibc

/// What the location service has learned of access points, told once each.
///
/// By the rules of `cairn radio submit`: without names and times finer than a day, one by one in a random order, and nothing that
/// was heard today.
///
/// Isolation: the event loop.
struct Sharing {
  /// What was told, as a key of `FileStorage`.
  private static let state = "radio-told"

  private let path: String
  private let storage: FileStorage

  init(_ configuration: Configuration) {
    path = "\(configuration.settings.sharing.folder)/wifi-learned.state"
    storage = FileStorage(configuration.folder)
  }

  /// Gives what is new to `keep`, a batch at a time. A batch is in the ledger before, so that none is told twice.
  func submit(keep: ([UInt8]) -> Void, log: (String) -> Void) {
    guard let map = map(log) else { return }
    do throws(LocationError) {
      var ledger = SubmissionLedger()
      if let bytes = try storage.load(Self.state) {
        guard let kept = SubmissionLedger(decoding: bytes) else {
          return log("\(Self.state).state is of another version: nothing learned is told")
        }
        ledger = kept
      }
      ledger.forget(allBut: map)
      var random = SystemRandomNumberGenerator()
      let today = UInt16(clamping: time(nil) / 86_400)
      for batch in SurveyBatch.batches(of: map, besides: ledger, today: today, using: &random) {
        ledger.enter(batch)
        try storage.store(ledger.encoded, for: Self.state)
        keep(batch.json)
      }
    } catch {
      log("what was told of access points cannot be kept: \(error.line)")
    }
  }

  private func map(_ log: (String) -> Void) -> LearnedMap? {
    do throws(FileFailure) {
      guard let bytes = try FileStorage.read(path), let map = LearnedMap(decoding: bytes) else {
        log("\(path) is damaged: cairn radio forget deletes it, and the device learns anew")
        return nil
      }
      return map
    } catch {
      if !error.isAbsence { log("\(error)") }
      return nil
    }
  }
}
