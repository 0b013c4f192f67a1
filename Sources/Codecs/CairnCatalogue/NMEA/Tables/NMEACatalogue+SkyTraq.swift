extension NMEACatalogue {
  /// SkyTraq `PSTI`, in the notation of `NMEARegistry.add(row:)`.
  static var skyTraq: StaticString {
    """
    PSTI,030 msgId time:T status lat:Y NS lon:X EW alt:D velE:D velN:D velU:D date:A mode \
    rtkAge:D rtkRatio:D
    PSTI,032 msgId time:T date:A status mode projE:D projN:D projU:D length:D course:D reserved1 \
    reserved2 reserved3 reserved4 reserved5
    PSTI,036 msgId time:T date:A heading:D pitch:D roll:D mode
    """
  }
}
