/// Orbits and clocks of BeiDou: message 1042.
///
/// Source: RTCM 10403.3, table 3.4-1.
extension RTCMDataField {
  static var df488: Self { .unsigned(488, 6) }
  static var df489: Self { .unsigned(489, 13) }
  static var df490: Self { .unsigned(490, 4) }
  static var df491: Self { .signed(491, 14, 0x1p-43) }
  static var df492: Self { .unsigned(492, 5) }
  static var df493: Self { .unsigned(493, 17, 8) }
  static var df494: Self { .signed(494, 11, 0x1p-66) }
  static var df495: Self { .signed(495, 22, 0x1p-50) }
  static var df496: Self { .signed(496, 24, 0x1p-33) }
  static var df497: Self { .unsigned(497, 5) }
  static var df498: Self { .signed(498, 18, 0x1p-6) }
  static var df499: Self { .signed(499, 16, 0x1p-43) }
  static var df500: Self { .signed(500, 32, 0x1p-31) }
  static var df501: Self { .signed(501, 18, 0x1p-31) }
  static var df502: Self { .unsigned(502, 32, 0x1p-33) }
  static var df503: Self { .signed(503, 18, 0x1p-31) }
  static var df504: Self { .unsigned(504, 32, 0x1p-19) }
  static var df505: Self { .unsigned(505, 17, 8) }
  static var df506: Self { .signed(506, 18, 0x1p-31) }
  static var df507: Self { .signed(507, 32, 0x1p-31) }
  static var df508: Self { .signed(508, 18, 0x1p-31) }
  static var df509: Self { .signed(509, 32, 0x1p-31) }
  static var df510: Self { .signed(510, 18, 0x1p-6) }
  static var df511: Self { .signed(511, 32, 0x1p-31) }
  static var df512: Self { .signed(512, 24, 0x1p-43) }
  static var df513: Self { .signed(513, 10, 0.1) }
  static var df514: Self { .signed(514, 10, 0.1) }
  static var df515: Self { .unsigned(515, 1) }

  static var beidouFields: [Self] {
    [
      .df488, .df489, .df490, .df491, .df492, .df493, .df494, .df495, .df496, .df497, .df498,
      .df499, .df500, .df501, .df502, .df503, .df504, .df505, .df506, .df507, .df508, .df509,
      .df510, .df511, .df512, .df513, .df514, .df515,
    ]
  }
}
