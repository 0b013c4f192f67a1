import CairnData
import CairnLinux
import CairnRadio
import CairnTestSupport
import CairnTypes
import Testing

@Suite("A radio pack in a file")
struct RadioPackFileTests {
  private static let count: UInt64 = 20_000
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/region.pack" }

  init() throws { folder = try TemporaryFolder() }

  /// Writes a pack of access points, of 280 kB, and returns its bytes.
  private func write(accuracy: Double = 9) throws -> [UInt8] {
    var writer = RadioPackWriter()
    for number in 1...Self.count {
      let place = Coordinate(latitude: Double(number) / 1000, longitude: 2)
      try writer.add(
        AccessPoints.bssid(number), KnownAccessPoint(coordinate: place, accuracy: accuracy))
    }
    var (bytes, header) = writer.finish()
    bytes.replaceSubrange(..<header.count, with: header)
    var file = try ReplacedFile(path)
    try file.append(bytes)
    try file.putInPlace()
    return bytes
  }

  @Test(arguments: [0, 8192, 1 << 20])
  func `answers as if it were all in memory`(_ limit: Int) throws {
    let whole = try RadioPack(write())
    let pack = try RadioPack(PagedFile(path, limit: limit))
    for number in stride(from: 1, through: Self.count + 40, by: 37) {
      let bssid = AccessPoints.bssid(number)
      #expect(try pack.accessPoints.find(bssid) == whole.accessPoints.find(bssid))
    }
    #expect(throws: Never.self) { try pack.verify() }
  }

  @Test func `lets what goes through all entries look others up`() throws {
    _ = try write()
    let pack = try RadioPack(PagedFile(path, limit: 0))
    var found = 0
    try pack.accessPoints.forEach { bssid, known in
      if pack.accessPoints.accessPoint(bssid) == known { found += 1 }
    }
    #expect(found == Int(Self.count))
  }

  /// What has not been read before the file was cut cannot be read any more; what has been read is right.
  @Test(arguments: [0, 1, 127, 128, 4096, 100_000])
  func `a file that is cut while it is open is an error`(_ length: Int) throws {
    let bytes = try write()
    let whole = try RadioPack(bytes)
    let pack = try RadioPack(PagedFile(path, limit: 0))
    try folder.write(Array(bytes.prefix(length)), to: "region.pack")
    var unreadable = 0
    for number in stride(from: 1, through: Self.count, by: 301) {
      let bssid = AccessPoints.bssid(number)
      do throws(PackError) {
        #expect(try pack.accessPoints.find(bssid) == whole.accessPoints.find(bssid))
      } catch {
        #expect(error == .unreadable)
        unreadable += 1
        #expect(pack.accessPoints.accessPoint(bssid) == nil)
      }
    }
    #expect(unreadable > 20)
    #expect(throws: PackError.unreadable) { try pack.verify() }
    #expect(throws: PackError.unreadable) { try pack.accessPoints.forEach { _, _ in } }
    #expect(throws: (any Error).self) { try RadioPack(PagedFile(path)) }
  }

  /// As `cp` does it: the file is cut, and other bytes are written into it.
  @Test func `another pack in the same file is an error and no wrong place`() throws {
    let whole = try RadioPack(write())
    let pack = try RadioPack(PagedFile(path, limit: 0))
    let other = try RadioPackFileTests().write(accuracy: 90)
    try folder.write(other, to: "region.pack")
    var damaged = 0
    for number in stride(from: 1, through: Self.count, by: 301) {
      let bssid = AccessPoints.bssid(number)
      do throws(PackError) {
        #expect(try pack.accessPoints.find(bssid) == whole.accessPoints.find(bssid))
      } catch {
        damaged += 1
      }
    }
    #expect(damaged > 20)
  }
}
