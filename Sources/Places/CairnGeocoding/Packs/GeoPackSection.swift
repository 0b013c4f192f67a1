/// A part of a pack.
@nonexhaustive
public enum GeoPackSection: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  /// The sources of the data, for people.
  case sources = 0
  /// The languages of names.
  case languages = 1
  /// Countries, divisions, seas and lakes.
  case areas = 2
  /// The tree that finds the cell of a position.
  case nodes = 3
  /// The cells: which areas they are in, and the borders that cross them.
  case cells = 4
  /// Names and codes of areas and places.
  case names = 5
  /// Division and time zone of places.
  case regions = 6
  /// The tree that finds the place nearest to a position.
  case placeNodes = 7
  /// Cities, towns and villages.
  case places = 8
  /// The tree that finds the block of a search word.
  case wordIndex = 9
  /// The search words, sorted.
  case words = 10

  /// Whether the section is checked when the pack is opened, and not when it is used: it is small,
  /// and a look-up reads a few bytes here and there.
  var isCheckedAtOnce: Bool {
    switch self {
    case .sources, .languages, .areas, .nodes, .regions, .placeNodes, .wordIndex: true
    case .cells, .names, .places, .words: false
    }
  }

  var words: String {
    switch self {
    case .sources: "sources"
    case .languages: "languages"
    case .areas: "areas"
    case .nodes: "tree of areas"
    case .cells: "cells"
    case .names: "names"
    case .regions: "regions"
    case .placeNodes: "tree of places"
    case .places: "places"
    case .wordIndex: "index of words"
    case .words: "words"
    }
  }
}

/// Defect of a pack of places. A pack with a defect is of no use: get or make it again.
@nonexhaustive
public enum GeoPackError: Error, Hashable, Sendable {
  /// The first bytes are not those of a pack, or the program that wrote it did not finish.
  case notAPack
  /// Another version of the format, which this version of Cairn does not read.
  case version(UInt32)
  /// The file is shorter or longer than its header says, in bytes.
  case length(found: Int, stated: UInt64)
  /// The header's checksum is wrong.
  case header
  /// The file can no longer be read: it was cut, or its disk has failed.
  case unreadable
  /// The header places a section at an impossible position.
  case layout(GeoPackSection)
  /// The list of a section's checksums is damaged.
  case checksums(GeoPackSection)
  /// A block of 128 bytes is damaged; blocks are counted from 0.
  case block(GeoPackSection, Int)
  /// The checksums are right, but the content is not: the program that wrote it has a defect.
  case content(GeoPackSection)
  /// A look-up was given up, because it would have read a section far more often than those of a pack
  /// that `GeoPackWriter` made.
  case effort(GeoPackSection)
}

extension GeoPackError: CustomStringConvertible {
  /// Description of the defect, in one line.
  public var description: String {
    switch self {
    case .notAPack: "this is no pack of places"
    case .version(let number):
      "this pack has format \(number); this program reads format \(GeoPackHeader.version)"
    case .length(let found, let stated):
      "the pack has \(found) bytes, but should have \(stated): it was cut or added to"
    case .header: "the header of the pack is damaged"
    case .unreadable: "the pack can be read no longer"
    case .layout(let section): "the section of \(section.words) is misplaced"
    case .checksums(let section): "the checksums of \(section.words) are damaged"
    case .block(let section, let number): "block \(number) of \(section.words) is damaged"
    case .content(let section): "the \(section.words) do not make sense"
    case .effort(let section): "looking something up in the \(section.words) takes too long"
    }
  }
}
