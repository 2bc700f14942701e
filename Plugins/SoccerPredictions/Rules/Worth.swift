import FieldhouseKit

/// Points or a factor, in hundredths, so that sums are exact: 1.5 is 150. Values of rules are multiples of 0.25; shares of a pot and
/// products are rounded to hundredths, a half away from zero.
struct Worth: Hashable, Sendable, Comparable {
  static let zero = Worth(hundredths: 0)
  /// The factor that changes nothing.
  static let one = Worth(1)

  var hundredths: Int

  init(hundredths: Int) { self.hundredths = hundredths }
  init(_ whole: Int) { hundredths = whole * 100 }

  /// As people read it.
  var number: Double { Double(hundredths) / 100 }
  /// Rounded to a whole number, a half away from zero.
  var whole: Int { Self.divided(hundredths, by: 100) }

  func times(_ factor: Worth) -> Worth { Worth(hundredths: Self.divided(hundredths * factor.hundredths, by: 100)) }

  /// The share that `part` of `all` have in it; all of it where there is nobody.
  func share(_ part: Int, of all: Int) -> Worth {
    all > 0 ? Worth(hundredths: Self.divided(hundredths * part, by: all)) : self
  }

  private static func divided(_ value: Int, by divisor: Int) -> Int {
    (value.magnitude * 2 + UInt(divisor)).quotientAndRemainder(dividingBy: UInt(divisor) * 2).quotient.signed(by: value)
  }

  static func < (left: Self, right: Self) -> Bool { left.hundredths < right.hundredths }
  static func + (left: Self, right: Self) -> Self { Worth(hundredths: left.hundredths + right.hundredths) }
  static func - (left: Self, right: Self) -> Self { Worth(hundredths: left.hundredths - right.hundredths) }
  static prefix func - (worth: Self) -> Self { Worth(hundredths: -worth.hundredths) }
}

extension UInt {
  fileprivate func signed(by value: Int) -> Int { value < 0 ? -Int(self) : Int(self) }
}

extension Worth: Codable, Described {
  static var schema: Schema { schema(-1000...1000) }

  /// A number in a range, in steps of 0.25.
  static func schema(_ range: ClosedRange<Double>, _ description: String? = nil) -> Schema {
    .number(range, description: description).with("multipleOf", 0.25)
  }

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer().decode(Double.self)
    hundredths = Int((value * 100).rounded())
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if hundredths.isMultiple(of: 100) { try container.encode(hundredths / 100) } else { try container.encode(number) }
  }
}

extension Sequence<Worth> {
  var sum: Worth { reduce(.zero, +) }
}
