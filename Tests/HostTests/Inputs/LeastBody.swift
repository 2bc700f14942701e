import FieldhouseKit

/// The least that a schema takes: what it requires, each at its smallest.
enum LeastBody {
  static func of(_ schema: JSON) -> JSON {
    if let first = schema["enum"]?.array?.first { return first }
    if let first = schema["anyOf"]?.array?.first { return of(first) }
    let types = schema["type"]?.array?.compactMap(\.string) ?? [schema["type"]?.string ?? ""]
    switch types[0] {
    case "object":
      let required = schema["required"]?.array?.compactMap(\.string) ?? []
      let properties = schema["properties"]?.object ?? [:]
      var object: JSONObject = [:]
      for name in required { object[name] = properties[name].map(of) ?? .null }
      return .object(object)
    case "array": return .array((0..<(schema["minItems"]?.int ?? 0)).map { _ in schema["items"].map(of) ?? .null })
    case "integer": return .integer(Int64(schema["minimum"]?.int ?? 1))
    case "number": return .integer(Int64(schema["minimum"]?.int ?? 1))
    case "boolean": return true
    case "string": return .string(text(schema))
    default: return .null
    }
  }

  private static func text(_ schema: JSON) -> String {
    switch schema["format"]?.string {
    case "date-time": return "2024-08-18T12:00:00Z"
    case "date": return "2024-08-18"
    case "uri": return "https://club.example/a"
    default: return String(repeating: "a", count: max(3, schema["minLength"]?.int ?? 0))
    }
  }
}
