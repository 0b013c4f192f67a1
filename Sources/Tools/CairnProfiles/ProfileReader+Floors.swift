internal import CairnHAL
internal import CairnTypes

extension ProfileReader {
  /// Reads the floors of a building: numbers with one origin, all of them.
  func floorPlan(_ section: Section) -> HardwareProfile.FloorPlan? {
    var section = section
    defer { section.end() }
    let provenance = section.provenance()
    let latitude = section.plain("latitude", .latitude, isRequired: true)
    let longitude = section.plain("longitude", .longitude, isRequired: true)
    let radius = section.plain("radius_m", .accuracy, isRequired: true)
    let base = section.plain("base_m", .altitude, isRequired: true)
    let heights = heights(&section)
    let lowest =
      section.value("lowest").flatMap { section.number($0, "lowest", in: -100...100) } ?? 0
    guard let provenance, let latitude, let longitude, let radius, let base, let heights else {
      return nil
    }
    return HardwareProfile.FloorPlan(
      center: Coordinate(latitude: latitude, longitude: longitude), radius: radius, base: base,
      heights: heights, lowest: lowest, provenance)
  }

  private func heights(_ section: inout Section) -> [Double]? {
    guard let node = section.required("heights_m") else { return nil }
    let heights = section.list(node, "heights_m").compactMap { item -> Double? in
      guard let text = section.text(item, "heights_m") else { return nil }
      if let number = DecimalText.number(text), abs(number) <= 1_000 { return number }
      section.report(
        item, "'\(section.inner("heights_m"))' has '\(text)'", "write metres above 'base_m'")
      return nil
    }
    let rises = zip(heights, heights.dropFirst()).allSatisfy { $1 - $0 >= 1 }
    guard heights.count > 1, heights.count <= 200, rises else {
      section.report(
        node, "'\(section.inner("heights_m"))' are no floors",
        "write two to 200 heights, the lowest first, each a metre or more above the one before")
      return nil
    }
    return heights
  }
}
