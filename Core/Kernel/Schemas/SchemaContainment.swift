internal import FieldhouseKit

/// Shows that a schema accepts nothing that another one does not, keyword by keyword.
///
/// What it finds contained is. What it cannot show counts as a difference, such as two patterns that are not the same:
/// who writes the inner schema takes that part over from the outer one, or says less.
final class SchemaContainment {
  /// How many schemas deep references are followed, and how many parts are compared. What is beyond is not shown.
  private static let deepest = 32
  private static let most = 10_000

  private let inner: JSON
  private let outer: JSON
  private var compared = 0

  /// A comparison of two schemas that can be compiled.
  init(inner: JSON, outer: JSON) { (self.inner, self.outer) = (inner, outer) }

  /// Where the inner schema may accept more.
  func differences() -> [SchemaDifference] {
    inner == outer ? [] : compare(Pair(inner: inner, outer: outer))
  }

  /// Two parts that are compared, with the ways to them.
  struct Pair {
    var inner: JSON
    var outer: JSON
    var innerPlace = JSONPointer.root
    var outerPlace = JSONPointer.root
    var depth = 0

    func difference(_ keyword: String) -> SchemaDifference {
      SchemaDifference(
        inner: innerPlace, outer: outerPlace.appending(keyword), keyword: keyword, found: inner[keyword],
        expected: outer[keyword] ?? outer)
    }
  }

  func compare(_ pair: Pair) -> [SchemaDifference] {
    var pair = pair
    pair.depth += 1
    compared += 1
    guard pair.depth <= Self.deepest, compared <= Self.most, let left = resolved(pair.inner, inner),
      let right = resolved(pair.outer, outer)
    else { return [pair.difference("$ref")] }
    (pair.inner, pair.outer) = (left.withoutNotes, right.withoutNotes)
    if pair.inner == false || pair.outer == true || pair.outer == [:] { return [] }
    if pair.inner == pair.outer, !pair.inner.hasReference { return [] }
    if pair.outer == false { return [pair.difference("false")] }
    if pair.inner == true { pair.inner = [:] }
    if let values = pair.inner.finiteValues { return accepts(values, pair) ? [] : [pair.difference("enum")] }
    return branches(pair) ?? KeywordContainment(pair: pair, of: self).differences()
  }

  /// What follows from the parts of a combination; nil when there is none that says enough.
  private func branches(_ pair: Pair) -> [SchemaDifference]? {
    for keyword in ["anyOf", "oneOf"] {
      guard let parts = pair.inner[keyword]?.array else { continue }
      let found = parts.enumerated().flatMap { index, part in
        compare(pair.inner(part, [keyword, "\(index)"]))
      }
      if found.isEmpty || pair.inner.object?.count == 1 { return found }
    }
    let parts = pair.inner["allOf"]?.array ?? []
    let isShown = parts.enumerated().contains { index, part in
      compare(pair.inner(part, ["allOf", "\(index)"])).isEmpty
    }
    return isShown ? [] : nil
  }

  /// Whether the outer schema accepts each of some values.
  private func accepts(_ values: [JSON], _ pair: Pair) -> Bool {
    var schema = pair.outer.object ?? [:]
    if schema["$defs"] == nil { schema["$defs"] = outer["$defs"] }
    guard let compiled = try? CompiledSchema(Schema(.object(schema))) else { return false }
    return values.allSatisfy { compiled.validate($0).isEmpty }
  }

  /// The schema that a reference leads to; nil when it leads nowhere, or beside other keywords.
  private func resolved(_ schema: JSON, _ root: JSON) -> JSON? {
    var schema = schema
    for _ in 0..<Self.deepest {
      guard let reference = schema["$ref"]?.string else { return schema }
      guard reference.hasPrefix("#"), schema.withoutNotes.object?.count == 1,
        let pointer = try? JSONPointer(parsing: String(reference.dropFirst())), let target = root[pointer: pointer]
      else { return nil }
      schema = target
    }
    return nil
  }
}

extension SchemaContainment.Pair {
  /// The same with a part of the inner schema.
  func inner(_ part: JSON, _ way: [String]) -> Self {
    var pair = self
    (pair.inner, pair.innerPlace) = (part, JSONPointer(innerPlace.tokens + way))
    return pair
  }

  /// The same with a part of the outer schema.
  func outer(_ part: JSON, _ way: [String]) -> Self {
    var pair = self
    (pair.outer, pair.outerPlace) = (part, JSONPointer(outerPlace.tokens + way))
    return pair
  }
}

extension JSON {
  private static let notes: Set<String> = [
    "$schema", "$id", "$comment", "$defs", "title", "description", "default", "examples", "deprecated", "readOnly",
    "writeOnly", "contentEncoding", "contentMediaType",
  ]

  /// The schema without what decides nothing.
  fileprivate var withoutNotes: JSON {
    guard let members = object else { return self }
    return .object(JSONObject(members.filter { !Self.notes.contains($0.key) && !$0.key.hasPrefix("x-") }))
  }

  /// The values that a schema accepts at most, where it lists them.
  fileprivate var finiteValues: [JSON]? { self["const"].map { [$0] } ?? self["enum"]?.array }

  /// Whether equal texts may mean different things in two documents.
  var hasReference: Bool {
    switch self {
    case .object(let members): members["$ref"] != nil || members.contains { $0.value.hasReference }
    case .array(let items): items.contains(where: \.hasReference)
    default: false
    }
  }
}
