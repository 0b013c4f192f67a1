package import CairnTypes

extension Timestamp {
  /// The instant that receivers send as a rounded UTC second and a signed correction.
  ///
  /// `nano` is relative to the rounded second, so that a negative value lies in the second, minute,
  /// day or year before. `nil` when no such date or time exists. Second 60 maps to the second after.
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
