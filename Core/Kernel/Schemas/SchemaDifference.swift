internal import FieldhouseKit

/// A place at which a schema may accept what another one does not.
struct SchemaDifference: Hashable, Sendable {
  /// The place in the schema that is to accept less.
  let inner: JSONPointer
  /// The place in the schema that is to accept more.
  let outer: JSONPointer
  /// The keyword of the outer schema that may not be kept.
  let keyword: String
  /// What the inner schema says there; nil for nothing.
  let found: JSON?
  /// What the outer one says.
  let expected: JSON
}
