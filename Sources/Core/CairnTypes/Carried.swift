/// Carries a value that is not `Sendable` to where it belongs: an event loop or an actor.
///
/// `@unchecked Sendable`, because the type system cannot see it: others pass the box on without
/// looking inside, and only code that runs where the value belongs uses it.
package struct Carried<Value>: @unchecked Sendable {
  package let value: Value

  @inlinable
  package init(_ value: Value) { self.value = value }
}
