import CairnTypes
import Testing

@testable import cairn

@Suite("The rose of cairn compass")
struct CompassRoseTests {
  private func rows(
    _ degrees: Double?, accuracy: Double? = 4, width: Int = 80, height: Int = 24,
    _ characters: TerminalTraits.Characters = .ascii
  ) -> [String] {
    let heading = degrees.map {
      Heading(
        magneticHeading: $0, accuracy: accuracy, field: Heading.Field(x: 1, y: 22.5, z: -40),
        time: MonotonicTime(nanoseconds: 0))
    }
    return CompassRose.draw(heading, width: width, height: height, characters: characters).rows
  }

  /// The row and column of a letter that stands by itself.
  private func place(_ letter: String, _ rows: [String]) -> (row: Int, column: Int)? {
    for (row, text) in rows.enumerated().dropFirst(2).dropLast() {
      let characters = Array(text)
      for (column, character) in characters.enumerated() where String(character) == letter {
        let before = column > 0 ? characters[column - 1] : " "
        let after = column + 1 < characters.count ? characters[column + 1] : " "
        if !before.isLetter && !after.isLetter { return (row, column) }
      }
    }
    return nil
  }

  @Test func `its top is where the device points`() throws {
    let east = rows(90)
    #expect(east[0].contains(" 90.0 deg magnetic  +-4.0 deg"))
    let top = try #require(place("E", east))
    #expect(top.row == 2 && abs(top.column - 40) <= 1)
    let left = try #require(place("N", east))
    #expect(left.column < 25 && abs(left.row - 11) <= 1)
    #expect(east[23].contains("field   1.0  22.5 -40.0 uT"))
    #expect(east.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
  }

  @Test func `its top is that of true north where that is known`() throws {
    let heading = Heading(
      magneticHeading: 98, trueHeading: 90, accuracy: 4, time: MonotonicTime(nanoseconds: 0))
    let rows = CompassRose.draw(heading, width: 80, height: 24, characters: .ascii).rows
    #expect(rows[0].contains(" 90.0 deg true  +-4.0 deg"))
    let top = try #require(place("E", rows))
    #expect(top.row == 2 && abs(top.column - 40) <= 1)
  }

  @Test func `it says what is missing`() {
    #expect(rows(nil).contains { $0.contains("no heading yet") })
    #expect(rows(10, accuracy: nil)[0].contains("not calibrated, or disturbed"))
    #expect(rows(359.99, accuracy: 1)[0].contains("  0.0 deg"))
    #expect(rows(10, .unicode)[0].contains("10.0° magnetic  +-4.0°"))
  }

  @Test func `it fits any window`() {
    for (width, height) in [(0, 0), (1, 1), (5, 3), (20, 5), (400, 100)] {
      #expect(rows(33, width: width, height: height).count == height)
    }
  }
}
