import FieldhouseKit
import Foundation

extension FitnessChallenges {
  func routeConsentRoutes(_ routes: inout Routes) {
    routes.get(
      "/me/route-consent", "Whether I have agreed that routes are kept, and of how many activities one is",
      access: .account
    ) { (_: NoInput, call) in
      let account = try call.account.id
      return try await host.storage.read { try await consent(of: account, in: $0) }
    }
    routes.put(
      "/me/route-consent", "Agree that the routes of my activities are kept from now on; once more changes nothing",
      access: .account
    ) { (_: NoInput, call, transaction) in
      let account = try call.account.id
      try await RouteConsent.give(by: account, at: call.now, in: transaction)
      return try await consent(of: account, in: transaction)
    }
    routes.add(withdrawing)
  }

  /// It says how many routes are gone, while `routes.delete` answers nothing.
  private var withdrawing: Route {
    Route(
      method: .delete, path: "/me/route-consent",
      summary: "Take the consent back and remove the routes that are kept; the figures of the activities stay",
      access: .account, input: NoInput.schema, output: RoutesRemoved.schema, status: 200,
      handler: Route.Handler(transactional: { _, call, transaction in
        let removed = try await RouteConsent.withdraw(try call.account.id, in: transaction)
        return RawResponse(
          status: 200, contentType: "application/json",
          body: Array(try JSON(encoding: RoutesRemoved(removed: removed)).serialized().utf8))
      }))
  }

  private func consent(
    of account: AccountID, in transaction: any ReadTransaction
  ) async throws -> RouteConsentOutput {
    let givenAt = try await RouteConsent.givenAt(by: account, in: transaction)
    return RouteConsentOutput(
      isGiven: givenAt != nil, givenAt: givenAt, routes: try await RouteConsent.count(of: account, in: transaction))
  }
}

/// Whether somebody has agreed that routes are kept.
struct RouteConsentOutput: RouteOutput, Decodable {
  var isGiven: Bool
  /// Nil without consent.
  var givenAt: Date?
  /// Of how many activities it is kept where they were; also from before there was a consent.
  var routes: Int
}

struct RoutesRemoved: RouteOutput, Decodable {
  /// Of how many activities it is kept no longer where they were.
  var removed: Int
}
