internal import FieldhouseKit

/// Hashing and checking passwords, each check costing the same whether or not there is something to check against.
struct Passwords: Sendable {
  let pool: HashingPool
  let rules: PasswordRules
  private let decoy = Decoy()

  /// The hash of a password that nobody has, made when it is first needed.
  private final class Decoy: Sendable {
    private let made = OnceValue()
    func hash() throws -> String { try made.get { try PasswordHash.make(SessionToken.random().text) } }
  }

  init(settings: AccountsSettings) {
    pool = HashingPool(threads: settings.parallelHashes, waiting: settings.waitingHashes)
    rules = PasswordRules(minimumLength: settings.minimumPasswordLength)
  }

  /// The hash of a new password.
  func hash(_ password: String) async throws -> String { try await pool.run { try PasswordHash.make(password) } }

  /// Whether the password has the hash; without a hash, false after the same work.
  func verify(_ password: String, _ hash: String?) async throws -> Bool {
    try await pool.run { [decoy] in
      let right = PasswordHash.verify(password, try hash ?? decoy.hash())
      return right && hash != nil
    }
  }

  /// Refuses a new password that breaks the rules.
  /// - Throws: ``Problem`` 422 with all mistakes.
  func check(_ password: String, confirmation: String, personal: [String] = []) throws {
    let mistakes = rules.mistakes(of: password, confirmation: confirmation, personal: personal)
    guard mistakes.isEmpty else { throw Problem.invalid(mistakes) }
  }
}
