import CairnReceiver
import CairnTypes
import CairnUBX
import Testing

@Suite("Epochs of UBX messages")
struct UBXEpochTests {
  private func epochs(_ frames: [[UInt8]]) -> [Epoch] {
    var stream = ReceiverStream(dates: DateResolver(reference: nil))
    var epochs: [Epoch] = []
    for frame in frames {
      stream.receive(frame.span, at: MonotonicTime(nanoseconds: 5))
    }
    stream.finish()
    for case .epoch(let epoch) in stream.takeEvents() { epochs.append(epoch) }
    return epochs
  }

  @Test
  func `satellites that come with every fifth epoch are shown each time, and delay no position`() {
    // As an M8 sends them: behind NAV-PVT, which ends all the other epochs.
    var stream = ReceiverStream(dates: DateResolver(reference: nil))
    var (epochs, views) = (0, 0)
    for second: UInt32 in 1...40 {
      var position = navigation()
      position.timeOfWeek = second * 1000
      position.second = UInt8(second)
      let time = MonotonicTime(nanoseconds: Int64(second) * 1_000_000_000)
      stream.receive(position.encode().span, at: time)
      if second > 2 {
        for case .epoch in stream.takeEvents() { epochs += 1 }
        #expect(epochs == second, "delivered as soon as it is there")
      }
      if second % 5 == 0 {
        var sky = NavSat()
        sky.timeOfWeek = second * 1000
        sky.satellites = [NavSat.Satellite()]
        stream.receive(sky.encode().span, at: time)
      }
      stream.silence()
      for event in stream.takeEvents() {
        switch event {
        case .epoch: epochs += 1
        case .satellites(let view):
          views += 1
          #expect(view.time == time)
        }
      }
    }
    #expect((epochs, views) == (40, 8))
  }

  @Test func `a position that the line has damaged does not cost the one after it`() {
    // Without NAV-EOE the silence after what came last ends an epoch: after NAV-DOP, where NAV-PVT was lost.
    var stream = ReceiverStream(dates: DateResolver(reference: nil))
    var epochs = 0
    for second: UInt32 in 1...5 {
      var dilution = NavDOP()
      dilution.timeOfWeek = second * 1000
      var position = navigation()
      position.timeOfWeek = second * 1000
      position.second = UInt8(second)
      var frames = [dilution.encode(), position.encode()]
      if second == 2 { frames[1][40] ^= 1 }
      let time = MonotonicTime(nanoseconds: Int64(second) * 1_000_000_000)
      for frame in frames { stream.receive(frame.span, at: time) }
      stream.silence()
      for case .epoch(let epoch) in stream.takeEvents() where epoch.hasPosition { epochs += 1 }
    }
    #expect(epochs == 4)
  }

  @Test(arguments: [false, true])
  func `NAV-STATUS or NAV-SOL alone says that there is no fix`(isStatus: Bool) throws {
    var status = NavStatus()
    status.timeOfWeek = 2000
    var solution = NavSol()
    solution.timeOfWeek = 2000
    let epochs = epochs([
      navigation().encode(), isStatus ? status.encode() : solution.encode(),
    ])
    #expect(epochs.map(\.hasPosition) == [true, false])
    #expect(epochs.last?.fix == FixQuality.none)
  }

  @Test func `beside sentences with a position a status of no fix counts for nothing`() {
    let sentence = Array("$GPGLL,4916.45,N,12311.12,W,225444,A*31\r\n".utf8)
    var status = NavStatus()
    status.timeOfWeek = 2000
    let epochs = epochs([sentence, status.encode(), sentence])
    #expect(epochs.allSatisfy { $0.hasPosition })
  }

  private func highRate(millisecond: UInt32) -> HnrPVT {
    var message = HnrPVT()
    message.timeOfWeek = 1000 + millisecond
    (message.year, message.month, message.day) = (2024, 1, 30)
    (message.hour, message.minute, message.second) = (15, 31, 52)
    message.validity.date = true
    message.validity.time = true
    message.validity.isFullyResolved = true
    message.nanosecond = Int32(millisecond) * 1_000_000
    message.fixType = .gnssDeadReckoning
    message.flags.isFixOK = true
    message.latitude = 48.5
    message.groundSpeed = -2
    return message
  }

  private func navigation() -> NavPVT {
    var message = NavPVT()
    message.timeOfWeek = 1000
    (message.year, message.month, message.day) = (2024, 1, 30)
    (message.hour, message.minute, message.second) = (15, 31, 52)
    message.validity.date = true
    message.validity.time = true
    message.validity.isFullyResolved = true
    message.fixType = .threeD
    message.flags.isFixOK = true
    return message
  }

  @Test(
    arguments: [
      (0, nil), (1, 1), (2, 2), (3, 5), (4, 10), (5, 15), (6, 20), (7, 30), (8, 45), (9, 60),
      (10, 90),
      (11, 120), (12, 120), (15, 120),
    ] as [(UInt8, Float?)])
  func `the age of corrections is the upper bound of its class`(
    ageClass: UInt8, age: Float?
  ) throws {
    var message = navigation()
    message.correction?.ageClass = ageClass
    let epoch = try #require(epochs([message.encode()]).first)
    #expect(epoch.correctionAge == age)
    #expect(Location(epoch, from: "gnss").source.correctionAge == age)
  }

  @Test
  func `a high-rate solution is an epoch at once`() throws {
    let epochs = epochs([highRate(millisecond: 100).encode()])
    let epoch = try #require(epochs.first)
    #expect(epochs.count == 1)
    #expect(epoch.fix == .gnssDeadReckoning)
    #expect(epoch.timestamp?.description == "2024-01-30T15:31:52.100Z")
    #expect(epoch.speed == 2)
    #expect(epoch.coordinate?.latitude == 48.5)
  }

  @Test
  func `a solution that the high rate was ahead of is not delivered`() {
    let frames = [
      highRate(millisecond: 100).encode(), navigation().encode(),
      highRate(millisecond: 200).encode(),
    ]
    #expect(
      epochs(frames).map { $0.timestamp?.description } == [
        "2024-01-30T15:31:52.100Z", "2024-01-30T15:31:52.200Z",
      ])
  }

  @Test
  func `a view may have that solution all the same, when it comes`() {
    struct Frames: FrameSink {
      var decoder: ReceiverDecoder
      mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo) {
        decoder.receive(frame, info)
      }
    }
    var frames = Frames(
      decoder: ReceiverDecoder(dates: DateResolver(reference: nil), repeatsInstants: true))
    var framer = Framer()
    let stream = [
      highRate(millisecond: 100).encode(), navigation().encode(),
      highRate(millisecond: 200).encode(),
    ]
    for frame in stream { framer.receive(frame.span, into: &frames) }
    frames.decoder.finish()
    var times: [String?] = []
    for case .epoch(let epoch) in frames.decoder.takeEvents() {
      times.append(epoch.timestamp?.description)
    }
    #expect(
      times == [
        "2024-01-30T15:31:52.100Z", "2024-01-30T15:31:52.200Z", "2024-01-30T15:31:52.000Z",
      ])
  }

  @Test
  func `earth-centred messages alone give position, height, speed and UTC`() throws {
    var time = NavTimeGPS()
    (time.timeOfWeek, time.week) = (424_565_000, 2024)
    time.validity.timeOfWeek = true
    time.validity.week = true
    time.leapSeconds = 18
    var solution = NavSol()
    solution.timeOfWeek = 424_565_000
    solution.fixType = .threeD
    solution.flags.isFixOK = true
    // On the equator at 90 degrees east, 100 m up, 3 m/s northwards and 1 m/s upwards.
    solution.y = 6_378_237
    solution.velocityZ = 3
    solution.velocityY = 1
    let epochs = epochs([time.encode(), solution.encode()])
    let epoch = try #require(epochs.first)
    #expect(epoch.fix == .threeD)
    #expect(epoch.coordinate == Coordinate(latitude: 0, longitude: 90))
    #expect(abs((epoch.ellipsoidalAltitude ?? 0) - 100) < 1e-6)
    #expect(epoch.speed == 3)
    #expect(epoch.course == 0)
    #expect(epoch.verticalSpeed == 1)
    #expect(epoch.timestamp?.description == "2018-10-25T21:55:47.000Z")
  }

  @Test
  func `a receiver that takes its fix back gives no position`() throws {
    var message = navigation()
    message.flags.isFixOK = false
    let epoch = try #require(epochs([message.encode()]).first)
    #expect(!epoch.hasPosition)
    #expect(epoch.dimensions == 3)
  }
}
