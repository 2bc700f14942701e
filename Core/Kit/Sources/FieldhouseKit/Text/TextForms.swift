import Synchronization

/// The forms of the texts in a value, found once from its schema.
struct TextForms: Sendable {
  private let places: [TextPlace]

  init(_ schema: JSON) { places = TextPlaceReader.places(of: schema) }

  /// The object with all its texts as handlers get them.
  /// - Throws: ``Problem`` 422 with the mistakes, at most ``most``.
  func cleaned(_ object: JSONObject) throws -> JSONObject {
    var mistakes: [Problem.Field] = []
    var path: [String] = []
    let clean = cleaned(object, places[TextPlaceReader.root], &path, &mistakes)
    guard mistakes.isEmpty else { throw Problem.invalid(Array(mistakes.prefix(Self.most))) }
    return clean ?? object
  }

  /// The most mistakes that are told at once.
  static let most = 100

  /// - Returns: nil when the value is right as it is.
  private func cleaned(
    _ value: JSON, _ place: TextPlace, _ path: inout [String], _ mistakes: inout [Problem.Field]
  ) -> JSON? {
    switch value {
    case .string(let text):
      let clean = cleaned(text, place.form, path, &mistakes)
      return clean.utf8.elementsEqual(text.utf8) ? nil : .string(clean)
    case .array(let values): return cleaned(values, places[place.items], &path, &mistakes).map { .array($0) }
    case .object(let object): return cleaned(object, place, &path, &mistakes).map { .object($0) }
    case .null, .bool, .integer, .number: return nil
    }
  }

  private func cleaned(
    _ values: [JSON], _ place: TextPlace, _ path: inout [String], _ mistakes: inout [Problem.Field]
  ) -> [JSON]? {
    var changed: [JSON]?
    for (index, value) in values.enumerated() where mistakes.count <= Self.most {
      path.append(String(index))
      if let clean = cleaned(value, place, &path, &mistakes) { changed = changed ?? values; changed?[index] = clean }
      path.removeLast()
    }
    return changed
  }

  private func cleaned(
    _ object: JSONObject, _ place: TextPlace, _ path: inout [String], _ mistakes: inout [Problem.Field]
  ) -> JSONObject? {
    var changed: JSONObject?
    for (name, value) in object where mistakes.count <= Self.most {
      path.append(name)
      _ = cleaned(name, .line, path, &mistakes)
      let member = places[place.members[name] ?? place.others]
      if let clean = cleaned(value, member, &path, &mistakes) { changed = changed ?? object; changed?[name] = clean }
      path.removeLast()
    }
    return changed
  }

  private func cleaned(
    _ text: String, _ form: Schema.TextForm, _ path: [String], _ mistakes: inout [Problem.Field]
  ) -> String {
    do throws(TextFault) { return try text.cleaned(form) } catch {
      mistakes.append(
        Problem.Field(pointer: JSONPointer(path).excerpt, code: error.kind.rawValue, detail: error.detail))
      return text
    }
  }
}

/// The forms of the texts of a route, found when the first text needs them: most never do.
final class LateTextForms: Sendable {
  private let schema: JSON
  private let found = Mutex<TextForms?>(nil)

  init(_ schema: JSON) { self.schema = schema }

  /// As ``TextForms/cleaned(_:)``.
  func cleaned(_ object: JSONObject) throws -> JSONObject {
    if JSON.object(object).isPlain { return object }
    let forms = found.withLock { found in
      let forms = found ?? TextForms(schema)
      found = forms
      return forms
    }
    return try forms.cleaned(object)
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
