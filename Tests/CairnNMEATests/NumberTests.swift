import CairnTestSupport
import CairnNMEA
import CairnTypes
import Testing

/// Numbers are read from words of eight bytes or byte by byte, as their form and place allow: both must
/// say the same, and what the standard library says.
@Suite("NMEA numbers")
struct NumberTests {
  private let endings = ["", "\r\n", "*00", "*00\r\n", "*00\n"]

  @Test func `a decimal has the value that its digits say, wherever the sentence ends`() {
    var random = SplitMix(seed: 1)
    for whole in 0...9 {
      for places in 0...9 where whole + places > 0 && whole + places <= 15 {
        for sign in ["", "-", "+"] {
          let digits = (0..<whole + places).map { _ in
            String(Int.random(in: 0...9, using: &random))
          }
          var text = sign + digits.prefix(whole).joined()
          if places > 0 { text += "." + digits.suffix(places).joined() }
          let value = Double(whole == 0 ? text.replacing(".", with: "0.") : text)
          for tail in [",M,1.5,M,,", ",", ""] {
            for ending in endings {
              let sentence = "$GPGGA,,,,,,,,,\(text)\(tail)\(ending)"
              let gga = try? GGA.decode(Array(sentence.utf8).span)
              #expect(gga?.altitude == value, "\(sentence)")
              #expect(gga?.malformedFields == 0, "\(sentence)")
            }
          }
        }
      }
    }
  }

  @Test func `a whole number has the value that its digits say, wherever the sentence ends`() {
    for value in [0, 1, 9, 10, 42, 99, 100, 999, 1000, 9999, 10_000, 12_345, 99_999] {
      for width in 1...9 {
        let digits = String(value)
        let text = String(repeating: "0", count: max(0, width - digits.count)) + digits
        for sentence in endings.flatMap({ ["$GPGGA,,,,,,,,,,,,,,\(text)" + $0] }) {
          let gga = try? GGA.decode(Array(sentence.utf8).span)
          #expect(gga?.differentialStation == value, "\(sentence)")
        }
      }
    }
  }

  @Test(arguments: ["1a", "a1", "1.", "1.2", "--1", "1-", "100000", "1000000000000000000000"])
  func `what is no whole number in range is malformed`(_ text: String) {
    for sentence in endings.map({ "$GPGGA,,,,,,,,,,,,,,\(text)" + $0 }) {
      let gga = try? GGA.decode(Array(sentence.utf8).span)
      #expect(gga?.differentialStation == nil, "\(sentence)")
      #expect(gga?.malformedFields == 1, "\(sentence)")
    }
  }

  @Test func `an angle has the value that its digits say`() throws {
    var random = SplitMix(seed: 2)
    for places in 0...11 {
      for _ in 0..<20 {
        let degrees = Int.random(in: 0...89, using: &random)
        let minutes = Int.random(in: 0...59, using: &random)
        let part = (0..<places).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
        let field =
          (degrees < 10 ? "0" : "") + "\(degrees)" + (minutes < 10 ? "0" : "") + "\(minutes)"
          + (places > 0 ? "." + part : "")
        let scaled = Int(part) ?? 0
        var power = 1
        for _ in 0..<places { power *= 10 }
        let sum = (degrees * 60 + minutes) * power + scaled
        for (sentence, sign) in [
          ("$GPGLL,\(field),N,0\(field),W,010203.5,A,A*00\r\n", 1.0), ("$GPGLL,\(field),S", -1.0),
        ] {
          let gll = try GLL.decode(Array(sentence.utf8).span)
          #expect(gll.latitude == sign * Double(sum) / Double(60 * power), "\(sentence)")
          #expect(gll.malformedFields == 0)
        }
      }
    }
  }
}
