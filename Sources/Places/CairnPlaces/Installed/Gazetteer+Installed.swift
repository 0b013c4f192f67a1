internal import CairnData
public import CairnGeocoding
internal import CairnLinux
internal import CairnPacks

extension Gazetteer {
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

  private static func opened(
    _ paths: [String], _ open: (String) throws(FileFailure) -> any PagedStorage
  ) throws(PackSearchFailure) -> Gazetteer {
    var packs: [GeoPack] = []
    for path in paths {
      let file: any PagedStorage
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
