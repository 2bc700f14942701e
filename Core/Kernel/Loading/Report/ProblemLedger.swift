/// All problems so far, by file and in the order in which they were found.
struct ProblemLedger {
  private let files: [String]
  private var byFile: [String: [ManifestProblem]] = [:]

  /// A ledger for these files, in the order in which they are to be reported.
  init(files: [String]) {
    self.files = files
  }

  mutating func add(_ problems: [ManifestProblem]) {
    for problem in problems { byFile[problem.file, default: []].append(problem) }
  }

  func hasError(_ file: String) -> Bool {
    byFile[file, default: []].contains { $0.severity == .error }
  }

  /// The codes of a file's errors, each once.
  func errorCodes(_ file: String) -> [ProblemCode] {
    byFile[file, default: []].filter { $0.severity == .error }.map(\.code)
      .reduce(into: []) { codes, code in if !codes.contains(code) { codes.append(code) } }
  }

  /// Every problem, by file.
  var all: [ManifestProblem] { files.flatMap { byFile[$0, default: []] } }
}
