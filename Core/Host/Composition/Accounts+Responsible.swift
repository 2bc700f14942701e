import FieldhouseAccounts
import FieldhouseCommunities
import FieldhouseKit

extension Accounts {
  /// Mails somebody who was made responsible for an organisation how to sign in. Whose account is shut or leaving by then is not
  /// told. Like every message it goes at least once: handed over again, the later mail has the password that works.
  func tellHowToSignIn(_ responsible: GroupResponsible) async throws {
    do {
      try await sendLoginData(to: responsible.account, about: responsible.group, by: responsible.by)
    } catch let problem as Problem where problem.status == 409 {}
  }
}
