public import FieldhouseKit

/// The rule functions of one plugin, by their declared names.
public struct RuleFunctions: RuleModules {
  private let functions: [String: NativeRule]

  /// No functions.
  public init() {
    functions = [:]
  }

  /// The declared functions of the given modules.
  ///
  /// - Throws: `RuleError` with the code of ``RuleFault/symbolMissing``, ``RuleFault/declarationInvalid`` or
  ///   ``RuleFault/nameTaken``.
  public init(_ modules: [(module: RuleModule, declarations: [RuleDeclaration])]) throws(RuleError) {
    var functions: [String: NativeRule] = [:]
    for (module, declarations) in modules {
      for declaration in declarations {
        guard functions[declaration.name] == nil else { throw Self.taken(declaration.name) }
        functions[declaration.name] = try module.function(declaration)
      }
    }
    self.functions = functions
  }

  /// A function by its declared name.
  public func function(_ name: String) -> (any RuleFunction)? {
    functions[name]
  }

  private static func taken(_ name: String) -> RuleError {
    RuleError(.nameTaken, "Rule \"\(name)\" is declared twice.", remedy: "Give each function a name of its own.")
  }
}

extension RuleFunctions {
  /// Opens the modules that a checked plugin brings, by their full paths.
  /// - Throws: `RuleError`.
  public static func loading(_ modules: [RuleModuleDeclaration]) throws(RuleError) -> RuleFunctions {
    var opened: [(module: RuleModule, declarations: [RuleDeclaration])] = []
    for module in modules { opened.append((try RuleModule(path: module.module), module.functions)) }
    return try RuleFunctions(opened)
  }
}
