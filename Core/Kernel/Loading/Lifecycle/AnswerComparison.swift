internal import FieldhouseKit

/// The questions that the code answers are those that the manifest offers.
struct AnswerComparison {
  let plugin: CheckedPlugin
  /// The names of the questions that the code answers.
  let answers: [String]

  func problems() -> [ManifestProblem] { undeclared + missing }

  private var offered: [String] { plugin.manifest.contributions.questions.map(\.name) }

  private var undeclared: [ManifestProblem] {
    answers.filter { !offered.contains($0) }.map { name in
      plugin.source.problem(
        .questionUndeclared, at: ["contributions", "questions"],
        "The code answers the question \"\(name)\", which the manifest does not offer.", found: "no \"\(name)\"",
        expected: "\"\(name)\"",
        remedy: closestMatch(to: name, in: offered).map { "Add it; or did you mean \"\($0)\"?" }
          ?? "Add it to the manifest.")
    }
  }

  private var missing: [ManifestProblem] {
    offered.enumerated().filter { !answers.contains($0.element) }.map { index, name in
      plugin.source.problem(
        .questionMissing, at: JSONPointer(["contributions", "questions"]).appending(index),
        "The manifest offers the question \"\(name)\", the code does not answer it.", found: "\"\(name)\"",
        expected: "a question that the code answers",
        remedy: "Remove it from the manifest, or add it to the plugin's answers.")
    }
  }
}
