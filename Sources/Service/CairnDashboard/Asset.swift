/// A file of the page, which is part of the program.
struct Asset: Sendable {
  /// As the page names it, such as `app.js`.
  let name: String
  /// Such as `text/javascript`.
  let mediaType: String
  let bytes: [UInt8]
}
