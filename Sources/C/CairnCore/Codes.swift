// Constants of C, which Swift sees as `Int`.

/// Returns a constant as the number of a result, an action or an event.
package func code(_ constant: Int) -> Int32 { Int32(truncatingIfNeeded: constant) }

/// Returns a constant as a flag or a size.
package func bits(_ constant: Int) -> UInt32 { UInt32(truncatingIfNeeded: constant) }
