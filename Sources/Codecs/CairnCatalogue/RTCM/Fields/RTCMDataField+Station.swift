/// Reference stations: messages 1005, 1006, 1007, 1008, 1029, 1033 and 1230.
///
/// Source: RTCM 10403.3, table 3.4-1.
extension RTCMDataField {
  static var df001part1: Self { .part(1, 1, 1) }
  static var df001part3: Self { .part(1, 3, 3) }
  static var df002: Self { .unsigned(2, 12) }
  static var df003: Self { .unsigned(3, 12) }
  static var df021: Self { .unsigned(21, 6) }
  static var df022: Self { .unsigned(22, 1) }
  static var df023: Self { .unsigned(23, 1) }
  static var df024: Self { .unsigned(24, 1) }
  static var df025: Self { .signed(25, 38, 0.0001) }
  static var df026: Self { .signed(26, 38, 0.0001) }
  static var df027: Self { .signed(27, 38, 0.0001) }
  static var df028: Self { .unsigned(28, 16, 0.0001) }
  static var df029: Self { .unsigned(29, 8) }
  static var df030: Self { .character(30) }
  static var df031: Self { .unsigned(31, 8) }
  static var df032: Self { .unsigned(32, 8) }
  static var df033: Self { .character(33) }
  static var df051: Self { .unsigned(51, 16) }
  static var df052: Self { .unsigned(52, 17) }
  static var df138: Self { .unsigned(138, 7) }
  static var df139: Self { .unsigned(139, 8) }
  static var df140: Self { Self(.rtcm, 140, .codeUnit, width: 8) }
  static var df141: Self { .unsigned(141, 1) }
  static var df142: Self { .unsigned(142, 1) }
  static var df227: Self { .unsigned(227, 8) }
  static var df228: Self { .character(228) }
  static var df229: Self { .unsigned(229, 8) }
  static var df230: Self { .character(230) }
  static var df231: Self { .unsigned(231, 8) }
  static var df232: Self { .character(232) }
  static var df364: Self { .unsigned(364, 2) }
  static var df421: Self { .unsigned(421, 1) }
  static var df422part1: Self { .part(422, 1, 1) }
  static var df422part2: Self { .part(422, 2, 1) }
  static var df422part3: Self { .part(422, 3, 1) }
  static var df422part4: Self { .part(422, 4, 1) }
  static var df423: Self { .signed(423, 16, 0.02) }
  static var df424: Self { .signed(424, 16, 0.02) }
  static var df425: Self { .signed(425, 16, 0.02) }
  static var df426: Self { .signed(426, 16, 0.02) }

  static var stationFields: [Self] {
    [
      .df001part1, .df001part3, .df002, .df003, .df021, .df022, .df023, .df024, .df025,
      .df026, .df027, .df028, .df029, .df030, .df031, .df032, .df033, .df051, .df052, .df138,
      .df139, .df140, .df141, .df142, .df227, .df228, .df229, .df230, .df231, .df232, .df364,
      .df421, .df422part1, .df422part2, .df422part3, .df422part4, .df423, .df424, .df425,
      .df426,
    ]
  }
}
