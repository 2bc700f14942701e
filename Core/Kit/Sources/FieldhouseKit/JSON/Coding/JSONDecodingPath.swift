/// The way from the decoded document down to a value, as a list from the inside out.
final class JSONDecodingPath {
  let parent: JSONDecodingPath?
  let key: JSONCodingKey

  init(parent: JSONDecodingPath?, key: JSONCodingKey) {
    self.parent = parent
    self.key = key
  }

  static func codingPath(_ path: JSONDecodingPath?) -> [any CodingKey] {
    sequence(state: path) { node in
      defer { node = node?.parent }
      return node?.key
    }.reversed()
  }

  static func pointer(_ path: JSONDecodingPath?) -> JSONPointer {
    JSONPointer(codingPath(path).map(\.stringValue))
  }
}

/// A member name or an array position.
enum JSONCodingKey: CodingKey {
  case name(String)
  case index(Int)

  init(stringValue: String) { self = .name(stringValue) }
  init(intValue: Int) { self = .index(intValue) }

  var stringValue: String {
    switch self {
    case .name(let name): name
    case .index(let index): String(index)
    }
  }

  var intValue: Int? {
    if case .index(let index) = self { index } else { nil }
  }
}
