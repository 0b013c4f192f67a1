import CairnGeocoding
import CairnTypes

extension Target {
  /// Packs whose tree of areas is the input: a byte for each child, in groups of four. Below 64 it leads to
  /// a group, from the one before to the seventh after, so that groups may have many parents or be their own;
  /// else it is a cell of a sound pack.
  static let trees = Target("Trees", maximumLength: 256, seeds: { treeSeeds }) { input in
    var sections = PlacePack.sections
    sections[nodesSection] = PlacePack.number(1, 4)
    for (index, child) in input.prefix(input.count & ~3).enumerated() {
      let group = max(0, index / 4 + Int(child & 7) - 1)
      let node = child < 64 ? 1 + 4 * group : soundCells[Int(child) % soundCells.count]
      sections[nodesSection] += PlacePack.number(node, 4)
    }
    do throws(GeoPackError) {
      let gazetteer = try Gazetteer([try GeoPack(PlacePack.packed(sections))])
      // In the middle of an ocean, where the nearest border is looked for.
      _ = try gazetteer.placemark(at: Coordinate(latitude: -30, longitude: -100))
      _ = try gazetteer.placemark(at: Coordinate(latitude: 34, longitude: 127))
    } catch {
      require(!error.description.isEmpty, "an error without words")
    }
  }

  /// `GeoPackSection.nodes`.
  private static let nodesSection = Int(GeoPackSection.nodes.rawValue)

  /// The nodes of the sound pack that are cells.
  private static let soundCells: [Int] = {
    let nodes = PlacePack.sections[nodesSection]
    return stride(from: 0, to: nodes.count, by: 4).map { at in
      nodes[at..<at + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    }.filter { $0 >> 31 == 1 }
  }()

  private static let treeSeeds: [(name: String, bytes: [UInt8])] = [
    ("cells", [64, 65, 66, 67]), ("two", [2, 64, 65, 66, 67, 68, 69, 70]),
    ("deep", (1...12).flatMap { _ in [2, 70, 71, 72] } + [64, 65, 66, 67]),
    ("shared", (1...12).flatMap { _ in [2, 2, 2, 2] } + [64, 65, 66, 67]),
    ("loop", [1, 64, 1, 65]),
  ]
}
