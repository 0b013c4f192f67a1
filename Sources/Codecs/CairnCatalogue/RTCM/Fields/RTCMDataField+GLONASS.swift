/// Orbits and clocks of GLONASS: message 1020.
///
/// Source: RTCM 10403.3, table 3.4-1.
extension RTCMDataField {
  static var df001part7: Self { .part(1, 7, 7) }
  static var df038: Self { .unsigned(38, 6) }
  static var df040: Self { .unsigned(40, 5) }
  static var df104: Self { .unsigned(104, 1) }
  static var df105: Self { .unsigned(105, 1) }
  static var df106: Self { .unsigned(106, 2) }
  static var df107: Self { .unsigned(107, 12) }
  static var df108: Self { .unsigned(108, 1) }
  static var df109: Self { .unsigned(109, 1) }
  static var df110: Self { .unsigned(110, 7) }
  static var df111: Self { .signMagnitude(111, 24, 0x1p-20) }
  static var df112: Self { .signMagnitude(112, 27, 0x1p-11) }
  static var df113: Self { .signMagnitude(113, 5, 0x1p-30) }
  static var df114: Self { .signMagnitude(114, 24, 0x1p-20) }
  static var df115: Self { .signMagnitude(115, 27, 0x1p-11) }
  static var df116: Self { .signMagnitude(116, 5, 0x1p-30) }
  static var df117: Self { .signMagnitude(117, 24, 0x1p-20) }
  static var df118: Self { .signMagnitude(118, 27, 0x1p-11) }
  static var df119: Self { .signMagnitude(119, 5, 0x1p-30) }
  static var df120: Self { .unsigned(120, 1) }
  static var df121: Self { .signMagnitude(121, 11) }
  static var df122: Self { .unsigned(122, 2) }
  static var df123: Self { .unsigned(123, 1) }
  static var df124: Self { .signMagnitude(124, 22) }
  static var df125: Self { .signMagnitude(125, 5) }
  static var df126: Self { .unsigned(126, 5) }
  static var df127: Self { .unsigned(127, 1) }
  static var df128: Self { .unsigned(128, 4) }
  static var df129: Self { .unsigned(129, 11) }
  static var df130: Self { .unsigned(130, 2) }
  static var df131: Self { .unsigned(131, 1) }
  static var df132: Self { .unsigned(132, 11) }
  static var df133: Self { .signMagnitude(133, 32) }
  static var df134: Self { .unsigned(134, 5) }
  static var df135: Self { .signMagnitude(135, 22) }
  static var df136: Self { .unsigned(136, 1) }

  static var glonassFields: [Self] {
    [
      .df001part7, .df038, .df040, .df104, .df105, .df106, .df107, .df108, .df109, .df110,
      .df111, .df112, .df113, .df114, .df115, .df116, .df117, .df118, .df119, .df120, .df121,
      .df122, .df123, .df124, .df125, .df126, .df127, .df128, .df129, .df130, .df131, .df132,
      .df133, .df134, .df135, .df136,
    ]
  }
}
