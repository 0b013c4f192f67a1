extension NMEACatalogue {
  /// Furuno `PERD` and `PERC`, one row a line; `NMEARegistry.add(row:)` gives the notation.
  static var furuno: StaticString {
    """
    PERDACK command sequence:I subcommand
    PERDSYS,VERSION msgId device version reserved1 reserved2
    """
  }
}
