import Cairn
import CairnFoundation
import CairnGeocoding
import CairnHAL
import CairnPlaces
import CairnSimulator
import CairnTestSupport
import CoreLocationCompat
import Synchronization
import Testing

/// Answers with so many places or an error, or never: then it counts who has given up.
private final class Directory: CLGeocoderBackend {
  let result: Result<Int, LocationError>
  let hangs: Bool
  let cancellations = Mutex(0)

  init(result: Result<Int, LocationError> = .success(1), hangs: Bool = false) {
    self.result = result
    self.hangs = hangs
  }

  func places(
    at coordinate: Coordinate, locale: Locale?
  ) async throws(LocationError) -> [CLPlacemark] {
    try await places(named: locale?.identifier ?? "", in: nil, locale: locale)
  }

  func places(
    named address: String, in area: Region?, locale: Locale?
  ) async throws(LocationError) -> [CLPlacemark] {
    if hangs {
      while !Task.isCancelled { await Task.yield() }
      cancellations.withLock { $0 += 1 }
    }
    var parts = CLPlacemark.Address()
    parts.name = address
    let place = CLPlacemark(location: nil, area: area, address: parts)
    return [CLPlacemark](repeating: place, count: try result.get())
  }
}

/// What the whole program shares is changed by one test at a time.
@Suite("Settings of the whole program", .serialized, .timeLimit(.minutes(15)))
@MainActor
struct SharedSettingTests {
  private typealias Answer = (names: [String?]?, code: CLError.Code?)

  private let place = CLLocation(latitude: 37.5, longitude: 127)

  private func answer(of geocoder: CLGeocoder, _ address: String = "here") async -> Answer {
    await withCheckedContinuation { continuation in
      geocoder.geocodeAddressString(address) { places, error in
        MainActor.preconditionIsolated()
        continuation.resume(returning: (places?.map(\.name), (error as? CLError)?.code))
      }
    }
  }

  @Test("without a backend, geocoding fails as without a network")
  func noBackend() async {
    CLGeocoder.backend = nil
    let answer = await answer(of: CLGeocoder())
    #expect(answer.names == nil && answer.code == .network)
  }

  @Test("a backend's places are the answer, and the geocoder is free again")
  func places() async throws {
    CLGeocoder.backend = Directory(result: .success(2))
    let geocoder = CLGeocoder()
    let answer = await answer(of: geocoder)
    #expect(answer.names == ["here", "here"] && answer.code == nil)
    #expect(!geocoder.isGeocoding)
    let found = try await geocoder.reverseGeocodeLocation(
      place, preferredLocale: Locale(identifier: "ko_KR"))
    #expect(found.map(\.name) == ["ko_KR", "ko_KR"])
    let area = CLCircularRegion(
      center: place.coordinate, radius: 100, identifier: "near")
    #expect(try await geocoder.geocodeAddressString("x", in: area).first?.region == area)
  }

  @Test(
    "an empty answer, and each error of a backend, has Core Location's code",
    arguments: [
      (Result<Int, LocationError>.success(0), CLError.Code.geocodeFoundNoResult),
      (.failure(LocationError(.geocodeFoundPartialResult)), .geocodeFoundPartialResult),
      (.failure(LocationError(.geocodeThrottled)), .network),
      (.failure(LocationError(.storageFailure)), .network),
    ])
  func errors(result: Result<Int, LocationError>, code: CLError.Code) async {
    CLGeocoder.backend = Directory(result: result)
    let answer = await answer(of: CLGeocoder())
    #expect(answer.names == nil && answer.code == code)
  }

  @Test("a second request while one waits is cancelled, and the first goes on until it is, too")
  func secondRequest() async {
    let directory = Directory(hangs: true)
    CLGeocoder.backend = directory
    let geocoder = CLGeocoder()
    var first: CLError.Code?
    geocoder.reverseGeocodeLocation(place) { first = ($1 as? CLError)?.code }
    #expect(geocoder.isGeocoding && first == nil, "never inside the call")
    #expect(await answer(of: geocoder).code == .geocodeCanceled)
    #expect(geocoder.isGeocoding && first == nil)
    geocoder.cancelGeocode()
    #expect(await Patience.wait { first != nil })
    #expect(first == .geocodeCanceled && !geocoder.isGeocoding)
    #expect(await Patience.wait { directory.cancellations.withLock { $0 } == 1 })
  }

  @Test("a geocoder that nobody keeps answers")
  func released() async {
    CLGeocoder.backend = Directory()
    #expect(await answer(of: CLGeocoder()).names == ["here"])
  }

  @Test("a geocoder of packs answers with its places, those of the region first")
  func packs() async throws {
    let (home, away) = (
      Coordinate(latitude: 37, longitude: 127), Coordinate(latitude: 5, longitude: 6)
    )
    CLGeocoder.backend = GeocoderBackend(
      Geocoder(Atlas(places: [away, home]), now: { MonotonicTime(nanoseconds: 0) }))
    let korean = Locale(identifier: "ko_KR")
    let found = try await CLGeocoder().geocodeAddressString(
      "City",
      in: CLCircularRegion(center: CLLocationCoordinate2D(home), radius: 1000, identifier: "here"),
      preferredLocale: korean)
    #expect(found.map { $0.location?.coordinate.latitude } == [37, 5])
    #expect(found.first?.locality == "ko" && found.first?.timeZone?.identifier == "Asia/Seoul")
    let there = try await CLGeocoder().reverseGeocodeLocation(CLLocation(latitude: 1, longitude: 2))
    #expect(there.first?.locality == "none" && there.first?.isoCountryCode == "KR")
  }

  @Test func `a placemark of Cairn has neither an accuracy nor a region`() async throws {
    let home = Coordinate(latitude: 37, longitude: 127)
    let backend = GeocoderBackend(
      Geocoder(Atlas(places: [home]), now: { MonotonicTime(nanoseconds: 0) }))
    let place = try #require(
      try await backend.places(named: "City", in: nil, locale: nil).first)
    #expect(place.location?.horizontalAccuracy == 0 && place.location?.verticalAccuracy == -1)
    #expect(place.region == nil)
  }

  /// Knows some places, each called by the language that is asked for.
  private struct Atlas: PlacemarkSource {
    let places: [Coordinate]

    private func mark(_ place: Coordinate, _ language: LanguageTag?) -> Placemark {
      var mark = Placemark(at: place)
      mark.locality = language?.language ?? "none"
      mark.isoCountryCode = "KR"
      mark.timeZone = "Asia/Seoul"
      return mark
    }

    func placemarks(
      at coordinate: Coordinate, language: LanguageTag?
    ) async throws(LocationError) -> [Placemark] { [mark(coordinate, language)] }

    func placemarks(
      named address: String, near area: SearchArea?, language: LanguageTag?
    ) async throws(LocationError) -> [Placemark] {
      let inside = places.filter { area?.contains($0) == true }
      let outside = places.filter { area?.contains($0) != true }
      return (inside + outside).map { mark($0, language) }
    }
  }

  @Test("outside any actor the answer comes on the main queue")
  nonisolated func outside() async {
    let isMain = await withCheckedContinuation { continuation in
      CLGeocoder().geocodeAddressString("here", isolation: nil) { _, _ in
        MainActor.preconditionIsolated()
        continuation.resume(returning: true)
      }
    }
    #expect(isMain)
  }

  @Test("managers, class methods and live updates take the system that is set")
  func system() async throws {
    let stage = try Stage()
    CLLocationManager.system = stage.system
    stage.policy.set(.authorizedWhenInUse)
    #expect(CLLocationManager.authorizationStatus() == .authorizedWhenInUse)
    #expect(CLLocationManager().authorizationStatus == .authorizedWhenInUse)

    let (provider, loop) = (stage.provider, stage.loop)
    let sender = Task.detached {
      while !Task.isCancelled {
        loop.advance(by: .seconds(1))
        loop.post { provider.assumeIsolated { _ = $0.emitFix(at: seoul) } }
        loop.settle()
        await Task.yield()
      }
    }
    defer { sender.cancel() }
    var updates = CLLocationUpdate.liveUpdates(.fitness).makeAsyncIterator()
    var update = await updates.next()
    while update?.location == nil { update = await updates.next() }
    #expect(update?.location?.horizontalAccuracy == 5)
    #expect(update?.insufficientlyInUse == false)
    stage.policy.set(.denied)
    while let next = await updates.next(), !next.authorizationDenied {}
    #expect(await updates.next() == nil)
  }

  @Test
  func
    `beacons are a condition of monitors where there is an adapter, which tell the beacon that was heard`()
    async throws
  {
    let stage = try Stage()
    let uuid = UUID()
    let plain = try #require(UUID128(uuid.uuidString))
    CLLocationManager.system = stage.system
    #expect(!CLLocationManager.isRangingAvailable())
    #expect(!CLLocationManager.isMonitoringAvailable(for: CLBeaconRegion.self))
    let scanner = ScriptedBeaconScanner(loop: stage.loop)
    stage.system.add(scanner)
    stage.loop.settle()
    #expect(CLLocationManager.isRangingAvailable())
    #expect(CLLocationManager.isMonitoringAvailable(for: CLBeaconRegion.self))
    let monitor = await CLMonitor("doors")
    let events = await monitor.events
    await monitor.add(
      CLMonitor.BeaconIdentityCondition(uuid: uuid), identifier: "door")
    stage.loop.settle()
    scanner.hear(plain, major: 4, minor: 5)
    var iterator = events.makeAsyncIterator()
    let event = await iterator.next()
    #expect(event?.state == .satisfied)
    let found = event?.refinement as? CLMonitor.BeaconIdentityCondition
    #expect(found?.uuid == uuid && found?.major == 4 && found?.minor == 5)
  }

  @Test("a monitor tells changes of its conditions, but not what was assumed")
  func monitor() async throws {
    let stage = try Stage()
    CLLocationManager.system = stage.system
    let monitor = await CLMonitor("town")
    let events = await monitor.events
    let circle = CLMonitor.CircularGeographicCondition(
      center: CLLocationCoordinate2D(seoul), radius: 100)
    await monitor.add(circle, identifier: "known", assuming: .satisfied)
    await monitor.add(circle, identifier: "new")
    await monitor.add(
      CLMonitor.BeaconIdentityCondition(uuid: UUID(), major: 1), identifier: "beacon")
    #expect(await monitor.identifiers == ["known", "new"])
    #expect(await monitor.record(for: "known")?.lastEvent.state == .satisfied)
    var iterator = events.makeAsyncIterator()
    let refusal = await iterator.next()
    #expect(refusal?.identifier == "beacon" && refusal?.state == .unmonitored)
    #expect(refusal?.conditionUnsupported == true)
    // What passes does not end the monitoring: the next event is the entry.
    stage.emit(.failure(LocationError(.deviceBusy, provider: stage.provider.descriptor.id)))
    for _ in 0..<40 { stage.emitFix(north: 0) }
    let inside = await iterator.next()
    #expect(inside?.identifier == "new" && inside?.state == .satisfied)
    for _ in 0..<40 { stage.emitFix(north: 1000) }
    var left: Set<String> = []
    for _ in 0..<2 {
      let event = await iterator.next()
      #expect(event?.state == .unsatisfied)
      if let event { left.insert(event.identifier) }
    }
    #expect(left == ["known", "new"])
    #expect(await monitor.record(for: "new")?.lastEvent.state == .unsatisfied)
    await monitor.remove("new")
    #expect(await monitor.record(for: "new") == nil)
    #expect(await monitor.identifiers == ["known"])
  }

  @Test(arguments: [nil, -31_556_952.0])
  func `the date of an event is by the clock of the timestamps`(utcOffset: Double?) async throws {
    let stage = try Stage()
    CLLocationManager.system = stage.system
    let monitor = await CLMonitor("dates")
    let events = await monitor.events
    await monitor.add(
      CLMonitor.CircularGeographicCondition(center: CLLocationCoordinate2D(seoul), radius: 100),
      identifier: "here")
    let (start, begin) = (Date(), stage.loop.now())
    for _ in 0..<40 {
      stage.emitFix { fix in
        let passed = Double((fix.time - begin).components.seconds)
        fix.timestamp = utcOffset.flatMap { Timestamp(start + passed + $0) }
      }
    }
    var iterator = events.makeAsyncIterator()
    let event = try #require(await iterator.next())
    #expect(event.state == .satisfied)
    #expect(event.date.timeIntervalSinceNow.magnitude < 600)
    let fix = try #require(CLLocationManager().location)
    #expect(event.date.timeIntervalSince(fix.timestamp).magnitude < 600)
  }

  @Test("the events of a monitor end with it")
  func monitorEnds() async throws {
    let stage = try Stage()
    CLLocationManager.system = stage.system
    var monitor: CLMonitor? = await CLMonitor("short")
    var iterator = await monitor?.events.makeAsyncIterator()
    monitor = nil
    #expect(await iterator?.next() == nil)
  }

  @Test("a session tells what the policy denies, now and after each change")
  func session() async throws {
    let stage = try Stage()
    CLLocationManager.system = stage.system
    let session = CLServiceSession(authorization: .always)
    var diagnostics = session.diagnostics.makeAsyncIterator()
    #expect(await diagnostics.next()?.alwaysAuthorizationDenied == false)
    stage.policy.set(.authorizedWhenInUse)
    stage.loop.settle()
    let changed = await diagnostics.next()
    #expect(changed?.alwaysAuthorizationDenied == true && changed?.authorizationDenied == false)
    #expect(changed?.insufficientlyInUse == false)
    session.invalidate()
    stage.policy.set(.denied)
    stage.loop.settle()
    var denied = await diagnostics.next()
    while denied?.authorizationDenied == false { denied = await diagnostics.next() }
    #expect(denied?.authorizationDenied == true)
    let background = CLBackgroundActivitySession()
    var others = background.diagnostics.makeAsyncIterator()
    #expect(await others.next()?.authorizationDenied == true)
    background.invalidate()
  }

  @Test("deferring fails, after the call that asks for it")
  func deferring() async throws {
    let stage = try Stage()
    let manager = CLLocationManager(system: stage.system)
    let diary = Diary()
    manager.delegate = diary
    let old: any OldDeferring = manager
    old.allowDeferredLocationUpdates(untilTraveled: 100, timeout: 60)
    #expect(!diary.events.contains("no deferring 11"))
    #expect(await Patience.wait { diary.events.contains("no deferring 11") })
  }
}

/// Calls what is deprecated without a warning, as a witness.
private protocol OldDeferring {
  func allowDeferredLocationUpdates(untilTraveled distance: Double, timeout: TimeInterval)
}

extension CLLocationManager: OldDeferring {}
