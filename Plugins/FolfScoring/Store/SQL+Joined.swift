import FieldhouseKit

extension SQL {
  /// Parts of a statement one behind the other, with a text such as ` or ` between them; one at least.
  static func joined(_ parts: [SQL], by separator: String) -> SQL {
    var all = SQL.StringInterpolation(literalCapacity: 40 * parts.count, interpolationCount: 4 * parts.count)
    for (index, part) in parts.enumerated() {
      if index > 0 { all.appendLiteral(separator) }
      all.appendInterpolation(part)
    }
    return SQL(stringInterpolation: all)
  }
}
