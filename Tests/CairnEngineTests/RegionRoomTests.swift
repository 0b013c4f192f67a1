import Testing

@testable import CairnEngine

@Suite("Room for the regions of a manager in C")
struct RegionRoomTests {
  @Test
  func `a region takes the place of one of the same name`() {
    var room = RegionRoom()
    #expect(room.take("a", points: RegionRoom.mostPoints) == true)
    #expect(room.take("b", points: 1) == false)
    #expect(room.take("a", points: 4) == true)
    #expect(room.take("b", points: RegionRoom.mostPoints - 4) == true)
    #expect(room.names.sorted() == ["a", "b"])
  }

  @Test
  func `what is removed gives its room back`() {
    var room = RegionRoom()
    for index in 0..<RegionRoom.mostRegions { #expect(room.take("\(index)", points: 1) == true) }
    #expect(room.take("one more", points: 0) == false)
    #expect(room.remove("7") == true)
    #expect(room.remove("7") == false)
    #expect(!room.contains("7"))
    #expect(room.take("one more", points: 0) == true)
  }
}
