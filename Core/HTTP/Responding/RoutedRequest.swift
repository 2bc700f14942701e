/// A request and the route that answers it: one reference for everything that waits in between.
final class RoutedRequest: Sendable {
  let request: ServerRequest
  let entry: ServingGeneration.Entry
  /// The values of the path's parameters, percent-encoded, in the order of their names.
  let parameters: [Substring]
  /// What follows the question mark, percent-encoded.
  let query: String?
  let id: String

  init(
    _ request: ServerRequest, _ entry: ServingGeneration.Entry, parameters: [Substring], query: String?, id: String
  ) {
    self.request = request
    self.entry = entry
    self.parameters = parameters
    self.query = query
    self.id = id
  }
}
