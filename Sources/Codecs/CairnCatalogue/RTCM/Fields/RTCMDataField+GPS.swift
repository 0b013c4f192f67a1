/// Orbits and clocks of GPS: message 1019.
///
/// Source: RTCM 10403.3, table 3.4-1.
extension RTCMDataField {
  static var df009: Self { .unsigned(9, 6) }
  static var df071: Self { .unsigned(71, 8) }
  static var df076: Self { .unsigned(76, 10) }
  static var df077: Self { .unsigned(77, 4) }
  static var df078: Self { .unsigned(78, 2) }
  static var df079: Self { .signed(79, 14, 0x1p-43) }
  static var df081: Self { .unsigned(81, 16, 16) }
  static var df082: Self { .signed(82, 8, 0x1p-55) }
  static var df083: Self { .signed(83, 16, 0x1p-43) }
  static var df084: Self { .signed(84, 22, 0x1p-31) }
  static var df085: Self { .unsigned(85, 10) }
  static var df086: Self { .signed(86, 16, 0x1p-5) }
  static var df087: Self { .signed(87, 16, 0x1p-43) }
  static var df088: Self { .signed(88, 32, 0x1p-31) }
  static var df089: Self { .signed(89, 16, 0x1p-29) }
  static var df090: Self { .unsigned(90, 32, 0x1p-33) }
  static var df091: Self { .signed(91, 16, 0x1p-29) }
  static var df092: Self { .unsigned(92, 32, 0x1p-19) }
  static var df093: Self { .unsigned(93, 16, 16) }
  static var df094: Self { .signed(94, 16, 0x1p-29) }
  static var df095: Self { .signed(95, 32, 0x1p-31) }
  static var df096: Self { .signed(96, 16, 0x1p-29) }
  static var df097: Self { .signed(97, 32, 0x1p-31) }
  static var df098: Self { .signed(98, 16, 0x1p-5) }
  static var df099: Self { .signed(99, 32, 0x1p-31) }
  static var df100: Self { .signed(100, 24, 0x1p-43) }
  static var df101: Self { .signed(101, 8, 0x1p-31) }
  static var df102: Self { .unsigned(102, 6) }
  static var df103: Self { .unsigned(103, 1) }
  static var df137: Self { .unsigned(137, 1) }

  static var gpsFields: [Self] {
    [
      .df009, .df071, .df076, .df077, .df078, .df079, .df081, .df082, .df083, .df084, .df085,
      .df086, .df087, .df088, .df089, .df090, .df091, .df092, .df093, .df094, .df095, .df096,
      .df097, .df098, .df099, .df100, .df101, .df102, .df103, .df137,
    ]
  }
}
