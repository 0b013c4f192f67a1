extension RTCMDataField {
  /// Every field that the messages of this module have, each once.
  ///
  /// For programs that know messages as data: firmware that does not ask for it does not carry it.
  public static var all: [Self] {
    stationFields + gpsFields + glonassFields + navicFields + beidouFields + qzssFields
      + galileoFields + msmFields
  }
}
