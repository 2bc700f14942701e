import FieldhouseAccounts
import FieldhouseKit
import FieldhouseNotifications

/// Whom notifications reach, as accounts know people.
struct Audience: InboxAudience {
  let accounts: Accounts

  func reached(by requests: [NotificationRequest]) async throws -> [NotificationRequest] {
    let departed = try await accounts.departed(Set(requests.flatMap { $0.recipients + $0.about }))
    let present = requests.map { request in
      var present = request
      present.about = request.about.compactMap { departed[$0] ?? $0 }
      // About somebody who has left nothing is told.
      present.recipients =
        present.about.count == request.about.count
        ? Array(Set(request.recipients.compactMap { departed[$0] ?? $0 })) : []
      return present
    }
    // Of two people of whom one has blocked the other, neither is told of the other.
    let told = present.filter { !$0.recipients.isEmpty && !$0.about.isEmpty }
    let hidden = try await accounts.blocks(
      between: Array(Set(told.flatMap(\.about))), and: Array(Set(told.flatMap(\.recipients))))
    guard !hidden.isEmpty else { return present }
    return present.map { request in
      var request = request
      let unseen = request.about.reduce(into: Set<AccountID>()) { $0.formUnion(hidden[$1] ?? []) }
      request.recipients.removeAll(where: unseen.contains)
      return request
    }
  }
}
