public import FieldhouseKit

/// A problem as the interface answers it (RFC 9457).
public enum ProblemDocument {
  /// The media type.
  public static var contentType: String { "application/problem+json" }

  /// The answer of a problem.
  /// - Parameter requestID: shown as `instance`, so that people can name it when they ask for help.
  public static func response(_ problem: Problem, requestID: String) -> RawResponse {
    var headers: [String: String] = [:]
    if let seconds = problem.retryAfterSeconds { headers["retry-after"] = String(seconds) }
    if problem.status == 401 { headers["www-authenticate"] = "Bearer" }
    return RawResponse(
      status: problem.status, contentType: contentType, headers: headers, body: body(problem, requestID: requestID))
  }

  /// The body of a problem.
  public static func body(_ problem: Problem, requestID: String) -> [UInt8] {
    var document: JSONObject = [
      "type": .string("/problems/#\(problem.code)"), "title": .string(title(problem.code)),
      "status": .integer(Int64(problem.status)), "code": .string(problem.code), "detail": .string(problem.detail),
    ]
    if !requestID.isEmpty { document["instance"] = .string("urn:fieldhouse:request:\(requestID)") }
    if !problem.errors.isEmpty { document["errors"] = .array(problem.errors.map(field)) }
    var bytes: [UInt8] = []
    JSON.object(document).append(to: &bytes)
    return bytes
  }

  private static func field(_ field: Problem.Field) -> JSON {
    var document: JSONObject = [
      "pointer": .string(field.pointer), "code": .string(field.code), "detail": .string(field.detail),
    ]
    if !field.values.isEmpty { document["values"] = .object(JSONObject(field.values.sorted { $0.key < $1.key })) }
    return .object(document)
  }

  private static func title(_ code: String) -> String {
    let words = code.replacing("-", with: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }

  /// The schema of the document, for the interface description.
  static var schema: JSON {
    [
      "type": "object", "required": ["type", "title", "status", "code", "detail"],
      "properties": [
        "type": ["type": "string"], "title": ["type": "string"], "status": ["type": "integer"],
        "code": ["type": "string"], "detail": ["type": "string"], "instance": ["type": "string"],
        "errors": [
          "type": "array",
          "items": [
            "type": "object", "required": ["pointer", "code", "detail"],
            "properties": [
              "pointer": ["type": "string"], "code": ["type": "string"], "detail": ["type": "string"],
              "values": [
                "type": "object", "description": "What the sentence says beside the code, such as `least` and `found`.",
              ],
            ],
          ],
        ],
      ],
    ]
  }
}

extension ProblemDocument {
  /// The body of what the listener refuses itself.
  public static func body(_ fault: ListenerFault) -> [UInt8] { body(Problem(fault), requestID: "") }
}
