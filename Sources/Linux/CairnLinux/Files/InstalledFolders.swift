/// Returns where the files that belong to a program may be: the folder in its checkout, the one beside
/// `PREFIX/bin`, and that of a distribution.
///
/// - Parameters:
///   - name: of the folder, such as `hw-profiles`.
///   - program: the path of the executable, without links; `nil` if it is unknown.
/// - Returns: absolute paths, the program's own first; whether they exist is not known.
package func installedFolders(_ name: String, of program: String?) -> [String] {
  let parts = (program ?? "").split(separator: "/").dropLast()
  var folders: [String] = []
  func add(_ parts: [Substring], _ end: [String]) {
    folders.append("/" + (parts.map(String.init) + end).joined(separator: "/"))
  }
  if let build = parts.firstIndex(where: { $0.hasPrefix(".build") }) {
    add(Array(parts[..<build]), [name])
  }
  if parts.last == "bin" { add(Array(parts.dropLast()), ["share", "cairn", name]) }
  return folders + ["/usr/share/cairn/" + name]
}
