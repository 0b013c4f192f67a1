extension NMEACatalogue {
  /// Furuno `PERD` and `PERC`, in the notation of `NMEARegistry.add(row:)`.
  static var furuno: StaticString {
    """
    PERDACK command sequence:I subcommand
    PERDSYS,VERSION msgId device version reserved1 reserved2
    """
  }
}
