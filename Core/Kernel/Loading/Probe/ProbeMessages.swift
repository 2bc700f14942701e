/// What a probe process is asked to try.
struct ProbeRequest: Codable, Sendable {
  /// The number of the binary contract.
  let contract: Int
  let plugins: [ProbeTarget]
}

/// One plugin to be tried.
struct ProbeTarget: Codable, Sendable, Hashable {
  let id: String
  /// The library's full path.
  let library: String
  /// The entry point.
  let symbol: String
  /// The rule modules with full paths.
  let rules: [RuleModuleDeclaration]
}

/// What a probe process was doing when it wrote a line.
enum ProbeStep: Codable, Sendable, Hashable {
  /// The loader maps the library and runs its initialisers.
  case load
  /// The entry point runs.
  case entry
  /// A rule module is loaded.
  case module(index: Int)
  /// A self-test of a rule function runs.
  case selfTest(module: Int, function: String, test: Int)
  /// The plugin is done with.
  case finished
}

/// A line of a probe process's output.
struct ProbeLine: Codable, Sendable {
  let plugin: String
  let step: ProbeStep
  /// What is wrong, at the end of a plugin.
  let findings: [ProbeFinding]
}

/// What a probe process says first of all when a signal breaks it.
struct ProbeSignal: Codable, Sendable {
  let signal: Int32
}

/// Something wrong with a library that was tried.
struct ProbeFinding: Codable, Sendable, Hashable {
  let code: ProblemCode
  /// The pointer in the manifest.
  let pointer: String
  let message: String
  let found: String
  let expected: String
  let remedy: String
}
