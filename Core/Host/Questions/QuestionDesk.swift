import FieldhouseAccounts
import FieldhouseKernel
import FieldhouseKit
import FieldhouseRuntime
import Synchronization

/// Carries questions between the plugins that run.
final class QuestionDesk: Sendable {
  /// Whether a person has agreed that a plugin asks a question about them.
  typealias Consent = @Sendable (SharedQuestion, AccountID) async throws -> Bool

  private let consent: Consent
  private let log: any Log
  private let plugins = Mutex<[String: AnsweringPlugin]>([:])
  private let installed = Mutex<Set<String>>([])

  init(log: any Log, consent: @escaping Consent) { (self.log, self.consent) = (log, consent) }

  /// Says which plugins there are, whether they run or not.
  func know(_ ids: [String]) { installed.withLock { $0.formUnion(ids) } }

  /// Lets a plugin be asked from now on.
  func serve(_ plugin: AnsweringPlugin) { plugins.withLock { $0[plugin.id] = plugin } }

  /// Asks for a plugin.
  /// - Throws: ``Problem`` 500 for what is a mistake of the plugin that asks.
  func ask(_ inquiry: Inquiry, _ ask: AskDeclaration, by asker: String) async throws -> Answer<JSON> {
    guard let plugin = plugins.withLock({ $0[ask.plugin] }) else { return .absent(missing(ask.plugin)) }
    guard let offered = plugin.question(ask.name) else {
      return .absent(Absence(.unknown, "'\(plugin.id)' does not answer '\(ask.question)'."))
    }
    if let range = ask.version, !range.contains(plugin.version) {
      return .absent(Absence(.version, "'\(plugin.id)' is of version \(plugin.version), not of \(range)."))
    }
    try offered.check(inquiry)
    guard let course = QuestionCourse.next() else {
      return .absent(Absence(.tooDeep, "Plugins ask each other more than \(QuestionCourse.deepest) times."))
    }
    if let reason = await withheld(inquiry, offered, plugin, asker, until: course.end) { return reason }
    let question = Question(asker: asker, input: inquiry.input, person: inquiry.person, caller: inquiry.caller)
    return await plugin.answer(offered, question, within: course)
  }

  private func missing(_ id: String) -> Absence {
    installed.withLock { $0.contains(id) }
      ? Absence(.notRunning, "The plugin '\(id)' does not run.")
      : Absence(.notInstalled, "There is no plugin '\(id)'.")
  }

  /// Why the plugin is not asked at all: consent or permission is missing, or cannot be looked up now.
  private func withheld(
    _ inquiry: Inquiry, _ offered: OfferedQuestion, _ plugin: AnsweringPlugin, _ asker: String,
    until end: ContinuousClock.Instant
  ) async -> Answer<JSON>? {
    let result = await Bounded.attempt(max(ContinuousClock.now.duration(to: end), .zero)) {
      try await self.refusal(inquiry, offered, plugin, asker)
    }
    switch result {
    case .success(let reason): return reason.map { .refused($0) }
    case .failure(let problem as Problem) where problem.status == 403: return .refused(Refusal(.permission))
    case .failure(let error):
      log.error("who may ask could not be looked up", ["question": inquiry.question, "cause": "\(error)"])
      return .absent(Absence(.failed, "It could not be looked up who may ask '\(inquiry.question)'."))
    case nil: return .absent(Absence(.tooSlow, "It could not be looked up in time who may ask '\(inquiry.question)'."))
    }
  }

  private func refusal(
    _ inquiry: Inquiry, _ offered: OfferedQuestion, _ plugin: AnsweringPlugin, _ asker: String
  ) async throws -> Refusal? {
    switch (offered.declaration.access, offered.declaration.permission, inquiry.person) {
    case (.everyone, _, _): return nil
    case (.consent, _, let person?):
      let shared = SharedQuestion(question: inquiry.question, asker: asker)
      return try await consent(shared, person) ? nil : Refusal(.consent)
    case (.permission, let permission?, _):
      guard let caller = inquiry.caller else { return Refusal(.permission) }
      let isAllowed = try await plugin.rights.permits(caller, permission, in: offered.scope(of: inquiry))
      return isAllowed ? nil : Refusal(.permission)
    case (.consent, _, nil): return Refusal(.consent)
    case (.permission, nil, _): return Refusal(.permission)
    }
  }
}

/// The questions of one plugin: those that its manifest names.
struct DeclaredQuestions: Questions {
  let asker: String
  let desk: QuestionDesk
  private let asks: [String: AskDeclaration]

  init(_ manifest: Manifest, desk: QuestionDesk) {
    (asker, self.desk) = (manifest.id, desk)
    asks = Dictionary(manifest.contributions.asks.map { ($0.question, $0) }, uniquingKeysWith: { first, _ in first })
  }

  func ask(_ inquiry: Inquiry) async throws -> Answer<JSON> {
    guard let ask = asks[inquiry.question] else {
      throw Problem.ask("undeclared", "The plugin's manifest does not name the question '\(inquiry.question)'.")
    }
    guard !OpenTransaction.isHere else {
      throw Problem.ask("in-transaction", "Ask '\(inquiry.question)' before or after the transaction, not inside.")
    }
    guard inquiry.input.serialized().utf8.count <= Inquiry.longestInput else {
      throw Problem.ask("malformed", "The input to '\(inquiry.question)' has more than \(Inquiry.longestInput) bytes.")
    }
    return try await desk.ask(inquiry, ask, by: asker)
  }
}
