internal import FieldhouseKit
internal import Foundation

extension Accounts {
  /// The cookie that ties a sign-in to the browser that began it.
  private static let cookie = "fieldhouse_sign_in"

  func providerRoutes(_ routes: inout Routes) {
    var own = Routes()
    own.action(
      "/auth/providers/{provider}", "Begin to sign in through an identity provider", access: .everyone,
      problems: [ProviderLogin.unknown, ProviderLogin.unavailable, .tooManyAttempts]
    ) { [self] (input: DepartureInput, call) in try await depart(input, adding: nil, call) }
    own.action(
      "/me/identities/{provider}", "Begin to add an identity of a provider to my account", access: .account,
      problems: [ProviderLogin.unknown, ProviderLogin.unavailable, .tooManyAttempts, StepUp.needed([])]
    ) { [self] (input: DepartureInput, call) in
      try await context.storage.read { [parts] in try await parts.stepUp.check(call, in: $0) }
      return try await depart(input, adding: try call.account.id, call)
    }
    own.action(
      "/auth/providers/{provider}/return", "Go on with what an identity provider sent along", access: .everyone,
      problems: [
        ProviderLogin.unknown, ProviderLogin.stale, ProviderLogin.refused, ProviderLogin.unavailable,
        ProviderLogin.emailKnown, ProviderLogin.termsNeeded, MoreIdentifiers.taken, SecondFactor.needed,
        SecondFactor.wrong, Arrivals.shut, Arrivals.leaving, .tooManyAttempts,
      ]
    ) { [self] (input: ReturnInput, call) in try await complete(input, call) }
    for var route in own.all {
      route.cookie = Self.cookie
      if !route.path.hasSuffix("/return") { route.handler = marking(route.handler) }
      routes.add(route)
    }
  }

  private func depart(_ input: DepartureInput, adding account: AccountID?, _ call: Call) async throws -> DepartureView {
    let departure = try await parts.providerLogin.depart(
      to: input.provider, adding: account, browser: call.cookie ?? "", back: try ReturnPath(input.back),
      language: call.language, from: ClientAddress(call.remoteAddress))
    return DepartureView(authorizationUrl: departure.address, expiresAt: departure.expiresAt)
  }

  private func complete(_ input: ReturnInput, _ call: Call) async throws -> ReturnView {
    let outcome = try await parts.providerLogin.complete(
      input.answer(browser: call.cookie, language: call.language), by: call.principal,
      from: ClientAddress(call.remoteAddress))
    return ReturnView(outcome)
  }

  /// Gives the browser a new secret with the answer, in a cookie that no script reads.
  private func marking(_ handler: Route.Handler) -> Route.Handler {
    let seconds = ProviderLogin.seconds
    let secure = context.settings.publicURL.hasPrefix("https:") ? "; Secure" : ""
    return Route.Handler(plain: { request, call in
      let secret = SessionToken.random().text
      let marked = Call(
        principal: call.principal, now: call.now, language: call.language, requestID: call.requestID,
        remoteAddress: call.remoteAddress, cookie: secret)
      guard var response = try await handler.plain?(request, marked) else { throw ProviderLogin.unavailable }
      response.headers["set-cookie"] =
        "\(Self.cookie)=\(secret); Path=/v1/auth/providers; HttpOnly; SameSite=Lax; Max-Age=\(seconds)\(secure)"
      return response
    })
  }
}
