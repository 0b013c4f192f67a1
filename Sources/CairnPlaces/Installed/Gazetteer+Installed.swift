public import CairnGeocoding
public import CairnLinux
internal import CairnMappedPacks

extension Gazetteer where Storage == MappedFile {
  /// Opens the packs that are installed, as files in memory: the fastest way.
  ///
  /// - Parameter search: where they are looked for.
  /// - Returns: a gazetteer of all of them.
  /// - Throws: `.none` if there are none, `.pack` if one is of no use.
  public static func installed(
    _ search: PackSearch = PackSearch()
  ) throws(PackSearchFailure) -> Gazetteer {
    try opened(try search.packs()) { path throws(FileFailure) in try MappedFile(path) }
  }
}

extension Gazetteer where Storage == PagedFile {
  /// Opens the packs that are installed, with little memory.
  ///
  /// - Parameters:
  ///   - search: where they are looked for.
  ///   - limit: bytes of each pack that stay in memory although they are not always needed.
  /// - Returns: a gazetteer of all of them.
  /// - Throws: `.none` if there are none, `.pack` if one is of no use.
  public static func installed(
    _ search: PackSearch = PackSearch(), limit: Int
  ) throws(PackSearchFailure) -> Gazetteer {
    try opened(try search.packs()) { path throws(FileFailure) in
      try PagedFile(path, limit: limit)
    }
  }
}

extension Gazetteer {
  fileprivate static func opened(
    _ paths: [String], _ open: (String) throws(FileFailure) -> Storage
  ) throws(PackSearchFailure) -> Gazetteer {
    var packs: [GeoPack<Storage>] = []
    for path in paths {
      let file: Storage
      do throws(FileFailure) { file = try open(path) } catch {
        throw .pack(path, reason: error.what)
      }
      do throws(GeoPackError) { packs.append(try GeoPack(file)) } catch {
        throw .pack(path, reason: "\(error)")
      }
    }
    do throws(GeoPackError) { return try Gazetteer(packs) } catch {
      throw .pack(paths.joined(separator: ", "), reason: "\(error)")
    }
  }
}
