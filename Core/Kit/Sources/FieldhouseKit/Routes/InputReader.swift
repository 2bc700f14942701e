/// Reads a request as the value that a route's input schema describes, and refuses everything that the route does not
/// read: other parameters and keys, a query beside a body, texts of a wrong form.
struct InputReader: Sendable {
  /// What was given beside the path, and what is wrong with it already.
  private struct Given {
    var object: JSONObject = [:]
    var mistakes: [Problem.Field] = []
  }

  private let hasBody: Bool
  private let pathNames: [String]
  private let fields: [String: FieldKind]
  /// Whether the schema takes fields that it does not name.
  private let takesOthers: Bool
  private let forms: LateTextForms
  private let schema: Result<CompiledSchema, SchemaError>

  init(method: Method, path: String, schema: Schema) {
    hasBody = method.hasBody
    pathNames = Route.parameterNames(in: path)
    fields = FieldKind.fields(of: schema)
    takesOthers = schema.json["additionalProperties"] != false
    forms = LateTextForms(schema.json)
    do throws(SchemaError) {
      self.schema = .success(try CompiledSchema(schema))
    } catch {
      self.schema = .failure(error)
    }
  }

  /// Whether a request brings nothing to a route that takes nothing.
  func isTrivial(_ request: RawRequest) -> Bool {
    fields.isEmpty && !takesOthers && request.body.isEmpty && request.query == nil
  }

  /// The input of a request.
  /// - Throws: ``Problem`` 400, 415 or 422 with all mistakes, at most ``TextForms/most``.
  func read(_ request: RawRequest) throws -> JSON {
    try check(hasBody ? bodyObject(request) : queryObject(request.query), request)
  }

  /// Checks path and query of a request whose body is not JSON; the body is left to the handler.
  /// - Throws: ``Problem`` 400 or 422.
  func checkAround(_ request: RawRequest) throws {
    _ = try check(hasBody ? Given() : queryObject(request.query), request)
  }

  private func check(_ given: consuming Given, _ request: RawRequest) throws -> JSON {
    var given = given
    if hasBody, let query = request.query { given.mistakes += try refused(query: query) }
    for name in pathNames {
      if given.object.removeValue(forKey: name) != nil {
        given.mistakes.append(Self.mistake(name, "unknown-key", "'\(name)' stands in the path; leave it out here."))
      }
      guard let text = request.parameters[name], fields[name] != nil || takesOthers else { continue }
      given.object[name] = fields[name, default: .text].value(of: text)
    }
    let (value, texts) = try cleaned(given.object)
    let violations = try schema.get().validate(value)
    if violations.isEmpty, texts.isEmpty, given.mistakes.isEmpty { return value }
    let misread = Set(texts.map(\.pointer))
    let others = violations.lazy.map(Problem.Field.init).filter { !misread.contains($0.pointer) }
    throw Problem.invalid(Array((given.mistakes + texts + others.prefix(TextForms.most)).prefix(TextForms.most)))
  }

  /// The object as handlers get it, and what is wrong with its texts.
  private func cleaned(_ object: JSONObject) throws -> (JSON, [Problem.Field]) {
    do {
      return (.object(try forms.cleaned(object)), [])
    } catch let problem as Problem {
      return (.object(object), problem.errors)
    }
  }

  private func bodyObject(_ request: RawRequest) throws -> Given {
    guard !request.body.isEmpty else { return Given() }
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
    return Given(object: object)
  }

  private func queryObject(_ query: String?) throws -> Given {
    var given = Given()
    var lists: [String: [JSON]] = [:]
    for (name, text) in try QueryString.parse(query ?? "") {
      let kind = fields[name, default: .text]
      if case .list(let item) = kind {
        // The list comes into its place when it is whole.
        if lists[name] == nil { given.object[name] = .array([]) }
        lists[name, default: []].append(item.value(of: text))
      } else if given.object[name] != nil {
        guard given.mistakes.count < TextForms.most else { continue }
        given.mistakes.append(Self.mistake(name, "repeated", "'\(name)' is given twice; give it once."))
      } else {
        given.object[name] = kind.value(of: text)
      }
    }
    for (name, list) in lists { given.object[name] = .array(list) }
    return given
  }

  /// A route that takes its input from the body reads no query.
  private func refused(query: String) throws -> [Problem.Field] {
    try QueryString.parse(query).prefix(TextForms.most).map { name, _ in
      let isInBody = fields[name] != nil && !pathNames.contains(name)
      return Self.mistake(
        name, "unknown-key",
        isInBody ? "Send '\(name)' in the body; the query is not read here." : "No query is read here.")
    }
  }

  private static func mistake(_ name: String, _ code: String, _ detail: String) -> Problem.Field {
    Problem.Field(pointer: JSONPointer([name]).excerpt, code: code, detail: detail)
  }
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
