import FieldhouseAccounts
import FieldhouseKit
import FieldhouseNotifications

/// Whom notifications reach, as accounts know people.
struct Audience: InboxAudience {
  let accounts: Accounts

  func reached(by request: NotificationRequest) async throws -> NotificationRequest {
    let departed = try await accounts.departed(Set(request.recipients + request.about))
    let about = request.about.compactMap { departed[$0] ?? $0 }
    let recipients = Set(request.recipients.compactMap { departed[$0] ?? $0 })
    var present = request
    (present.about, present.recipients) = (about, [])
    // About somebody who has left nothing is told.
    guard about.count == request.about.count else { return present }
    // Of two people of whom one has blocked the other, neither is told of the other.
    var hidden: Set<AccountID> = []
    for person in about { hidden.formUnion(try await accounts.blocks(between: person, and: Array(recipients))) }
    present.recipients = Array(recipients.subtracting(hidden))
    return present
  }
}
