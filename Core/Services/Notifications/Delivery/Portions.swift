internal import FieldhouseKit

/// Cuts lists into portions whose sizes are few, so that there are as few statements for them.
enum Portions {
  /// As many as possible of the largest size, the rest in powers of two.
  static func of<Element>(_ all: [Element], largest: Int = 64) -> [[Element]] {
    var (portions, rest, size): ([[Element]], ArraySlice<Element>, Int) = ([], all[...], largest)
    while !rest.isEmpty {
      while size > rest.count { size /= 2 }
      portions.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    return portions
  }

  /// Those of a list, each once, and the first so often that the size is a power of two.
  static func list<Element: Hashable>(_ all: [Element]) -> [Element] {
    var seen = Set<Element>()
    let once = all.filter { seen.insert($0).inserted }
    guard let first = once.first else { return [] }
    var size = 1
    while size < once.count { size *= 2 }
    return once + Array(repeating: first, count: size - once.count)
  }
}

extension SQL {
  /// The rows of an `insert`: `(…), (…)`.
  static func rows(_ rows: [[SQLValue]]) -> SQL {
    var number = 0
    let texts = rows.map { row in
      let places = row.map { _ in
        number += 1
        return "?\(number)"
      }
      return "(\(places.joined(separator: ", ")))"
    }
    return SQL(text: texts.joined(separator: ", "), values: rows.flatMap(\.self))
  }
}
