import FieldhouseKit

/// The rules of the OpenAPI Specification 3.1 that a description of ours can break.
enum OpenAPIRules {
  private static let methods: Set = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

  /// Everything that is wrong with a document.
  static func faults(of document: JSON) -> [String] {
    var faults: [String] = []
    if document["openapi"]?.string?.hasPrefix("3.1.") != true { faults.append("openapi is not 3.1") }
    if document["info"]?["title"]?.string == nil || document["info"]?["version"]?.string == nil {
      faults.append("info has no title or version")
    }
    var ids: [String] = []
    for (path, item) in document["paths"]?.object ?? [:] {
      if !path.hasPrefix("/") { faults.append("\(path) does not begin with a slash") }
      for (method, operation) in item.object ?? [:] {
        if !methods.contains(method) { faults.append("\(method) is no method") }
        ids.append(operation["operationId"]?.string ?? "")
        faults += self.faults(of: operation, at: path).map { "\(method) \(path): \($0)" }
      }
    }
    if Set(ids).count < ids.count || ids.contains("") { faults.append("operation ids are missing or doubled") }
    return faults + references(in: document, of: document)
  }

  private static func faults(of operation: JSON, at path: String) -> [String] {
    let parameters = operation["parameters"]?.array ?? []
    let named = parameters.filter { $0["in"] == "path" }.compactMap { $0["name"]?.string }
    let wanted = path.matches(of: /\{([^}]+)\}/).map { String($0.1) }
    var faults = named.sorted() == wanted.sorted() ? [] : ["path parameters are \(named), not \(wanted)"]
    let keys = parameters.map { "\($0["in"] ?? "") \($0["name"] ?? "")" }
    if Set(keys).count < keys.count { faults.append("a parameter is doubled") }
    for parameter in parameters {
      if !["path", "query", "header", "cookie"].contains(parameter["in"]?.string) { faults.append("in") }
      if parameter["schema"] == nil { faults.append("a parameter has no schema") }
      if parameter["in"] == "path", parameter["required"] != true { faults.append("a path parameter may be missing") }
    }
    return faults + self.faults(ofContent: operation)
  }

  private static func faults(ofContent operation: JSON) -> [String] {
    var faults: [String] = []
    if let body = operation["requestBody"], body["content"]?.object?.isEmpty != false {
      faults.append("a body has no content")
    }
    let responses = operation["responses"]?.object ?? [:]
    if responses.isEmpty { faults.append("no response") }
    for (status, response) in responses {
      let isStatus = status == "default" || Int(status).map { (100...599).contains($0) } == true
      if !isStatus { faults.append("\(status) is no status") }
      if response["$ref"] == nil, response["description"]?.string == nil {
        faults.append("\(status) has no description")
      }
    }
    return faults
  }

  /// References that lead nowhere.
  private static func references(in value: JSON, of document: JSON) -> [String] {
    switch value {
    case .array(let items): return items.flatMap { references(in: $0, of: document) }
    case .object(let members):
      var faults = members.flatMap { references(in: $0.value, of: document) }
      if let reference = members["$ref"]?.string {
        let pointer = try? JSONPointer(parsing: String(reference.dropFirst()))
        if pointer.flatMap({ document[pointer: $0] }) == nil { faults.append("\(reference) leads nowhere") }
      }
      return faults
    default: return []
    }
  }
}
