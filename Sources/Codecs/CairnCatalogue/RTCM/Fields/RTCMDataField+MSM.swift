/// Multiple signal messages: 1071 to 1137.
///
/// Source: RTCM 10403.3, table 3.4-1.
extension RTCMDataField {
  static var df004: Self { .unsigned(4, 30) }
  static var df034: Self { .unsigned(34, 27) }
  static var df248: Self { .unsigned(248, 30) }
  static var df393: Self { .unsigned(393, 1) }
  static var df394: Self { .unsigned(394, 64) }
  static var df395: Self { .unsigned(395, 32) }
  static var df396: Self { .unsigned(396, 0) }
  static var df397: Self { .unsigned(397, 8) }
  static var df398: Self { .unsigned(398, 10, 0x1p-10) }
  static var df399: Self { .signed(399, 14) }
  static var df400: Self { .signed(400, 15, 0x1p-24) }
  static var df401: Self { .signed(401, 22, 0x1p-29) }
  static var df402: Self { .unsigned(402, 4) }
  static var df403: Self { .unsigned(403, 6) }
  static var df404: Self { .signed(404, 15, 0.0001) }
  static var df405: Self { .signed(405, 20, 0x1p-29) }
  static var df406: Self { .signed(406, 24, 0x1p-31) }
  static var df407: Self { .unsigned(407, 10) }
  static var df408: Self { .unsigned(408, 10, 0x1p-4) }
  static var df409: Self { .unsigned(409, 3) }
  static var df411: Self { .unsigned(411, 2) }
  static var df412: Self { .unsigned(412, 2) }
  static var df416: Self { .unsigned(416, 3) }
  static var df417: Self { .unsigned(417, 1) }
  static var df418: Self { .unsigned(418, 3) }
  static var df419: Self { .unsigned(419, 4) }
  static var df420: Self { .unsigned(420, 1) }
  static var df427: Self { .unsigned(427, 30) }
  static var df428: Self { .unsigned(428, 30) }
  static var df546: Self { .unsigned(546, 30) }
  static var extendedSatelliteInformation: Self {
    Self(.extendedSatelliteInformation, 0, .unsigned, width: 4)
  }

  static var msmFields: [Self] {
    [
      .df004, .df034, .df248, .df393, .df394, .df395, .df396, .df397, .df398, .df399, .df400,
      .df401, .df402, .df403, .df404, .df405, .df406, .df407, .df408, .df409, .df411, .df412,
      .df416, .df417, .df418, .df419, .df420, .df427, .df428, .df546,
      .extendedSatelliteInformation,
    ]
  }
}
