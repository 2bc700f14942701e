/// The forms in one place of a value; other places are told by their numbers.
struct TextPlace: Sendable {
  var form: Schema.TextForm
  var members: [String: Int] = [:]
  /// Members that have no schema of their own.
  var others = TextPlaceReader.plain
  var items = TextPlaceReader.plain
}

/// Finds the places of a schema, each reference once, so that a type may hold itself.
struct TextPlaceReader {
  /// The number of the place that no schema describes.
  static let plain = 0
  /// The number of the whole value.
  static let root = 1
  private static let longestChain = 100

  private let document: JSON
  private var places = [TextPlace(form: .line)]
  private var numbers: [String: Int] = [:]

  static func places(of schema: JSON) -> [TextPlace] {
    var reader = TextPlaceReader(document: schema)
    _ = reader.place(of: schema)
    return reader.places
  }

  private init(document: JSON) { self.document = document }

  /// The number of a schema's place. While a schema says nothing itself, its reference is followed, and of its
  /// alternatives the first that is not `null`.
  private mutating func place(of schema: JSON) -> Int {
    var schema = schema
    var passed: [String] = []
    for _ in 0..<Self.longestChain where !Self.isDescribed(schema) {
      if let reference = schema["$ref"]?.string {
        if let known = numbers[reference] {
          for name in passed { numbers[name] = known }
          // A circle of references has no place; the schema's compiler refuses it.
          return known < places.count ? known : Self.plain
        }
        numbers[reference] = places.count
        passed.append(reference)
        schema = target(of: reference)
      } else if let inner = (schema["anyOf"]?.array ?? schema["oneOf"]?.array)?.first(where: { $0["type"] != "null" }) {
        schema = inner
      }
    }
    return read(schema)
  }

  private static func isDescribed(_ schema: JSON) -> Bool {
    [Schema.textKeyword, "properties", "additionalProperties", "items"].contains { schema[$0] != nil }
  }

  /// What a reference leads to; a schema without rules where it leads nowhere, which the schema's compiler refuses.
  private func target(of reference: String) -> JSON {
    guard reference.hasPrefix("#"), let path = reference.dropFirst().removingPercentEscapes,
      let pointer = try? JSONPointer(parsing: path)
    else { return [:] }
    return document[pointer: pointer] ?? [:]
  }

  private mutating func read(_ schema: JSON) -> Int {
    let number = places.count
    places.append(TextPlace(form: schema[Schema.textKeyword]?.string.flatMap(Schema.TextForm.init) ?? .line))
    for (name, member) in schema["properties"]?.object ?? [:] { places[number].members[name] = place(of: member) }
    if let others = schema["additionalProperties"] { places[number].others = place(of: others) }
    if let items = schema["items"] { places[number].items = place(of: items) }
    return number
  }
}
