/// A match rule that the bus has, or will have once there is a connection.
struct CountedRule {
  let text: String
  var uses = 1
  /// Whether the bus has confirmed it on this connection.
  var isEstablished = false
  /// Called when the bus has answered.
  var waiting: [(BusError?) -> Void] = []
}
