/// Orbits and clocks of NavIC: message 1041.
///
/// Source: RTCM 10403.3, table 3.4-1.
extension RTCMDataField {
  static var df516: Self { .unsigned(516, 6) }
  static var df517: Self { .unsigned(517, 10) }
  static var df518: Self { .signed(518, 22, 0x1p-31) }
  static var df519: Self { .signed(519, 16, 0x1p-43) }
  static var df520: Self { .signed(520, 8, 0x1p-55) }
  static var df521: Self { .unsigned(521, 4) }
  static var df522: Self { .unsigned(522, 16, 16) }
  static var df523: Self { .signed(523, 8, 0x1p-31) }
  static var df524: Self { .signed(524, 22, 0x1p-41) }
  static var df525: Self { .unsigned(525, 8) }
  static var df526: Self { .unsigned(526, 10) }
  static var df527: Self { .unsigned(527, 1) }
  static var df528: Self { .unsigned(528, 1) }
  static var df529: Self { .signed(529, 15, 0x1p-28) }
  static var df530: Self { .signed(530, 15, 0x1p-28) }
  static var df531: Self { .signed(531, 15, 0x1p-28) }
  static var df532: Self { .signed(532, 15, 0x1p-28) }
  static var df533: Self { .signed(533, 15, 0x1p-4) }
  static var df534: Self { .signed(534, 15, 0x1p-4) }
  static var df535: Self { .signed(535, 14, 0x1p-43) }
  static var df536: Self { .signed(536, 32, 0x1p-31) }
  static var df537: Self { .unsigned(537, 16, 16) }
  static var df538: Self { .unsigned(538, 32, 0x1p-33) }
  static var df539: Self { .unsigned(539, 32, 0x1p-19) }
  static var df540: Self { .signed(540, 32, 0x1p-31) }
  static var df541: Self { .signed(541, 32, 0x1p-31) }
  static var df542: Self { .signed(542, 22, 0x1p-41) }
  static var df543: Self { .signed(543, 32, 0x1p-31) }
  static var df544: Self { .unsigned(544, 2) }
  static var df545: Self { .unsigned(545, 2) }

  static var navicFields: [Self] {
    [
      .df516, .df517, .df518, .df519, .df520, .df521, .df522, .df523, .df524, .df525, .df526,
      .df527, .df528, .df529, .df530, .df531, .df532, .df533, .df534, .df535, .df536, .df537,
      .df538, .df539, .df540, .df541, .df542, .df543, .df544, .df545,
    ]
  }
}
