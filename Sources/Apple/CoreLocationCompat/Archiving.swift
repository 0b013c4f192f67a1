internal import Foundation

// Functions shared by the archived classes.

extension NSCoder {
  /// Decodes an object that may be missing, which Foundation does not allow by default.
  func decode<Object: NSObject & NSCoding>(_: Object.Type, forKey key: String) -> Object? {
    containsValue(forKey: key) ? decodeObject(of: Object.self, forKey: key) : nil
  }

  /// Decodes a date; a missing one becomes the distant past.
  func decodeDate(forKey key: String) -> Date {
    decode(NSDate.self, forKey: key).map { $0 as Date } ?? .distantPast
  }

  /// Decodes a text that may be missing.
  func decodeText(forKey key: String) -> String? {
    decode(NSString.self, forKey: key).map { $0 as String }
  }
}

extension CLLocationCoordinate2D {
  /// Reads a position from an archive.
  init(_ coder: NSCoder) {
    self.init(
      latitude: coder.decodeDouble(forKey: "latitude"),
      longitude: coder.decodeDouble(forKey: "longitude"))
  }

  /// Writes the position into an archive.
  func encode(with coder: NSCoder) {
    coder.encode(latitude, forKey: "latitude")
    coder.encode(longitude, forKey: "longitude")
  }
}

extension Date {
  /// The date in the format of Core Location's descriptions: short, with the time and the full time
  /// zone, in the language of the user.
  var described: String {
    let formatter = DateFormatter()
    formatter.dateStyle = .short
    formatter.timeStyle = .full
    return formatter.string(from: self)
  }
}
