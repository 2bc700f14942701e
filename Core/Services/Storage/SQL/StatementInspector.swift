internal import FieldhouseKit
internal import FieldhouseMachine

/// What a statement may do.
enum Authority: Sendable {
  /// A plugin's statement inside ``Storage/read(_:)``.
  case reading
  /// A plugin's statement inside ``Storage/write(_:)``.
  case writing
  /// A plugin's statement inside a transaction in steps, see ``NamespaceStorage/inSteps``.
  case stepping
  /// A statement of a migration.
  case migrating
  /// The host's own.
  case host
  /// The host's own queries on a snapshot.
  case inspecting

  /// Whether it is a plugin's, whose answers are measured.
  var isPlugins: Bool {
    switch self {
    case .reading, .writing, .stepping: true
    case .migrating, .host, .inspecting: false
    }
  }
}

/// Reads a plugin's statement before an engine does and refuses what leaves the namespace or works on one engine
/// only. It is the first of two walls: the engine's own (authorizer, privileges) stands behind it.
struct StatementInspector {
  let tokens: [SQLToken]

  private init(_ tokens: [SQLToken]) { self.tokens = tokens }

  /// - Throws: ``StorageError`` `storage-forbidden` or `storage-statement`.
  static func check(_ text: String, as authority: Authority) throws(StorageError) {
    guard authority != .host && authority != .inspecting else { return }
    var tokens = try SQLScanner.tokens(of: text)
    while let last = tokens.last, last.isSymbol(";") { tokens.removeLast() }
    let inspector = StatementInspector(tokens)
    try inspector.checkVerb(authority)
    if authority == .migrating { try inspector.checkDefinition() }
    for index in tokens.indices {
      try inspector.checkToken(at: index)
      try inspector.checkForm(at: index)
    }
    try SQLGrouping.check(tokens[...])
  }

  /// A plugin's query, to stand in parentheses inside a statement of the host's.
  /// - Throws: as ``check(_:as:)``, also `storage-statement` for parentheses that would not end where they should.
  static func enclosable(_ text: String) throws(StorageError) -> String {
    try check(text, as: .reading)
    let tokens = try SQLScanner.tokens(of: text)
    var depth = 0
    for token in tokens {
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      if depth < 0 { break }
    }
    guard depth == 0 else { throw .malformed("The parentheses of the statement do not match.") }
    let end = tokens.last { !$0.isSymbol(";") }?.range.upperBound ?? 0
    return String(decoding: text.utf8.prefix(end), as: UTF8.self)
  }

  /// Checks that a statement is given as many values as it has places for. A server takes another number for a mistake of
  /// the connection.
  /// - Throws: ``StorageError`` `storage-statement`.
  static func check(_ text: String, takes values: Int) throws(StorageError) {
    let numbers = try SQLScanner.tokens(of: text).map {
      if case .placeholder(let number) = $0.kind { number } else { 0 }
    }
    let places = numbers.max() ?? 0
    guard places == values else {
      throw .malformed("The statement has \(counted(places, "placeholder")) and \(counted(values, "value")).")
    }
  }

  private func checkVerb(_ authority: Authority) throws(StorageError) {
    guard let first = tokens.first else { throw .malformed("The statement is empty.") }
    let verb = first.isWord ? first.text : "?"
    let isDefinition = SharedSQL.definitions.contains(verb)
    switch authority {
    case .host, .inspecting: return
    case .reading:
      guard SharedSQL.queries.contains(verb) else {
        throw .refused("'\(verb)' is no query. Change data inside write.")
      }
    case .writing, .stepping, .migrating:
      guard authority == .migrating || !isDefinition else {
        throw .refused("'\(verb)' changes the schema. Put it in a migration.")
      }
      guard isDefinition || SharedSQL.changes.contains(verb) else {
        throw .refused("'\(verb)' is not among the statements a plugin may use.")
      }
    }
  }

  private func checkToken(at index: Int) throws(StorageError) {
    let token = tokens[index]
    switch token.kind {
    case .symbol(UInt8(ascii: ";")):
      throw .refused("Only one statement may be given at a time.")
    case .symbol(UInt8(ascii: "&")) where startsLiteral(after: token, at: index):
      throw .refused("Literals with a prefix are not part of the shared SQL. Bind the value.")
    case .symbol(UInt8(ascii: "$")), .symbol(UInt8(ascii: "@")), .symbol(UInt8(ascii: "`")),
      .symbol(UInt8(ascii: "[")), .symbol(UInt8(ascii: "\\")), .symbol(UInt8(ascii: "#")),
      .symbol(UInt8(ascii: "^")), .symbol(UInt8(ascii: "~")), .symbol(UInt8(ascii: ":")):
      throw .refused("The statement has a character that is not part of the shared SQL.")
    case .word: try checkWord(token, at: index)
    case .quotedName: try checkName(token.text.lowercased())
    default: break
    }
  }

  func startsLiteral(after token: SQLToken, at index: Int) -> Bool {
    guard index + 1 < tokens.count, tokens[index + 1].range.lowerBound == token.range.upperBound else { return false }
    switch tokens[index + 1].kind {
    case .string, .quotedName: return true
    default: return false
    }
  }

  private func checkWord(_ token: SQLToken, at index: Int) throws(StorageError) {
    try checkName(token.text)
    if SharedSQL.engineWords.contains(token.text), !isClustering(at: index) {
      throw .malformed("'\(token.text)' is known to one engine only. Write it in the shared SQL.")
    }
    if startsLiteral(after: token, at: index) {
      throw .refused("Literals with a prefix are not part of the shared SQL. Bind the value.")
    }
    try checkCall(token, at: index)
  }

  /// Whether it is the end of `create table … (…) without rowid`.
  private func isClustering(at index: Int) -> Bool {
    tokens[0].isWord("create") && index == tokens.endIndex - 1 && tokens[index].isWord("rowid")
      && tokens[index - 1].isWord("without")
  }

  private func checkName(_ name: String) throws(StorageError) {
    if SharedSQL.forbiddenNames.contains(name) || SharedSQL.forbiddenPrefixes.contains(where: name.hasPrefix) {
      throw .refused("'\(name)' is not the plugin's. A plugin uses its own tables only.")
    }
  }

  private func checkDefinition() throws(StorageError) {
    let words = tokens.prefix(3).map(\.text)
    switch words.first {
    case "create" where words.dropFirst().starts(with: ["unique", "index"]): break
    case "create" where !["table", "index", "view"].contains(words.dropFirst().first),
      "drop" where !["table", "index", "view"].contains(words.dropFirst().first),
      "alter" where words.dropFirst().first != "table":
      throw .refused("A migration may create and drop tables, indexes and views and alter tables, nothing else.")
    default: break
    }
    if try PageFilling.isOne(tokens) { return }
    guard let table = try TableDefinition(tokens) else { return try checkRenaming() }
    let name = tokens[2...].first { !["if", "not", "exists"].contains(where: $0.isWord) }
    if table.isCreation { try checkDefined(name) }
    for column in table.columns { try checkDefined(column.name) }
    try SQLDialect.checkTypes(of: table)
  }
}
