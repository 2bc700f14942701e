/// The forms of the texts in a value, found once from its schema.
struct TextForms: Sendable {
  private let form: Schema.TextForm
  private let members: [String: TextForms]
  /// Of members that have no schema of their own, in a list of at most one.
  private let others: [TextForms]
  /// Of a list's items, in a list of at most one.
  private let items: [TextForms]

  init(_ schema: JSON) {
    form = schema[Schema.textKeyword]?.string.flatMap(Schema.TextForm.init) ?? .line
    let alternatives = schema["anyOf"]?.array ?? schema["oneOf"]?.array ?? []
    let described = alternatives.first { $0["type"] != "null" } ?? schema
    members = Dictionary(
      (described["properties"]?.object ?? [:]).map { ($0.key, TextForms($0.value)) },
      uniquingKeysWith: { first, _ in first })
    others = described["additionalProperties"].map { [TextForms($0)] } ?? []
    items = described["items"].map { [TextForms($0)] } ?? []
  }

  private init() { (form, members, others, items) = (.line, [:], [], []) }

  private static let plain = TextForms()

  /// The object with all its texts as handlers get them.
  /// - Throws: ``Problem`` 422 with the mistakes, at most ``most``.
  func cleaned(_ object: JSONObject) throws -> JSONObject {
    if JSON.object(object).isPlain { return object }
    var mistakes: [Problem.Field] = []
    var path: [String] = []
    let clean = cleaned(object, &path, &mistakes)
    guard mistakes.isEmpty else { throw Problem.invalid(Array(mistakes.prefix(Self.most))) }
    return clean ?? object
  }

  /// The most mistakes that are told at once.
  static let most = 100

  /// - Returns: nil when the value is right as it is.
  private func cleaned(_ value: JSON, _ path: inout [String], _ mistakes: inout [Problem.Field]) -> JSON? {
    switch value {
    case .string(let text):
      let clean = cleaned(text, form, path, &mistakes)
      return clean.utf8.elementsEqual(text.utf8) ? nil : .string(clean)
    case .array(let values): return cleaned(values, &path, &mistakes).map { .array($0) }
    case .object(let object): return cleaned(object, &path, &mistakes).map { .object($0) }
    case .null, .bool, .integer, .number: return nil
    }
  }

  private func cleaned(_ values: [JSON], _ path: inout [String], _ mistakes: inout [Problem.Field]) -> [JSON]? {
    let forms = items.first ?? Self.plain
    var changed: [JSON]?
    for (index, value) in values.enumerated() where mistakes.count <= Self.most {
      path.append(String(index))
      if let clean = forms.cleaned(value, &path, &mistakes) { changed = changed ?? values; changed?[index] = clean }
      path.removeLast()
    }
    return changed
  }

  private func cleaned(_ object: JSONObject, _ path: inout [String], _ mistakes: inout [Problem.Field]) -> JSONObject? {
    var changed: JSONObject?
    for (name, value) in object where mistakes.count <= Self.most {
      path.append(name)
      _ = cleaned(name, .line, path, &mistakes)
      let forms = members[name] ?? others.first ?? Self.plain
      if let clean = forms.cleaned(value, &path, &mistakes) { changed = changed ?? object; changed?[name] = clean }
      path.removeLast()
    }
    return changed
  }

  private func cleaned(
    _ text: String, _ form: Schema.TextForm, _ path: [String], _ mistakes: inout [Problem.Field]
  ) -> String {
    do throws(TextFault) { return try text.cleaned(form) } catch {
      mistakes.append(
        Problem.Field(pointer: JSONPointer(path).description, code: error.kind.rawValue, detail: error.detail))
      return text
    }
  }
}

extension JSON {
  /// Whether every text in it is right as it is, whatever its form: visible ASCII, with spaces between.
  fileprivate var isPlain: Bool {
    switch self {
    case .string(let text): text.isPlain
    case .array(let values): values.allSatisfy(\.isPlain)
    case .object(let object): object.allSatisfy { $0.key.isPlain && $0.value.isPlain }
    case .null, .bool, .integer, .number: true
    }
  }
}
