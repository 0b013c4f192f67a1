package import CairnTypes

extension Timestamp {
  /// Creates the instant that receivers send as a rounded UTC second and a signed correction.
  ///
  /// `nano` is relative to the rounded second, so a negative value leads into the second, minute,
  /// day or year before. `nil` if the date or time does not exist. Second 60 maps to the next
  /// second.
  ///
  /// Source: u-blox UBX-21035062 R02, "UTC representation".
  package init?(
    year: UInt16, month: UInt8, day: UInt8, hour: UInt8, minute: UInt8, second: UInt8, nano: Int32
  ) {
    guard (-1_000_000_000...1_000_000_000).contains(nano),
      let date = CalendarDate(year: Int(year), month: Int(month), day: Int(day)),
      let time = TimeOfDay(hour: Int(hour), minute: Int(minute), second: Int(second)),
      let rounded = Timestamp(date, time)
    else { return nil }
    self.init(nanosecondsSince1970: rounded.nanosecondsSince1970 &+ Int64(nano))
  }
}
