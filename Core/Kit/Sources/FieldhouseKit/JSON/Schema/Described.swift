/// A type that says what its JSON looks like.
///
/// A `Decodable` type has the schema that `Schema.derived(from:)` finds; write `schema` to narrow it with
/// `refining(_:_:)`. A type whose decoding refuses empty texts and zeros writes its own schema with
/// an `enum` or with `withExample(_:)`, which then serves as the sample that its decoding needs.
public protocol Described {
  /// The schema of this type's JSON.
  static var schema: Schema { get }
}

extension Described where Self: Decodable {
  /// The schema derived from the type's decoding.
  public static var schema: Schema { .derived(from: Self.self) }
}
