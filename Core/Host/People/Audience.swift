import FieldhouseAccounts
import FieldhouseKit
import FieldhouseNotifications

/// Whom notifications reach, as accounts know people.
struct Audience: InboxAudience {
  let accounts: Accounts

  func recipients(of request: NotificationRequest) async throws -> Set<AccountID> {
    let departed = try await accounts.departed(Set(request.recipients + request.about))
    guard request.about.allSatisfy({ departed[$0] != .some(nil) }) else { return [] }
    var recipients: Set<AccountID> = []
    for recipient in request.recipients {
      if let now = departed[recipient] ?? recipient { recipients.insert(now) }
    }
    guard !request.about.isEmpty else { return recipients }
    return recipients.subtracting(try await accounts.blockers(of: request.about, among: recipients))
  }
}
