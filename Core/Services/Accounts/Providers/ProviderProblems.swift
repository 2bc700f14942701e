internal import FieldhouseKit

extension ProviderLogin {
  static let unknown = Problem.notFound("provider-unknown", "This way of signing in is not offered here.")

  /// The same answer for a state that was never given out, was used, has expired or belongs to another browser.
  static let stale = Problem(
    status: 401, code: "provider-stale",
    detail: "This sign-in has expired, was used already, or was begun in another browser. Please begin again.")

  /// The answer when the provider said no, or what it said does not hold.
  static let refused = Problem(
    status: 401, code: "provider-refused",
    detail: "The sign-in was cancelled or is not valid. Please begin again, or sign in another way.")

  static let unavailable = Problem.unavailable(
    "provider-unavailable",
    "The identity provider does not answer as it should. Please try again later, or sign in another way.",
    retryAfterSeconds: 10)

  static let emailKnown = Problem.conflict(
    "provider-email-known",
    "There is an account with this e-mail address. Sign in to it the usual way, then add this sign-in in its settings.")
}
