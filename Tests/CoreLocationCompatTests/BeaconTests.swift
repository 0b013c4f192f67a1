import Cairn
import CairnHAL
import CairnSimulator
import CoreLocationCompat
import Testing

@Suite("Core Location's beacons")
struct BeaconTests {
  private static let uuid = UUID()
  private static let plain = UUID128(uuid.uuidString) ?? UUID128(high: 0, low: 0)

  /// A manager on a device with a Bluetooth adapter.
  private final class Scene {
    let bench: ManagedStage
    let scanner: ScriptedBeaconScanner

    init() throws {
      bench = try ManagedStage()
      scanner = ScriptedBeaconScanner(loop: bench.stage.loop)
      bench.stage.system.add(scanner)
      bench.collect()
    }

    func pass(_ seconds: Int, hearing minors: [UInt16] = []) {
      for _ in 0..<(2 * seconds) {
        for minor in minors { scanner.hear(BeaconTests.plain, minor: minor) }
        bench.advance(.milliseconds(500))
      }
    }
  }

  @Test func `are ranged once a second, for a constraint and for a region`() throws {
    let scene = try Scene()
    let manager = scene.bench.manager
    let constraint = CLBeaconIdentityConstraint(uuid: Self.uuid)
    let region = CLBeaconRegion(uuid: Self.uuid, identifier: "shop")
    manager.startRangingBeacons(satisfying: constraint)
    let old: any OldRanging = manager
    old.startRangingBeacons(in: region)
    scene.bench.collect()
    scene.pass(3, hearing: [7])
    #expect(scene.bench.diary.ranged.count == 6)
    let beacon = try #require(scene.bench.diary.ranged.last?.first)
    #expect(beacon.uuid == Self.uuid && beacon.major == 1 && beacon.minor == 7)
    #expect(beacon.proximity == .near && abs(beacon.accuracy - 0.9) < 1e-9 && beacon.rssi == -60)
    manager.stopRangingBeacons(satisfying: constraint)
    scene.pass(2, hearing: [7])
    #expect(scene.bench.diary.ranged.count == 8)
    old.stopRangingBeacons(in: region)
    scene.pass(2, hearing: [7])
    #expect(scene.bench.diary.ranged.count == 8 && manager.rangedBeaconConstraints.isEmpty)
    #expect(scene.scanner.duties == [1, 0])
  }

  @Test func `that cannot be ranged for a while are told of, and come back`() throws {
    let scene = try Scene()
    scene.bench.manager.startRangingBeacons(satisfying: CLBeaconIdentityConstraint(uuid: Self.uuid))
    scene.bench.collect()
    scene.scanner.send(.issue(ProviderIssue(.radioOff, "off", isBlocking: true)))
    scene.bench.collect()
    #expect(scene.bench.diary.events == ["no ranging 17"])
    scene.scanner.send(.resolved(.radioOff))
    scene.pass(2, hearing: [1])
    #expect(scene.bench.diary.ranged.last?.count == 1)
  }

  @Test func `have regions that are entered and left`() throws {
    let scene = try Scene()
    let region = CLBeaconRegion(uuid: Self.uuid, major: 1, identifier: "shop")
    scene.bench.manager.startMonitoring(for: region)
    scene.bench.collect()
    scene.pass(6)
    scene.pass(2, hearing: [1])
    scene.pass(21)
    #expect(scene.bench.diary.events == ["start", "enter", "inside", "exit", "outside"])
    #expect(scene.bench.diary.regions.allSatisfy { $0 === region })
    #expect(scene.bench.diary.fixes.isEmpty && scene.bench.diary.errors.isEmpty)
  }

  @Test func `are described as what a device sends to be one`() throws {
    let uuid = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
    let region = CLBeaconRegion(uuid: uuid, major: 0x0102, minor: 0xFF00, identifier: "door")
    let key = "kCBAdvDataAppleBeaconKey"
    let sent = try #require(region.peripheralData(withMeasuredPower: -60)[key] as? Data)
    let number = (0...15).map { UInt8($0 * 0x11) }
    #expect(Array(sent) == number + [0x01, 0x02, 0xFF, 0x00, 0xC4])
    let all = CLBeaconRegion(uuid: uuid, identifier: "house")
    let least = try #require(all.peripheralData(withMeasuredPower: nil)[key] as? Data)
    #expect(Array(least) == number + [0, 0, 0, 0, 0xC5])
  }
}
