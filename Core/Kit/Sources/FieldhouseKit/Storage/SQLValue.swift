/// A value as a database column holds it.
///
/// Dates are stored as whole milliseconds since 1970-01-01T00:00:00Z in an `integer` (one of NaN seconds as `null`), truth
/// values as 0 and 1.
@frozen
public enum SQLValue: Sendable, Hashable {
  /// No value.
  case null
  /// A signed 64-bit number.
  case integer(Int64)
  /// A double. NaN cannot be stored: SQLite turns it into null.
  case real(Double)
  /// Text in UTF-8, without NUL.
  case text(String)
  /// Bytes.
  case blob([UInt8])
}
