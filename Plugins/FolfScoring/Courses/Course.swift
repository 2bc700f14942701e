/// A course with its layouts.
struct Course: Codable, Sendable, Hashable {
  let id: String
  let name: String
  /// The first one is offered first.
  let layouts: [Layout]
}
