internal import Glibc

/// Why a library cannot be taken into the process.
public struct LoadError: CodedError, Hashable {
  /// The problem this is for the plugin.
  public let problem: ProblemCode
  /// What was found.
  public let message: String
  /// How to mend it.
  public let remedy: String
  /// What was found.
  public let found: String
  /// What was expected.
  public let expected: String

  /// The stable code.
  public var code: String { problem.rawValue }

  /// Whether the manifest's symbol, not its path, is to be mended.
  var isAboutSymbol: Bool { [.symbolMissing, .entryEmpty, .entryForeign].contains(problem) }

  /// What the loader's own words mean.
  init(loader words: String, path: String) {
    if let name = Self.missingSymbol(in: words) {
      let symbol = demangled(name)
      problem = .libraryMissingSymbol
      found = "no \(symbol)"
      expected = "a symbol that this host, its Kit or a needed library offers"
      message = "The library needs \(symbol), which nothing offers."
      remedy = "Build the plugin against this host's Kit."
    } else {
      problem = .libraryUnloadable
      found = words
      expected = "a library that the loader accepts"
      message = "The loader refuses the library (\(words))."
      remedy = "Install what it needs, or build it again."
    }
  }

  private init(_ problem: ProblemCode, _ message: String, remedy: String, found: String, expected: String) {
    self.problem = problem
    self.message = message
    self.remedy = remedy
    self.found = found
    self.expected = expected
  }

  static func noSymbol(_ symbol: String, _ path: String) -> LoadError {
    LoadError(
      .symbolMissing, "The library exports no function \(symbol).", remedy: "Mark the entry point with @c(\(symbol)).",
      found: "no \(symbol)", expected: "a function marked @c(\(symbol))")
  }

  static func emptyEntry(_ symbol: String) -> LoadError {
    LoadError(
      .entryEmpty, "The entry point \(symbol) returned nothing.",
      remedy: "Return PluginEntry.export of the plugin's type.",
      found: "a null pointer", expected: "what PluginEntry.export returns")
  }

  static func foreignEntry(_ symbol: String) -> LoadError {
    LoadError(
      .entryForeign,
      "The entry point \(symbol) returned no plugin entry.", remedy: "Return PluginEntry.export of the plugin's type.",
      found: "an address without an entry", expected: "what PluginEntry.export returns")
  }

  static func contract(found: Int, expected: Int) -> LoadError {
    LoadError(
      .contractMismatch,
      "The library was built for binary contract \(found), this host has \(expected).",
      remedy: "Build it against this host's Kit.",
      found: "contract \(found)", expected: "contract \(expected)")
  }

  private static func missingSymbol(in words: String) -> String? {
    guard let mark = words.firstRange(of: "undefined symbol: ") else { return nil }
    return String(words[mark.upperBound...].prefix { $0 != "," && $0 != " " })
  }
}

/// The source form of a Swift symbol; other names stay as they are.
func demangled(_ symbol: String) -> String {
  typealias Demangle =
    @convention(c) (
      UnsafePointer<CChar>?, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?, UInt32
    ) -> UnsafeMutablePointer<CChar>?
  guard let address = dlsym(nil, "swift_demangle") else { return symbol }
  let demangle = unsafeBitCast(address, to: Demangle.self)
  guard let text = demangle(symbol, symbol.utf8.count, nil, nil, 0) else { return symbol }
  defer { free(text) }
  return String(cString: text)
}
