/// Orbits and clocks of Galileo: messages 1045 and 1046.
///
/// Source: RTCM 10403.3, table 3.4-1.
extension RTCMDataField {
  static var df001part2: Self { .part(1, 2, 2) }
  static var df252: Self { .unsigned(252, 6) }
  static var df286: Self { .unsigned(286, 8) }
  static var df287: Self { .unsigned(287, 2) }
  static var df288: Self { .unsigned(288, 1) }
  static var df289: Self { .unsigned(289, 12) }
  static var df290: Self { .unsigned(290, 10) }
  static var df291: Self { .unsigned(291, 8) }
  static var df292: Self { .signed(292, 14, 0x1p-43) }
  static var df293: Self { .unsigned(293, 14, 60) }
  static var df294: Self { .signed(294, 6, 0x1p-59) }
  static var df295: Self { .signed(295, 21, 0x1p-46) }
  static var df296: Self { .signed(296, 31, 0x1p-34) }
  static var df297: Self { .signed(297, 16, 0x1p-5) }
  static var df298: Self { .signed(298, 16, 0x1p-43) }
  static var df299: Self { .signed(299, 32, 0x1p-31) }
  static var df300: Self { .signed(300, 16, 0x1p-29) }
  static var df301: Self { .unsigned(301, 32, 0x1p-33) }
  static var df302: Self { .signed(302, 16, 0x1p-29) }
  static var df303: Self { .unsigned(303, 32, 0x1p-19) }
  static var df304: Self { .unsigned(304, 14, 60) }
  static var df305: Self { .signed(305, 16, 0x1p-29) }
  static var df306: Self { .signed(306, 32, 0x1p-31) }
  static var df307: Self { .signed(307, 16, 0x1p-29) }
  static var df308: Self { .signed(308, 32, 0x1p-31) }
  static var df309: Self { .signed(309, 16, 0x1p-5) }
  static var df310: Self { .signed(310, 32, 0x1p-31) }
  static var df311: Self { .signed(311, 24, 0x1p-43) }
  static var df312: Self { .signed(312, 10, 0x1p-32) }
  static var df313: Self { .signed(313, 10, 0x1p-32) }
  static var df314: Self { .unsigned(314, 2) }
  static var df315: Self { .unsigned(315, 1) }
  static var df316: Self { .unsigned(316, 2) }
  static var df317: Self { .unsigned(317, 1) }

  static var galileoFields: [Self] {
    [
      .df001part2, .df252, .df286, .df287, .df288, .df289, .df290, .df291, .df292, .df293,
      .df294, .df295, .df296, .df297, .df298, .df299, .df300, .df301, .df302, .df303, .df304,
      .df305, .df306, .df307, .df308, .df309, .df310, .df311, .df312, .df313, .df314, .df315,
      .df316, .df317,
    ]
  }
}
