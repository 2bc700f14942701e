/// A statement with its bound values, written as a string literal: every interpolated value is bound, never pasted.
///
///     try await transaction.execute("update players set name = \(name) where id = \(id)")
///
/// Write in the subset that SQLite 3.40 and PostgreSQL 15 share. The statement's text is the key of the statement
/// cache, so build it from literals.
public struct SQL: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// The text with the placeholders `?1`, `?2`, … (an engine with another notation translates them once).
  public private(set) var text: String
  /// The values of the placeholders, in order.
  public private(set) var values: [SQLValue]

  /// A statement without values.
  public init(stringLiteral value: String) {
    text = value
    values = []
  }

  /// A statement from an interpolated literal.
  public init(stringInterpolation: StringInterpolation) {
    text = stringInterpolation.text
    values = stringInterpolation.values
  }

  /// A statement whose text has the placeholders `?1` … `?n` already.
  public init(text: String, values: [SQLValue]) {
    self.text = text
    self.values = values
  }

  /// Collects text and values of a literal.
  public struct StringInterpolation: StringInterpolationProtocol, Sendable {
    var text = ""
    var values: [SQLValue] = []

    public init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + interpolationCount * 3)
      values.reserveCapacity(interpolationCount)
    }

    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Binds a value.
    public mutating func appendInterpolation(_ value: some SQLConvertible) {
      values.append(value.sqlValue)
      text += "?"
      text += String(values.count)
    }

    /// Binds a value that may be missing.
    public mutating func appendInterpolation<Value: SQLConvertible>(_ value: Value?) {
      appendInterpolation(value.sqlValue)
    }

    /// Binds each value, separated by commas, for `in (…)`. An empty list becomes `null`, which is in no list.
    public mutating func appendInterpolation(list: some Sequence<some SQLConvertible>) {
      var first = true
      for value in list {
        if !first { text += ", " }
        first = false
        appendInterpolation(value)
      }
      if first { text += "null" }
    }

    /// Inserts rows such as `(?1, ?2)`, separated by commas, for `values …`; one at least.
    public mutating func appendInterpolation(rows: some Sequence<SQL>) {
      var first = true
      for row in rows {
        if !first { text += ", " }
        first = false
        appendInterpolation(row)
      }
    }

    /// Inserts another statement with its values.
    public mutating func appendInterpolation(_ part: SQL) {
      text += part.renumbered(from: values.count)
      values += part.values
    }
  }
}
