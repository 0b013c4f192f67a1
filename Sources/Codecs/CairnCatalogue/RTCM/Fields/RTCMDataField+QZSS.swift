/// Orbits and clocks of QZSS: message 1044.
///
/// Source: RTCM 10403.3, table 3.4-1.
extension RTCMDataField {
  static var df429: Self { .unsigned(429, 4) }
  static var df430: Self { .unsigned(430, 16, 16) }
  static var df431: Self { .signed(431, 8, 0x1p-55) }
  static var df432: Self { .signed(432, 16, 0x1p-43) }
  static var df433: Self { .signed(433, 22, 0x1p-31) }
  static var df434: Self { .unsigned(434, 8) }
  static var df435: Self { .signed(435, 16, 0x1p-5) }
  static var df436: Self { .signed(436, 16, 0x1p-43) }
  static var df437: Self { .signed(437, 32, 0x1p-31) }
  static var df438: Self { .signed(438, 16, 0x1p-29) }
  static var df439: Self { .unsigned(439, 32, 0x1p-33) }
  static var df440: Self { .signed(440, 16, 0x1p-29) }
  static var df441: Self { .unsigned(441, 32, 0x1p-19) }
  static var df442: Self { .unsigned(442, 16, 16) }
  static var df443: Self { .signed(443, 16, 0x1p-29) }
  static var df444: Self { .signed(444, 32, 0x1p-31) }
  static var df445: Self { .signed(445, 16, 0x1p-29) }
  static var df446: Self { .signed(446, 32, 0x1p-31) }
  static var df447: Self { .signed(447, 16, 0x1p-5) }
  static var df448: Self { .signed(448, 32, 0x1p-31) }
  static var df449: Self { .signed(449, 24, 0x1p-43) }
  static var df450: Self { .signed(450, 14, 0x1p-43) }
  static var df451: Self { .unsigned(451, 2) }
  static var df452: Self { .unsigned(452, 10) }
  static var df453: Self { .unsigned(453, 4) }
  static var df454: Self { .unsigned(454, 6) }
  static var df455: Self { .signed(455, 8, 0x1p-31) }
  static var df456: Self { .unsigned(456, 10) }
  static var df457: Self { .unsigned(457, 1) }

  static var qzssFields: [Self] {
    [
      .df429, .df430, .df431, .df432, .df433, .df434, .df435, .df436, .df437, .df438, .df439,
      .df440, .df441, .df442, .df443, .df444, .df445, .df446, .df447, .df448, .df449, .df450,
      .df451, .df452, .df453, .df454, .df455, .df456, .df457,
    ]
  }
}
