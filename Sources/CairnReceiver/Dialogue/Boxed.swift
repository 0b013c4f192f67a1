/// A large value that changes rarely, kept apart from its holder: whoever copies or moves that, copies or moves
/// a reference. What changes it copies it once.
@propertyWrapper
struct Boxed<Value: Sendable>: Sendable {
  private indirect enum Box: Sendable {
    case value(Value)
  }

  private var box: Box

  init(wrappedValue: Value) { box = .value(wrappedValue) }

  var wrappedValue: Value {
    get {
      switch box {
      case .value(let value): value
      }
    }
    set { box = .value(newValue) }
  }
}
