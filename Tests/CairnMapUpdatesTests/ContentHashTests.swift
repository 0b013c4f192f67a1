import CairnMapUpdates
import CairnTestSupport
import Testing

@Suite("SHA-256 and signatures")
struct ContentHashTests {
  private static func bytes(_ digits: String) throws -> [UInt8] {
    let characters = Array(digits.filter { !$0.isWhitespace })
    return try stride(from: 0, to: characters.count, by: 2).map {
      try #require(UInt8(String(characters[$0..<$0 + 2]), radix: 16))
    }
  }

  private static func hash(_ pieces: [UInt8]...) throws -> [UInt8] {
    var found: [UInt8]?
    if var hash = ContentHash() {
      for piece in pieces { hash.add(piece.span) }
      found = hash.end()
    }
    return try #require(found)
  }

  // Source: NIST, examples of SHA-256: one block, two blocks.
  @Test func `hashes are those of the standard's examples, in any pieces`() throws {
    let short = try Self.bytes("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(try Self.hash(Array("abc".utf8)) == short)
    #expect(try Self.hash(Array("a".utf8), [], Array("bc".utf8)) == short)
    #expect(
      try Self.hash(Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8))
        == Self.bytes("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"))
    #expect(
      try Self.hash()
        == Self.bytes("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"))
  }

  @Test func `the hash of a file is that of its bytes`() throws {
    let folder = try TemporaryFolder()
    for count in [0, 1, 65_535, 65_536, 200_000] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
      try folder.write(bytes, to: "file")
      #expect(try ContentHash.ofFile(folder.path + "/file") == Self.hash(bytes))
    }
    #expect(throws: (any Error).self) { try ContentHash.ofFile(folder.path + "/none") }
  }

  // Source: RFC 8032, section 7.1, test 2.
  private static let key = "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
  private static let signature = """
    92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da\
    085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00
    """
  private static let pem = """
    -----BEGIN PUBLIC KEY-----
    MCowBQYDK2VwAyEAPUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw=
    -----END PUBLIC KEY-----

    """

  @Test func `a signature is right for its key and message alone`() throws {
    let keys = try #require(PublisherKey.keys(pem: Array(Self.pem.utf8)))
    #expect(keys.count == 1)
    let signature = try Self.bytes(Self.signature)
    #expect(keys[0].verifies(signature, of: [0x72]) == true)
    #expect(keys[0].verifies(signature, of: [0x73]) == false)
    #expect(keys[0].verifies(signature, of: []) == false)
    for index in signature.indices {
      var changed = signature
      changed[index] ^= 1
      #expect(keys[0].verifies(changed, of: [0x72]) == false)
    }
    for wrong in [[], Array(signature.dropLast()), signature + [0]] {
      #expect(keys[0].verifies(wrong, of: [0x72]) == false)
    }
  }

  @Test func `several keys of one file are taken, and nothing else`() throws {
    let pem = Self.pem
    func keys(_ text: String) -> Int? { PublisherKey.keys(pem: Array(text.utf8))?.count }
    #expect(keys(pem + "a comment\r\n" + pem) == 2)
    #expect(keys(String(repeating: pem, count: 9)) == nil)
    #expect(keys("") == nil)
    #expect(keys(pem.replacing("PUBLIC", with: "PRIVATE")) == nil)
    // Of X25519, cut, longer, and no base 64.
    #expect(keys(pem.replacing("K2Vw", with: "K2Vu")) == nil)
    #expect(keys(pem.replacing("Zgw=", with: "")) == nil)
    #expect(keys(pem.replacing("Zgw=", with: "ZgwAAAA=")) == nil)
    #expect(keys(pem.replacing("MCow", with: "MC!w")) == nil)
    #expect(keys(pem.replacing("-----END PUBLIC KEY-----", with: "")) == nil)
  }
}
