public import FieldhouseKit

/// The OpenAPI 3.1 description of all routes, made from their declarations.
public enum OpenAPIDocument {
  /// The document.
  /// - Parameter version: the host's version.
  public static func make(routes: [MountedRoute], version: String) -> JSON {
    var paths: JSONObject = [:]
    for mounted in routes {
      var item = paths[mounted.path]?.object ?? [:]
      item[mounted.route.method.name.lowercased()] = operation(mounted)
      paths[mounted.path] = .object(item)
    }
    return [
      "openapi": "3.1.0",
      "info": ["title": "Fieldhouse", "version": .string(version), "description": .string(rules)],
      "paths": .object(paths),
      "x-problems": GeneralProblems.document(routes),
      "components": [
        "schemas": ["Problem": ProblemDocument.schema],
        "responses": ["Problem": problemResponse("What went wrong.")],
        "securitySchemes": ["bearer": ["type": "http", "scheme": "bearer"]],
      ],
    ]
  }

  /// What holds for every operation.
  static let rules = """
    An operation refuses every parameter, key, body and media type that it does not read. Texts are UTF-8 without control \
    characters, noncharacters and characters that cannot be seen, and are kept in Unicode's composed form (NFC); white \
    space alone is no text. A text is one line, unless `x-text` says `lines` (several), `pasted` (also with \
    what cannot be seen) or `opaque` (kept byte for byte). \
    If-Match and If-Unmodified-Since are refused where an operation has no entity tags. An operation that names \
    Idempotency-Key answers a repetition as it answered the first request, and 409 while that is being worked on \
    (idempotency-key-in-flight) or when somebody has left since, whose words the answer may hold \
    (idempotency-reply-forgotten): it is done, and not done again. What a request with X-Fieldhouse-Account, the id of an \
    account, would change is done for that account alone: of anybody else it is refused (account-changed).
    """

  private static func operation(_ mounted: MountedRoute) -> JSON {
    let route = mounted.route
    var operation: JSONObject = [
      "operationId": .string(operationID(mounted)), "summary": .string(route.summary),
      "tags": [.string(mounted.owner)], "x-access": .string(route.access.description),
    ]
    let parameters = parameters(route)
    if !parameters.isEmpty { operation["parameters"] = .array(parameters) }
    if route.method.hasBody, let body = requestBody(route) { operation["requestBody"] = body }
    operation["responses"] = .object(responses(route))
    if route.access != .everyone { operation["security"] = [["bearer": []]] }
    return .object(operation)
  }

  private static func operationID(_ mounted: MountedRoute) -> String {
    let words = mounted.path.split { !$0.isLetter && !$0.isNumber }.dropFirst()
    return mounted.route.method.name.lowercased() + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  private static func parameters(_ route: Route) -> [JSON] {
    let properties = route.input.json["properties"]?.object ?? [:]
    let required = Set(route.input.json["required"]?.array?.compactMap(\.string) ?? [])
    let names = route.parameterNames
    var result = names.map { name -> JSON in
      ["name": .string(name), "in": "path", "required": true, "schema": properties[name] ?? ["type": "string"]]
    }
    if !route.method.hasBody {
      for (name, schema) in properties where !names.contains(name) {
        result.append([
          "name": .string(name), "in": "query", "required": .bool(required.contains(name)),
          "schema": withoutNull(schema),
        ])
      }
    }
    if route.storesAnswers {
      result.append([
        "name": "Idempotency-Key", "in": "header", "required": false,
        "schema": ["type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$"],
      ])
    }
    return result
  }

  private static func withoutNull(_ schema: JSON) -> JSON {
    guard case .object(var object) = schema, let types = object["type"]?.array else { return schema }
    let others = types.filter { $0 != "null" }
    object["type"] = others.count == 1 ? others[0] : .array(others)
    return .object(object)
  }

  private static func requestBody(_ route: Route) -> JSON? {
    guard route.bodyTypes == ["application/json"] else {
      return [
        "required": true,
        "content": .object(
          JSONObject(route.bodyTypes.map { ($0, ["schema": ["type": "string", "format": "binary"]]) })),
      ]
    }
    guard case .object(var schema) = route.input.json else { return nil }
    let names = route.parameterNames
    var properties = schema["properties"]?.object ?? [:]
    for name in names { properties[name] = nil }
    guard properties.count > 0 else { return nil }
    let required = (schema["required"]?.array ?? []).filter { !names.contains($0.string ?? "") }
    schema["properties"] = .object(properties)
    schema["required"] = required.isEmpty ? nil : .array(required)
    return [
      "required": .bool(!required.isEmpty), "content": ["application/json": ["schema": .object(schema)]],
    ]
  }

  private static func responses(_ route: Route) -> JSONObject {
    var responses: JSONObject = [:]
    var good: JSONObject = ["description": .string(route.summary)]
    if let output = route.output { good["content"] = [route.contentType: ["schema": output.json]] }
    responses[String(route.status)] = .object(good)
    let general = [400, 401, 403, 404, 409, 413, 414, 415, 422, 429, 431, 503]
    for status in Set(route.problems.map(\.status)).union(general).sorted() {
      let codes = route.problems.filter { $0.status == status }.map { "`\($0.code)`: \($0.detail)" }
      responses[String(status)] =
        codes.isEmpty
        ? ["$ref": "#/components/responses/Problem"] : problemResponse(codes.joined(separator: " · "))
    }
    responses["default"] = ["$ref": "#/components/responses/Problem"]
    return responses
  }

  private static func problemResponse(_ description: String) -> JSON {
    [
      "description": .string(description),
      "content": [.init(ProblemDocument.contentType): ["schema": ["$ref": "#/components/schemas/Problem"]]],
    ]
  }
}
