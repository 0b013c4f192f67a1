/// Stores a large value that rarely changes apart from its holder, so that copying or moving the
/// holder copies or moves a reference. A change makes a new copy.
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
