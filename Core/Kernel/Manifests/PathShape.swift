/// What a path template, such as `/matches/{match}`, is made of.
enum PathShape {
  /// The template with all parameters named alike: two of one shape are the same for a request.
  static func of(_ path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).map { $0.first == "{" ? "{}" : String($0) }
      .joined(separator: "/")
  }

  /// The names of the parameters, in order.
  static func parameters(of path: String) -> [String] {
    path.split(separator: "/").filter { $0.first == "{" }.map { String($0.dropFirst().dropLast()) }
  }
}
