import CairnLinux
import CairnMQTT
import CairnMaps
import CairnRadio
import CairnTypes
import Glibc

/// What the location service has learned of access points and cells, told once each.
///
/// By the rules of `cairn radio submit`: without names and times finer than a day, one by one in a random order, and nothing that
/// was heard today.
///
/// Isolation: the event loop.
struct Sharing {
  /// Why nothing is told now, in a line.
  private struct Failure: Error { let line: String }

  /// What was told, as a key of `FileStorage`.
  private static let state = "radio-told"

  private let folder: String
  private let storage: FileStorage

  init(_ configuration: Configuration) {
    folder = configuration.settings.sharing.folder
    storage = FileStorage(configuration.folder)
  }

  /// Gives what is new to `keep`, a batch at a time. A batch is in the ledger before, so that none is told twice.
  func submit(keep: ([UInt8]) -> Void, log: (String) -> Void) {
    do throws(Failure) {
      // Before the ledger, which keeps what cannot be read now.
      let map = try learned("wifi-learned", LearnedMap.init(decoding:)) ?? LearnedMap()
      let cells = try learned("cell-learned", LearnedCells.init(decoding:)) ?? LearnedCells()
      var ledger = try ledger()
      ledger.forget(allBut: map, cells)
      var random: any RandomNumberGenerator = SystemRandomNumberGenerator()
      let today = UInt16(clamping: time(nil) / 86_400)
      let batches = SurveyBatch.batches(
        of: map, cells: cells, besides: ledger, today: today, using: &random)
      for batch in batches {
        ledger.enter(batch)
        try store(ledger)
        keep(batch.json)
      }
    } catch { log(error.line) }
  }

  private func learned<Value>(
    _ name: String, _ decode: ([UInt8]) -> Value?
  ) throws(Failure) -> Value? {
    let path = "\(folder)/\(name).state"
    do throws(FileFailure) {
      if let bytes = try FileStorage.read(path), let value = decode(bytes) { return value }
    } catch {
      if error.isAbsence, access(folder, F_OK) == 0 { return nil }
      throw Failure(
        line: "\(error), so that nothing learned is told; only cairnd's user may read its folder")
    }
    throw Failure(
      line: "\(path) is damaged: cairn radio forget deletes it, and the device learns anew")
  }

  private func ledger() throws(Failure) -> SubmissionLedger {
    do throws(LocationError) {
      guard let bytes = try storage.load(Self.state) else { return SubmissionLedger() }
      if let ledger = SubmissionLedger(decoding: bytes) { return ledger }
    } catch { throw unkept(error) }
    throw Failure(line: "\(Self.state).state is of another version: nothing learned is told")
  }

  private func store(_ ledger: SubmissionLedger) throws(Failure) {
    do throws(LocationError) { try storage.store(ledger.encoded, for: Self.state) } catch {
      throw unkept(error)
    }
  }

  private func unkept(_ error: LocationError) -> Failure {
    Failure(line: "what was told of access points and cells cannot be kept: \(error.line)")
  }
}
