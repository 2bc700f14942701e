public import FieldhouseKit

/// What organisations use of other services of the host.
public struct OrganisationServices: Sendable {
  /// The account of an e-mail address, a new one where nobody has it.
  public typealias Finding =
    @Sendable (_ email: String, _ name: String?, _ call: Call) async throws -> AccountID

  let responsible: Finding
  let emails: @Sendable ([AccountID]) async throws -> [AccountID: String]
  let isCountry: @Sendable (String) -> Bool

  /// - Parameters:
  ///   - responsible: throws a ``Problem`` 422 for what is no address, 409 for an account that cannot be used. It may be called
  ///     again.
  ///   - emails: those that have none are left out.
  ///   - isCountry: whether a text is the code of a country.
  public init(
    responsible: @escaping Finding, emails: @escaping @Sendable ([AccountID]) async throws -> [AccountID: String],
    isCountry: @escaping @Sendable (String) -> Bool
  ) {
    (self.responsible, self.emails, self.isCountry) = (responsible, emails, isCountry)
  }
}
