import FieldhouseKit
import Foundation

extension FitnessChallenges {
  func organisationRoutes(_ routes: inout Routes) {
    routes.get(
      "/me/organisations", "The organisations that I am in, by name, and where I make challenges for everybody",
      access: .guest
    ) { (_: NoInput, call) in
      let account = try call.account.id
      var items: [OrganisationOutput] = []
      for group in try await host.groups.groups(of: account, kind: Organisation.kind) {
        items.append(
          OrganisationOutput(
            id: group.id, name: group.name, members: group.members,
            mayChallenge: try await host.rights.has("challenge-everybody", account, in: group.scope)))
      }
      return Page(items: items)
    }
  }
}

/// An organisation of mine.
struct OrganisationOutput: RouteOutput, Decodable {
  var id: String
  var name: String
  var members: Int
  /// Whether I may make challenges that all of its members see and join.
  var mayChallenge: Bool
}
