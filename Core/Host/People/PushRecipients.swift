import FieldhouseAccounts
import FieldhouseKit
import FieldhouseNotifications

/// Whom notifications leave to, as accounts know them.
struct PushRecipients: Recipients {
  let accounts: Accounts

  func reach(of account: AccountID) async throws -> Reach? {
    guard let reach = try await accounts.reach(of: account) else { return nil }
    return Reach(
      account: account, language: reach.language, email: reach.email, phone: reach.phone, sessions: reach.sessions)
  }

  func send(_ message: WrittenMessage, to reach: Reach, id: String) async throws {
    if message.channel == .email, let email = reach.email {
      try await accounts.mail(
        message.text, title: message.title, path: message.path, language: message.language, to: email, id: id)
    }
    if message.channel == .sms, let phone = reach.phone {
      try await accounts.text(message.text, path: message.path, language: message.language, to: phone, id: id)
    }
  }
}
