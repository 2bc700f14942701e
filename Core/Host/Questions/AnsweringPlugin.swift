import FieldhouseKernel
import FieldhouseKit
import FieldhouseRuntime
import FieldhouseSupervision
import Synchronization

/// A plugin that runs, as others ask it.
final class AnsweringPlugin: Sendable {
  /// How many questions it answers at once, those nobody waits for any more among them.
  static let width = 64

  let id: String
  let version: SemanticVersion
  let rights: any Rights
  private let questions: [String: OfferedQuestion]
  private let mark: PluginMark
  private let log: any Log
  private let running = Mutex(0)

  /// - Throws: ``SchemaError``, which the check of the manifest has found before.
  init(_ plugin: RunningPlugin, rights: any Rights, log: any Log) throws(SchemaError) {
    let manifest = plugin.checked.manifest
    (id, version, self.rights, self.log) = (plugin.id, manifest.version, rights, log)
    mark = PluginMark(plugin.id)
    let bodies = Dictionary(plugin.answers.all.map { ($0.name, $0.body) }, uniquingKeysWith: { first, _ in first })
    var questions: [String: OfferedQuestion] = [:]
    for declaration in manifest.contributions.questions {
      guard let body = bodies[declaration.name] else { continue }
      let permission = declaration.permission.flatMap(manifest.contributions.rights.permission)
      questions[declaration.name] = try OfferedQuestion(declaration, kind: permission?.in, body: body)
    }
    self.questions = questions
  }

  /// The question with this name.
  func question(_ name: String) -> OfferedQuestion? { questions[name] }

  /// Answers, or says why not. What goes wrong stands in the log under this plugin's name.
  func answer(_ offered: OfferedQuestion, _ question: Question, within course: QuestionCourse) async -> Answer<JSON> {
    guard take() else { return .absent(Absence(.busy, "'\(id)' has \(Self.width) questions to answer.")) }
    let work = Task {
      let handling = mark.enter(.question)
      defer {
        handling.leave()
        self.running.withLock { $0 -= 1 }
      }
      return try await QuestionCourse.$current.withValue(course) { try await offered.body(question) }
    }
    let left = ContinuousClock.now.duration(to: course.end)
    let result = await Bounded.attempt(max(left, .zero)) { try await work.value }
    if result == nil { work.cancel() }
    return outcome(result, offered, question)
  }

  private func take() -> Bool {
    running.withLock { count in
      guard count < Self.width else { return false }
      count += 1
      return true
    }
  }

  private func outcome(
    _ result: Result<JSON, any Error>?, _ offered: OfferedQuestion, _ question: Question
  ) -> Answer<JSON> {
    let name = offered.declaration.name
    switch result {
    case nil:
      note("a question was not answered in time", name, question)
      return .absent(Absence(.tooSlow, "'\(id)' did not answer in time."))
    case .success(let answer):
      guard let fault = offered.fault(of: answer) else { return .answered(answer) }
      note("an answer is not as the manifest says", name, question, cause: fault)
      return .absent(Absence(.malformed, "The answer of '\(id)' is not as its manifest says."))
    case .failure(let problem as Problem) where (400..<500).contains(problem.status):
      return .refused(Refusal(.plugin, problem))
    case .failure(let error):
      note("a question could not be answered", name, question, cause: "\(error)")
      return .absent(Absence(.failed, "'\(id)' failed."))
    }
  }

  private func note(_ message: String, _ name: String, _ question: Question, cause: String? = nil) {
    var fields = ["question": name, "asker": question.asker]
    fields["cause"] = cause
    log.write(.error, message, fields)
  }
}
