extension NMEACatalogue {
  /// ZhongKeWei CASIC `PCAS`, in the notation of `NMEARegistry.add(row:)`.
  static var casic: StaticString {
    """
    PCAS01 baudRate:I
    PCAS02 interval:I
    PCAS03 gga:I gll:I gsa:I gsv:I rmc:I vtg:I zda:I ant:I dhv:I lps:I reserved1 reserved2 utc:I \
    gst:I reserved3 reserved4 reserved5 tim:I
    PCAS04 systems:I
    PCAS05 version:I
    PCAS06 info:I
    PCAS10 restart:I
    PCAS12 standby:I
    """
  }
}
