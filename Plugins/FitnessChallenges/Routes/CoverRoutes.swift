import FieldhouseKit
import Foundation

// The picture that stands above a challenge.
extension FitnessChallenges {
  func coverRoutes(_ routes: inout Routes) {
    routes.add(coverRoute)
    routes.delete(
      "/challenges/{challenge}/cover", "Remove the picture above a challenge",
      access: .permission("lead-challenge", in: "challenge"), problems: [.challengeUnknown]
    ) { (input: ChallengeName, _, transaction) in
      for file in try await setCover(nil, of: input.challenge, in: transaction) { try await host.media.remove(file) }
      return NoContent()
    }
  }

  /// A route that takes a picture as the body of the request. What is refused leaves no file behind.
  private var coverRoute: Route {
    var route = Route(
      method: .put, path: "/challenges/{challenge}/cover",
      summary: "Put a picture above a challenge, instead of the one before",
      access: .permission("lead-challenge", in: "challenge"), input: ChallengeName.schema, output: nil, status: 204,
      problems: [.challengeUnknown, .noPicture],
      handler: Route.Handler(plain: { [host] request, _ in
        let challenge = request.parameters["challenge"] ?? ""
        let file = try await host.media.store(request.body, contentType: request.contentType ?? "").id
        var unnamed: [String] = []
        do {
          unnamed = try await host.storage.write { try await setCover(file, of: challenge, in: $0) }
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

  /// - Returns: the picture before, where nothing names it any longer.
  private func setCover(
    _ file: String?, of id: String, in transaction: any Transaction
  ) async throws -> [String] {
    let challenge = try await ChallengeStore.challenge(id, in: transaction)
    try await transaction.execute("update challenges set cover = \(file) where id = \(id)")
    try await PeopleStore.publish(id, in: transaction)
    return try await PictureNames.unnamed(challenge.cover.map { [$0] } ?? [], in: transaction)
  }
}
