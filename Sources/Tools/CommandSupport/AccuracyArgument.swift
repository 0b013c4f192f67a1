internal import ArgumentParser
package import CairnTypes

/// A desired accuracy as an argument: `best`, `navigation`, or a radius such as `10` or `1km`.
package struct AccuracyArgument: ExpressibleByArgument {
  package let accuracy: DesiredAccuracy

  package init(_ accuracy: DesiredAccuracy) { self.accuracy = accuracy }

  package init?(argument: String) {
    guard let accuracy = DesiredAccuracy(text: argument) else { return nil }
    self.accuracy = accuracy
  }

  /// The accuracy as the command line takes it: `100m`, `1km`.
  package var defaultValueDescription: String { accuracy.argument }

  /// The accuracy for people, such as `1 km`.
  package var text: String { accuracy.metres.map(\.metresText) ?? defaultValueDescription }
}

extension Double {
  /// A length in metres as text for people, such as `30 m` or `1.5 km`.
  package var metresText: String {
    func short(_ value: Double) -> String {
      var text = value.text(places: value < 10 ? 1 : 0)
      if text.hasSuffix(".0") { text.removeLast(2) }
      return text
    }
    return self >= 1000 ? short(self / 1000) + " km" : short(self) + " m"
  }
}
