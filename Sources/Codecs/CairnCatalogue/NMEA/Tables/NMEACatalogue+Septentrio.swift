extension NMEACatalogue {
  /// Septentrio `PSSN`, in the notation of `NMEARegistry.add(row:)`.
  static var septentrio: StaticString {
    """
    PSSN,HRP msgId utc:T date:A hdg:D roll:D pitch:D hdgstd:D rollstd:D pitchstd:D sip:I attmode \
    magvar:D magvardir
    PSSN,RBD msgId utc:T date:A azi:D ele:D sip:I quality basemode corrage:D roverserial baseid
    PSSN,RBP msgId utc:T date:A baseN:D baseE:D baseU:D sip:I quality basemode corrage:D \
    roverserial baseid
    PSSN,RBV msgId utc:T date:A baserocN:D baserocE:D baserocU:D sip:I quality basemode \
    corrage:D roverserial baseid
    PSSN,SNC msgId rev:B tim:I week:I *[ cdidx:B status:B errcode:B info:B ]
    PSSN,TFM msgId utc:T heightind usage2122 usage2324 usage252627
    """
  }
}
