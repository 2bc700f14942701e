/// Turns a raw request into a route's input and its output into a raw response.
struct RouteCodec<Input: RouteInput>: Sendable {
  private let hasBody: Bool
  private let pathNames: [String]
  private let fields: [String: FieldKind]
  private let schema: Result<CompiledSchema, SchemaError>
  /// The input of a route that takes none.
  private let none: Input?

  init(method: Method, path: String, input: Input.Type) {
    hasBody = method.hasBody
    pathNames = path.split(separator: "/").filter { $0.first == "{" }.map { String($0.dropFirst().dropLast()) }
    fields = FieldKind.fields(of: Input.schema)
    none = NoInput.instance as? Input
    do throws(SchemaError) {
      schema = .success(try CompiledSchema(Input.schema))
    } catch {
      schema = .failure(error)
    }
  }

  func decode(_ request: RawRequest) throws -> Input {
    if fields.isEmpty, request.body.isEmpty, request.query == nil, let none { return none }
    let value = try collect(request)
    let violations = try schema.get().validate(value)
    guard violations.isEmpty else { throw Problem.invalid(violations.map(Problem.Field.init)) }
    do {
      return try JSONValueDecoder().decode(Input.self, from: value)
    } catch let problem as Problem {
      throw problem
    } catch let error as DecodingError {
      throw Problem.invalid(error.pointer, "type", error.sentence)
    }
  }

  static func answer<Output: RouteOutput>(_ output: Output, status: Int) throws -> RawResponse {
    if Output.self == NoContent.self { return RawResponse(status: status) }
    var bytes: [UInt8] = []
    try JSONOutput.encode(output, into: &bytes)
    return RawResponse(status: status, contentType: "application/json", body: bytes)
  }

  private func collect(_ request: RawRequest) throws -> JSON {
    var object = try hasBody ? bodyObject(request) : queryObject(request.query)
    for name in pathNames {
      guard object[name] == nil else {
        throw Problem.invalid("/\(name)", "unknown-key", "'\(name)' stands in the path; leave it out here.")
      }
      guard let text = request.parameters[name] else { continue }
      object[name] = fields[name, default: .text].value(of: text)
    }
    return .object(object)
  }

  private func bodyObject(_ request: RawRequest) throws -> JSONObject {
    guard !request.body.isEmpty else { return [:] }
    guard request.contentType == "application/json" else {
      throw Problem(
        status: 415, code: "unsupported-media-type", detail: "Send the body as application/json.")
    }
    let body: JSON
    do throws(JSONParseError) {
      body = try JSON(parsing: request.body)
    } catch {
      throw Problem.badRequest(error.code, error.message)
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
        throw Problem.invalid("/\(name)", "repeated", "'\(name)' is given twice; give it once.")
      } else {
        object[name] = kind.value(of: text)
      }
    }
    return object
  }
}
