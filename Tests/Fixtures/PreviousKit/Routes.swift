/// What a route takes.
public protocol RouteInput: Decodable, Sendable, Described {}

/// What a route answers, as JSON.
public protocol RouteOutput: Encodable, Sendable, Described {}

/// The routes of a plugin, declared with typed inputs and outputs.
public struct Routes: Sendable {
  private var paths: [String] = []

  /// No routes.
  public init() {}

  /// A route that reads.
  public mutating func get<Input: RouteInput, Output: RouteOutput>(
    _ path: String, _ summary: String, access: Access, problems: [Problem] = [],
    _ body: @escaping @Sendable (Input, Call) async throws -> Output
  ) {
    paths.append(path)
  }
}
