import CairnData
import CairnLinux
import CairnRadio
import CairnTestSupport
import CairnTypes
import Testing

@Suite("A mapped pack")
struct MappedPackTests {
  @Test func `answers from its file`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/region.pack"
    var writer = RadioPackWriter()
    let known = KnownAccessPoint(coordinate: Coordinate(latitude: 1, longitude: 2), accuracy: 9)
    try writer.add(AccessPoints.bssid(7), known)
    let (rest, header) = writer.finish()
    var file = try ReplacedFile(path)
    try file.append(rest)
    try file.overwriteStart(with: header)
    try file.putInPlace()
    let pack = try RadioPack(MappedFile(path))
    #expect(pack.accessPoints.accessPoint(AccessPoints.bssid(7))?.accuracy == 9)
  }
}
