import FieldhouseKit
import FieldhouseTestSupport
import Synchronization
import Testing

/// Answers with what it was asked.
private final class Mirror: Questions {
  let asked = Mutex<[Inquiry]>([])
  func ask(_ inquiry: Inquiry) async throws -> Answer<JSON> {
    asked.withLock { $0.append(inquiry) }
    return .answered(inquiry.input)
  }
}

private struct Deaf: Questions {
  let error: Problem
  func ask(_ inquiry: Inquiry) async throws -> Answer<JSON> { throw error }
}

private struct Weight: Codable, Equatable { var kilograms: Double }
private struct Picky: Decodable {
  struct No: Error, CustomStringConvertible { let description = "no answer is good enough" }
  init(from decoder: any Decoder) throws { throw No() }
}

@Suite struct `Asking another plugin` {
  private let caller = Principal(account: Account(id: AccountID("c"), kind: .user, name: "C"), session: "s")

  @Test func `hands over the question, whom it is about and for whom it is asked`() async throws {
    let mirror = Mirror()
    let answer: Answer<Weight> = try await mirror.ask("a.b", Weight(kilograms: 70), about: AccountID("p"), for: caller)
    #expect(answer.value == Weight(kilograms: 70))
    let expected = Inquiry("a.b", ["kilograms": 70], about: AccountID("p"), for: caller)
    #expect(mirror.asked.withLock { $0 } == [expected])
    _ = try await mirror.ask("c.d", [1, 2], as: [Int].self)
    #expect(mirror.asked.withLock { $0.last } == Inquiry("c.d", [1, 2]))
  }

  @Test func `by default asks an empty question about nobody, for the plugin itself`() {
    let inquiry = Inquiry("a.b")
    #expect(inquiry.input == [:] && inquiry.person == nil && inquiry.caller == nil)
    #expect(Inquiry.longestInput == 65_536)
    var others = Array(repeating: inquiry, count: 4)
    others[0].question = "a.c"
    others[1].input = .null
    others[2].person = AccountID("p")
    others[3].caller = caller
    #expect(Set(others + [inquiry]).count == 5)
  }

  @Test func `fails for what JSON cannot express before anybody is asked`() async {
    let mirror = Mirror()
    await #expect(throws: JSONEncodingError.self) {
      try await mirror.ask("a.b", Weight(kilograms: .nan), as: Weight.self)
    }
    #expect(mirror.asked.withLock { $0.isEmpty })
  }

  @Test func `throws the mistakes of the one that asks`() async {
    for code in ["ask-undeclared", "ask-in-transaction", "ask-malformed", "ask-without-person"] {
      let problem = Problem(status: 500, code: code, detail: "Not so.")
      let found = await #expect(throws: Problem.self) {
        try await Deaf(error: problem).ask("a.b", Weight(kilograms: 1), as: Weight.self)
      }
      #expect(found == problem)
    }
  }

  @Test func `takes an answer that cannot be read for none, whatever the reason`() async throws {
    let wrong = try await Mirror().ask("a.b", ["kilograms": "70"], as: Weight.self)
    guard case .absent(let absence) = wrong else { throw BareHost.NotThere() }
    #expect(
      "\(absence)"
        == "malformed: The answer to 'a.b' cannot be read: /kilograms: Found a string; expected a number.")
    let refused = try await Mirror().ask("a.b", [1], as: Picky.self)
    guard case .absent(let other) = refused else { throw BareHost.NotThere() }
    #expect(other.reason == .malformed && other.detail.hasSuffix("no answer is good enough"))
  }

  @Test func `gives reasons with stable names`() {
    let absences: [Absence.Reason] = [
      .notInstalled, .notRunning, .unknown, .version, .tooSlow, .busy, .failed, .malformed, .tooDeep,
    ]
    #expect(
      absences.map(\.name) == [
        "not-installed", "not-running", "unknown", "version", "too-slow", "busy", "failed", "malformed", "too-deep",
      ])
    #expect(absences.map { "\($0)" } == absences.map(\.name) && absences == absences.map { .init($0.name) })
    let refusals: [Refusal.Reason] = [.consent, .permission, .plugin]
    #expect(refusals.map { "\($0)" } == ["consent", "permission", "plugin"])
    #expect("\(Refusal(.plugin, .conflict("shy", "No.")))" == "plugin: 409 shy: No.")
    #expect(Refusal(.consent).problem == nil && Refusal(.consent) != Refusal(.consent, .notFound()))
  }
}

@Suite struct `Answers that a plugin gives` {
  @Test func `stay in their order, each under its name`() async throws {
    var answers = Answers()
    answers.add("b") { (input: Int, _) in input + 1 }
    answers.add("a") { question in .string(question.asker) }
    answers.add("b") { (_: JSON, question) in question.person }
    #expect(answers.all.map(\.name) == ["b", "a", "b"])
    let question = Question(asker: "walks", input: 4, person: AccountID("p"))
    var given: [JSON] = []
    for (_, body) in answers.all { given.append(try await body(question)) }
    #expect(given == [5, "walks", "p"])
    #expect(try await answers.all[2].body(Question(asker: "walks", input: .null)) == .null)
  }

  @Test func `may be a problem, which is told as it is`() async {
    var answers = Answers()
    answers.add("x") { (_: Int, question) -> Int in throw Problem.conflict("shy", "Not to \(question.asker).") }
    let body = answers.all[0].body
    let problem = await #expect(throws: Problem.self) { try await body(Question(asker: "walks", input: 1)) }
    #expect(problem == .conflict("shy", "Not to walks."))
  }

  @Test func `fail where question or answer have no JSON`() async {
    var answers = Answers()
    answers.add("x") { (input: Int, _) in input == 0 ? Double.nan : 1 }
    let body = answers.all[0].body
    await #expect(throws: JSONEncodingError.self) { try await body(Question(asker: "w", input: 0)) }
    let error = await #expect(throws: JSONDecodingError.self) { try await body(Question(asker: "w", input: [:])) }
    #expect(error?.code == "type")
  }
}
