internal import CairnData
public import CairnGeocoding
internal import CairnLinux

extension Gazetteer {
  /// Opens the packs that are installed.
  ///
  /// - Parameters:
  ///   - search: where they are looked for.
  ///   - limit: bytes of each pack that stay in memory although they are not always needed; 1 MB by default.
  /// - Returns: a gazetteer of all of them.
  /// - Throws: `.none` if there are none, `.pack` if one is of no use.
  public static func installed(
    _ search: PackSearch = PackSearch(), limit: Int = 1 << 20
  ) throws(PackSearchFailure) -> Gazetteer {
    let paths = try search.packs()
    var packs: [GeoPack] = []
    for path in paths {
      let file: PagedFile
      do throws(FileFailure) { file = try PagedFile(path, limit: limit) } catch {
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
