import ContactsCompat
import Testing

@Suite("Postal addresses")
struct PostalAddressTests {
  private func address(_ country: String) -> CNMutablePostalAddress {
    let address = CNMutablePostalAddress()
    address.street = "110 Sejong-daero"
    address.subLocality = "Jung-gu"
    address.city = "Seoul"
    address.state = "Seoul"
    address.postalCode = "04524"
    address.country = "Country"
    address.isoCountryCode = country
    return address
  }

  @Test(
    "the lines follow the country's order",
    arguments: [
      ("KR", "Country\n04524\nSeoul Seoul Jung-gu\n110 Sejong-daero"),
      ("us", "110 Sejong-daero\nJung-gu\nSeoul Seoul 04524\nCountry"),
      ("DE", "110 Sejong-daero\nJung-gu\n04524 Seoul\nCountry"),
    ])
  func order(country: String, lines: String) {
    let formatter = CNPostalAddressFormatter()
    #expect(formatter.string(from: address(country)) == lines)
    #expect(formatter.string(for: address(country)) == lines)
    #expect(formatter.string(for: "an address") == nil)
  }

  @Test("nothing known gives no lines")
  func nothing() {
    let text = CNPostalAddressFormatter.string(from: CNPostalAddress(), style: .mailingAddress)
    #expect(text.isEmpty)
  }

  @Test("a copy does not change with its original, and equals it until then")
  func copies() throws {
    let original = address("KR")
    let copy = try #require(original.copy() as? CNPostalAddress)
    #expect(copy == original && copy.hash == original.hash)
    original.city = "Busan"
    #expect(copy != original && copy.city == "Seoul")
    let mutable = try #require(copy.mutableCopy() as? CNMutablePostalAddress)
    mutable.street = "1"
    #expect(copy.street == "110 Sejong-daero")
  }

  @Test("an archive gives the address back")
  func archive() throws {
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: address("KR"), requiringSecureCoding: true)
    let back = try NSKeyedUnarchiver.unarchivedObject(
      ofClass: CNMutablePostalAddress.self, from: data)
    #expect(back == address("KR"))
    #expect(back?.description.contains("city=Seoul") == true)
  }
}
