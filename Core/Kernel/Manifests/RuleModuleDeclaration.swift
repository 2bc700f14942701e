/// A library of C functions with the declarations of its functions.
public struct RuleModuleDeclaration: Sendable, Hashable {
  /// The file in the bundle folder.
  public let module: String
  /// 64 lower-case hexadecimal digits; nil where the manifest gives no hash.
  public let sha256: String?
  /// Its functions.
  public let functions: [RuleDeclaration]
}

extension RuleModuleDeclaration: Codable {
  private enum Key: String, CodingKey { case module, sha256, functions }

  /// Reads the form of the manifest.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    module = try values.decode(String.self, forKey: .module)
    sha256 = try values.decodeIfPresent(String.self, forKey: .sha256)
    functions = try values.decode([ManifestFunction].self, forKey: .functions).map(\.declaration)
  }

  /// Writes the form of the manifest.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(module, forKey: .module)
    try container.encodeIfPresent(sha256, forKey: .sha256)
    try container.encode(functions.map(ManifestFunction.init), forKey: .functions)
  }
}

/// A rule function with the keys of the manifest.
private struct ManifestFunction: Codable {
  let name: String
  let symbol: String
  let parameters: [RuleType]
  let result: RuleType
  let capacity: Int?
  let tests: [RuleSelfTest]

  init(_ declaration: RuleDeclaration) {
    name = declaration.name
    symbol = declaration.symbol
    parameters = declaration.signature.parameters
    result = declaration.signature.result
    capacity = declaration.signature.capacity
    tests = declaration.selfTests
  }

  var declaration: RuleDeclaration {
    RuleDeclaration(
      name: name, symbol: symbol,
      signature: RuleSignature(parameters: parameters, result: result, capacity: capacity), selfTests: tests)
  }
}
