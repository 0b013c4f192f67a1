@testable import CairnReceiver
import Testing

@Suite("Epoch cycle")
struct EpochCycleTests {
  /// One letter a kind: capitals are single, the others repeat.
  private func kind(_ letter: Character) -> EpochCycle.Kind {
    let value = letter.asciiValue ?? 0
    return EpochCycle.Kind(
      number: (value & 31) + (letter.isLowercase ? 32 : 0) - 1, isSingle: letter.isUppercase)
  }

  /// Plays `R1 G1 v | …`: a digit is the key, `|` a silence. Answers where each epoch was
  /// delivered: after which message, or `|`, or before which one (`<`).
  private func play(_ script: String, _ cycle: inout EpochCycle) -> [String] {
    var delivered: [String] = []
    for word in script.split(separator: " ") {
      guard word != "|" else {
        if cycle.silence() { delivered.append("|") }
        continue
      }
      let wasOpen = cycle.isUndelivered
      let message = kind(word.first ?? "x")
      switch cycle.place(message, key: word.dropFirst().first.flatMap { Int64(String($0)) }) {
      case .begin where wasOpen: delivered.append("<\(word)")
      case .drop: delivered.append("drop \(word)")
      case .trail: delivered.append("trail \(word)")
      case .begin, .join: break
      }
      if cycle.endsEpoch(message) { delivered.append("\(word)") }
    }
    return delivered
  }

  private func play(_ script: String) -> [String] {
    var cycle = EpochCycle()
    return play(script, &cycle)
  }

  @Test
  func `the first epoch ends with the next key, later ones with the last message`() {
    #expect(play("R1 G1 a L1 R2 G2 a L2 R3 G3 a L3") == ["<R2", "L2", "L3"])
  }

  @Test
  func `a silence ends the first epoch and teaches what is last`() {
    #expect(play("R1 G1 V | R2 G2 V R3 G3 V") == ["|", "V", "V"])
  }

  @Test
  func `without a key a message that comes once in an epoch begins the next when it comes again`() {
    var cycle = EpochCycle()
    let steps = "VaaRVaaRVR".map { cycle.place(kind($0), key: nil) }
    #expect(
      steps == [.begin, .join, .join, .join, .begin, .join, .join, .join, .begin, .join])
  }

  @Test
  func `what repeats never ends an epoch and completes the one delivered`() {
    #expect(
      play("R1 G1 a a R2 G2 a a R3 G3 a a")
        == ["<R2", "G2", "trail a", "trail a", "G3", "trail a", "trail a"])
  }

  @Test
  func `a message seen before the end opens the next epoch`() {
    #expect(play("V G1 R1 V G2 R2 V G3 R3 |") == ["<G2", "R2", "trail V", "R3"])
    #expect(play("V G1 R1 | V G2 R2 V G3 R3") == ["|", "R2", "R3"])
  }

  @Test
  func `a lost last message costs no epoch`() {
    #expect(play("R1 L1 R2 L2 R3 R4 L4 R5 L5") == ["<R2", "L2", "<R4", "L4", "L5"])
  }

  @Test
  func `half an epoch is dropped and never paired across keys`() {
    var cycle = EpochCycle()
    #expect(play("R1 L1 R2 L2 G2 R3 L3 G3 R4", &cycle) == ["<R2", "L2", "drop G2", "<R4"])
  }

  @Test
  func `a pause inside an epoch doubles the patience`() {
    var cycle = EpochCycle()
    #expect(play("R1 | G1", &cycle) == ["|", "drop G1"])
    #expect(cycle.patienceExponent == 1)
    #expect(play("R2 G2 | R3 G3", &cycle) == ["|", "G3"])
    #expect(cycle.patienceExponent == 1)
  }

  @Test
  func `what came before the first key and a silence is no part of the first epoch`() {
    var cycle = EpochCycle()
    #expect(play("R G a |", &cycle).isEmpty)
    #expect(!cycle.awaitsSilence)
    #expect(cycle.place(kind("G"), key: 1) == .begin)
  }

  @Test
  func `a kind that repeats itself with the first key begins the first epoch`() {
    var cycle = EpochCycle()
    #expect(play("R G a a R G a a", &cycle).isEmpty)
    #expect(cycle.place(kind("a"), key: nil) == .join)
    #expect(cycle.place(kind("R"), key: 1) == .begin)
  }

  @Test
  func `messages without any key are never an epoch`() {
    #expect(play("a V | a V |").isEmpty)
  }
}
