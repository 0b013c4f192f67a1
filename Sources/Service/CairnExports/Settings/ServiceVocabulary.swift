/// What only the program can say about the texts of a configuration.
package struct ServiceVocabulary: Sendable {
  /// Names of receivers that can be simulated.
  package let simulations: [String]
  /// Whether clients can be waited for at an address.
  package let canListen: @Sendable (String) -> Bool
  /// Whether sentences can be sent to an address.
  package let canSendSentences: @Sendable (String) -> Bool
  /// Why there can never be a receiver at an address; `nil` if there can.
  package let sourceFault: @Sendable (String) -> String?

  package init(
    simulations: [String], canListen: @escaping @Sendable (String) -> Bool,
    canSendSentences: @escaping @Sendable (String) -> Bool,
    sourceFault: @escaping @Sendable (String) -> String?
  ) {
    self.simulations = simulations
    self.canListen = canListen
    self.canSendSentences = canSendSentences
    self.sourceFault = sourceFault
  }
}
