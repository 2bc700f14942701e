public import Foundation

/// A Swift type that can be bound to a statement and read from a row.
public protocol SQLConvertible: Sendable {
  /// The value to bind.
  var sqlValue: SQLValue { get }
  /// Reads the value; nil when it is of another kind or out of range.
  init?(sqlValue: SQLValue)
}

extension SQLValue: SQLConvertible {
  public var sqlValue: SQLValue { self }
  public init?(sqlValue: SQLValue) { self = sqlValue }
}

extension Int64: SQLConvertible {
  public var sqlValue: SQLValue { .integer(self) }
  public init?(sqlValue: SQLValue) {
    guard case .integer(let value) = sqlValue else { return nil }
    self = value
  }
}

extension Int: SQLConvertible {
  public var sqlValue: SQLValue { .integer(Int64(self)) }
  public init?(sqlValue: SQLValue) {
    guard case .integer(let value) = sqlValue else { return nil }
    self = Int(value)
  }
}

extension Bool: SQLConvertible {
  public var sqlValue: SQLValue { .integer(self ? 1 : 0) }
  public init?(sqlValue: SQLValue) {
    guard case .integer(let value) = sqlValue else { return nil }
    self = value != 0
  }
}

extension Double: SQLConvertible {
  public var sqlValue: SQLValue { .real(self) }
  public init?(sqlValue: SQLValue) {
    switch sqlValue {
    case .real(let value): self = value
    case .integer(let value): self = Double(value)
    default: return nil
    }
  }
}

extension String: SQLConvertible {
  public var sqlValue: SQLValue { .text(self) }
  public init?(sqlValue: SQLValue) {
    guard case .text(let value) = sqlValue else { return nil }
    self = value
  }
}

extension [UInt8]: SQLConvertible {
  public var sqlValue: SQLValue { .blob(self) }
  public init?(sqlValue: SQLValue) {
    guard case .blob(let value) = sqlValue else { return nil }
    self = value
  }
}

extension Date: SQLConvertible {
  public var sqlValue: SQLValue { timeIntervalSince1970.isNaN ? .null : .integer(millisecondsSince1970) }
  public init?(sqlValue: SQLValue) {
    guard case .integer(let value) = sqlValue else { return nil }
    self.init(millisecondsSince1970: value)
  }
}

extension Optional: SQLConvertible where Wrapped: SQLConvertible {
  public var sqlValue: SQLValue { self?.sqlValue ?? .null }
  public init?(sqlValue: SQLValue) {
    if case .null = sqlValue {
      self = .none
    } else {
      guard let value = Wrapped(sqlValue: sqlValue) else { return nil }
      self = .some(value)
    }
  }
}

extension Date {
  /// Whole milliseconds since 1970-01-01T00:00:00Z, rounded to the nearest, so that they survive a way there and back.
  /// An instant farther away than 64 bits count is the last one that they do, and what is no instant (NaN) is 0.
  public var millisecondsSince1970: Int64 {
    let exact = (timeIntervalSince1970 * 1000).rounded()
    return Int64(exactly: exact) ?? (exact.isNaN ? 0 : exact < 0 ? .min : .max)
  }

  /// The instant that many milliseconds after 1970-01-01T00:00:00Z.
  public init(millisecondsSince1970 milliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}
