extension RTCMDataField {
  /// All fields of this module's messages, each once.
  ///
  /// For programs that treat messages as data; firmware that does not use it does not link it.
  public static var all: [Self] {
    stationFields + gpsFields + glonassFields + navicFields + beidouFields + qzssFields
      + galileoFields + msmFields
  }
}
