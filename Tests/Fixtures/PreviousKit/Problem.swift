/// An error as the interface answers it.
public struct Problem: Error, Sendable, Hashable {
  /// The HTTP status, 400 to 599.
  public var status: Int
  /// The stable code.
  public var code: String
  /// The sentence people read.
  public var detail: String

  /// 404: there is no such thing.
  public static func notFound(_ code: String = "not-found", _ detail: String = "There is no such thing.") -> Problem {
    Problem(status: 404, code: code, detail: detail)
  }
}
