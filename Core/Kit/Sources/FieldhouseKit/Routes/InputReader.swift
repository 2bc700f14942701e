/// Reads a request as the value that a route's input schema describes, and refuses everything that the route does not
/// read: other parameters and keys, a query beside a body, texts of a wrong form.
struct InputReader: Sendable {
  private let hasBody: Bool
  private let pathNames: [String]
  private let fields: [String: FieldKind]
  private let forms: TextForms
  private let schema: Result<CompiledSchema, SchemaError>

  init(method: Method, path: String, schema: Schema) {
    hasBody = method.hasBody
    pathNames = path.split(separator: "/").filter { $0.first == "{" }.map { String($0.dropFirst().dropLast()) }
    fields = FieldKind.fields(of: schema)
    forms = TextForms(schema.json)
    do throws(SchemaError) {
      self.schema = .success(try CompiledSchema(schema))
    } catch {
      self.schema = .failure(error)
    }
  }

  /// Whether a request brings nothing to a route that takes nothing.
  func isTrivial(_ request: RawRequest) -> Bool {
    fields.isEmpty && request.body.isEmpty && request.query == nil
  }

  /// The input of a request.
  /// - Throws: ``Problem`` 400, 415 or 422.
  func read(_ request: RawRequest) throws -> JSON {
    try check(hasBody ? bodyObject(request) : queryObject(request.query), request)
  }

  /// Checks path and query of a request whose body is not JSON; the body is left to the handler.
  /// - Throws: ``Problem`` 400 or 422.
  func checkAround(_ request: RawRequest) throws {
    _ = try check([:], request)
  }

  private func check(_ given: JSONObject, _ request: RawRequest) throws -> JSON {
    if hasBody { try refuse(query: request.query) }
    var object = given
    for name in pathNames {
      guard object[name] == nil else {
        throw Problem.invalid(Self.pointer(name), "unknown-key", "'\(name)' stands in the path; leave it out here.")
      }
      guard let text = request.parameters[name] else { continue }
      object[name] = fields[name, default: .text].value(of: text)
    }
    let value = JSON.object(try forms.cleaned(object))
    let violations = try schema.get().validate(value)
    guard violations.isEmpty else { throw Problem.invalid(violations.map(Problem.Field.init)) }
    return value
  }

  private func bodyObject(_ request: RawRequest) throws -> JSONObject {
    guard !request.body.isEmpty else { return [:] }
    guard request.contentType == "application/json" else { throw Problem.unsupportedMediaType(["application/json"]) }
    let body: JSON
    do throws(JSONParseError) {
      body = try JSON(parsing: request.body)
    } catch {
      throw Problem(error)
    }
    guard case .object(let object) = body else {
      throw Problem.invalid("", "type", "The body must be a JSON object.")
    }
    return object
  }

  private func queryObject(_ query: String?) throws -> JSONObject {
    var object: JSONObject = [:]
    for (name, text) in try QueryString.parse(query ?? "") {
      let kind = fields[name, default: .text]
      if case .list(let item) = kind {
        object[name] = .array((object[name]?.array ?? []) + [item.value(of: text)])
      } else if object[name] != nil {
        throw Problem.invalid(Self.pointer(name), "repeated", "'\(name)' is given twice; give it once.")
      } else {
        object[name] = kind.value(of: text)
      }
    }
    return object
  }

  /// A route that takes its input from the body reads no query.
  private func refuse(query: String?) throws {
    guard let query else { return }
    let mistakes = try QueryString.parse(query).prefix(TextForms.most).map { name, _ in
      let isInBody = fields[name] != nil && !pathNames.contains(name)
      return Problem.Field(
        pointer: Self.pointer(name), code: "unknown-key",
        detail: isInBody ? "Send '\(name)' in the body; the query is not read here." : "No query is read here.")
    }
    if !mistakes.isEmpty { throw Problem.invalid(Array(mistakes)) }
  }

  private static func pointer(_ name: String) -> String { JSONPointer([name]).description }
}

extension Problem {
  /// 415: the body has another media type, character set or coding than the route reads.
  static func unsupportedMediaType(_ types: [String]) -> Problem {
    Problem(
      status: 415, code: "unsupported-media-type", detail: "Send the body as \(types.joined(separator: ", ")).")
  }

  /// What a body that is not JSON is answered: 400, or 422 for a text that holds half a character.
  init(_ error: JSONParseError) {
    guard error.code == "json-surrogate" else {
      self = .badRequest(error.code, error.message)
      return
    }
    self = .invalid(error.pointer?.description ?? "", "text-surrogate", error.message)
  }
}
