package import CairnTypes

extension CalendarDate {
  /// `2026-11-26`.
  package var text: String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(two(month))-\(two(day))"
  }
}
