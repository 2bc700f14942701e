/// Something wrong with a feed's data: where it is, a stable code and a sentence that says how to mend it.
public struct FeedProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file, relative to the feed's directory.
  public var file: String
  /// Where in the file: "line 12" or a JSON pointer such as "/matches/3/score/ft"; empty for the whole file.
  public var place: String
  /// The stable code, such as "unknown-team".
  public let code: String
  /// What was found and what is expected instead.
  public let detail: String

  /// Makes a problem; a parser leaves out what its caller knows better.
  public init(file: String = "", place: String = "", code: String, detail: String) {
    self.file = file
    self.place = place
    self.code = code
    self.detail = detail
  }

  /// The same problem at a place of a file.
  public func at(_ place: String, in file: String? = nil) -> FeedProblem {
    var problem = self
    problem.place = place
    problem.file = file ?? self.file
    return problem
  }

  /// "file: place: [code] detail".
  public var description: String {
    ([file, place].filter { !$0.isEmpty } + ["[\(code)] \(detail)"]).joined(separator: ": ")
  }
}
