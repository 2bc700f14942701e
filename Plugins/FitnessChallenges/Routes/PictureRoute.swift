import FieldhouseKit

extension FitnessChallenges {
  /// A route that takes a picture as the body of the request. What is refused leaves no file behind.
  /// - Parameter keep: names the file in a transaction, and says which files nothing names any longer.
  func pictureRoute(
    _ path: String, _ summary: String, access: Access, input: Schema, problems: [Problem],
    keep:
      @escaping @Sendable (
        _ file: String, _ request: RawRequest, _ call: Call, _ transaction: any Transaction
      ) async throws -> [String]
  ) -> Route {
    var route = Route(
      method: .put, path: path, summary: summary, access: access, input: input, output: nil, status: 204,
      problems: problems + [.noPicture],
      handler: Route.Handler(plain: { [host] request, call in
        let file = try await host.media.store(request.body, contentType: request.contentType ?? "").id
        var unnamed: [String] = []
        do {
          unnamed = try await host.storage.write { try await keep(file, request, call, $0) }
        } catch {
          for file in try await host.storage.read({ try await PictureNames.unnamed([file], in: $0) }) {
            try await host.media.remove(file)
          }
          throw error
        }
        for file in unnamed { try await host.media.remove(file) }
        return RawResponse(status: 204)
      }))
    route.bodyTypes = ["image/jpeg", "image/png", "image/webp"]
    route.maximumBodyBytes = Self.largestPhoto
    return route
  }
}
