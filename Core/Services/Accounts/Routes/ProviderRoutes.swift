internal import FieldhouseKit
internal import Foundation

/// The routes for signing in through identity providers.
struct ProviderRoutes: RouteGroup {
  let context: AccountsContext
  let providerLogin: ProviderLogin
  let stepUp: StepUp

  /// The cookie that ties a sign-in to the browser that began it.
  private static let cookie = "fieldhouse_sign_in"

  func declare(_ routes: inout Routes) {
    routes.cookieAction(
      "/auth/providers/{provider}", "Begin to sign in through an identity provider", access: .everyone,
      cookies: [Self.cookie], problems: [ProviderLogin.unknown, ProviderLogin.unavailable, .tooManyAttempts]
    ) { [self] (input: DepartureInput, call) in try await depart(input, adding: nil, call) }
    routes.cookieAction(
      "/me/identities/{provider}", "Begin to add an identity of a provider to my account", access: .account,
      cookies: [Self.cookie],
      problems: [ProviderLogin.unknown, ProviderLogin.unavailable, .tooManyAttempts, StepUp.needed([])]
    ) { [self] (input: DepartureInput, call) in
      try await context.storage.read { try await stepUp.check(call, in: $0) }
      return try await depart(input, adding: try call.account.id, call)
    }
    var marking = Routes()
    marking.cookieAction(
      "/auth/providers/{provider}/return", "Go on with what an identity provider sent along", access: .everyone,
      cookies: [Self.cookie] + SessionCookie.names,
      problems: [
        ProviderLogin.unknown, ProviderLogin.stale, ProviderLogin.refused, ProviderLogin.unavailable,
        ProviderLogin.emailKnown, DocumentVersions.needed, DocumentVersions.changed, MoreIdentifiers.taken,
        SecondFactor.needed,
        SecondFactor.wrong, Arrivals.shut, Arrivals.leaving, .tooManyAttempts,
      ]
    ) { [self] (input: ReturnInput, call) in try await complete(input, call) }
    routes.addMarking(marking)
  }

  /// Sends the browser off with a new secret, in a cookie that no script reads.
  private func depart(
    _ input: DepartureInput, adding account: AccountID?, _ call: Call
  ) async throws -> CookieAnswer<DepartureView> {
    let secret = SessionToken.random().text
    let departure = try await providerLogin.depart(
      to: input.provider, adding: account, browser: secret, back: try ReturnPath(input.back),
      language: call.language, from: ClientAddress(call.remoteAddress))
    let cookie = Cookie(Self.cookie, secret, path: "/v1/auth/providers", seconds: ProviderLogin.seconds)
    return CookieAnswer(
      DepartureView(authorizationUrl: departure.address, expiresAt: departure.expiresAt), cookies: [cookie])
  }

  private func complete(_ input: ReturnInput, _ call: Call) async throws -> CookieAnswer<ReturnView> {
    let answer = input.answer(
      browser: call.cookies[Self.cookie], language: call.language,
      accepted: try await context.documents.versions(of: input.agreement, language: call.language))
    switch try await providerLogin.complete(answer, by: call.principal, from: Client(call)) {
    case .arrived(let arrival, let back):
      return CookieAnswer(arrival, for: call) { ReturnView(arrival, token: $0, back: back) }
    case .added(let back): return CookieAnswer(ReturnView(addedGoingTo: back))
    }
  }
}
