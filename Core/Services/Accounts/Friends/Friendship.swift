internal import FieldhouseKit
internal import Foundation

/// How far a friendship has come, from one side.
enum FriendshipState: String, Sendable, Codable, CaseIterable {
  case none, requested, received, friends
}

/// What two people are to each other, or want to be. There is at most one of a pair.
///
/// Who asks is not told of a refusal: a request that was refused stays one on the asker's side until it is withdrawn or
/// forgotten, as one does that is never answered. Refused ones are remembered while they are withdrawn, so that asking
/// again reaches nobody.
struct Friendship: Sendable, Hashable {
  /// For how long a request waits, in days.
  static let requestDays = 90
  /// The most friends that somebody has.
  static let mostFriends = 2_000
  /// The most requests of somebody that wait at once.
  static let mostRequested = 200
  /// The most requests that wait for somebody's answer at once.
  static let mostReceived = 1_000

  var requester: AccountID
  var addressee: AccountID
  var createdAt: Date
  /// When it became a friendship; nil while it is a request.
  var acceptedAt: Date?
  /// When the addressee refused, or the request came from somebody whom the addressee has blocked.
  var refusedAt: Date?
  /// Whether a refused request was taken back.
  var isWithdrawn = false

  /// The other of the two.
  func other(than id: AccountID) -> AccountID { requester == id ? addressee : requester }

  /// What it is to one of the two.
  func state(for id: AccountID) -> FriendshipState {
    if acceptedAt != nil { return .friends }
    if isWithdrawn { return .none }
    if requester == id { return .requested }
    return refusedAt == nil ? .received : .none
  }

  /// What is stored once for two people, whoever of them asked.
  static func pair(_ one: AccountID, _ other: AccountID) -> String {
    one.text < other.text ? "\(one.text)/\(other.text)" : "\(other.text)/\(one.text)"
  }
}

// What the two do.
extension Friendship {
  /// Who is told, and of what.
  enum News: Sendable, Hashable {
    case request(to: AccountID)
    case acceptance(to: AccountID)
  }

  /// What becomes of a friendship.
  struct Step: Sendable, Hashable {
    /// Nil when there is none any more.
    var friendship: Friendship?
    var news: News?
    /// Whether there is a request now that there was not.
    var isRequest = false
  }

  /// Somebody asks for a friendship, or accepts one that the other asked for.
  /// - Parameters:
  ///   - known: what there is.
  ///   - isUnwanted: whether the other has blocked the one who asks, who is not to see that.
  static func asking(
    _ me: AccountID, _ other: AccountID, known: Friendship?, isUnwanted: Bool = false, at now: Date
  ) -> Step {
    let fresh = Friendship(requester: me, addressee: other, createdAt: now, refusedAt: isUnwanted ? now : nil)
    guard var known else {
      return Step(friendship: fresh, news: isUnwanted ? nil : .request(to: other), isRequest: true)
    }
    if known.acceptedAt != nil { return Step(friendship: known) }
    if known.requester == me {
      guard known.isWithdrawn else { return Step(friendship: known) }
      (known.isWithdrawn, known.createdAt) = (false, now)
      return Step(friendship: known, isRequest: true)
    }
    guard !known.isWithdrawn, !isUnwanted else {
      return Step(friendship: fresh, news: isUnwanted ? nil : .request(to: other), isRequest: true)
    }
    (known.acceptedAt, known.refusedAt) = (now, nil)
    return Step(friendship: known, news: .acceptance(to: other))
  }

  /// Somebody withdraws or refuses a request, or ends the friendship. The other is not told.
  func ended(by me: AccountID, at now: Date) -> Step {
    var left = self
    if acceptedAt != nil { return Step() }
    if requester == me {
      guard refusedAt != nil else { return Step() }
      left.isWithdrawn = true
    } else {
      left.refusedAt = refusedAt ?? now
    }
    return Step(friendship: left)
  }

  /// Somebody blocks the other of the two, who keeps a request that was not answered, and learns nothing. A refusal is
  /// remembered also where the one who was refused blocks and unblocks.
  func blocked(by me: AccountID, at now: Date) -> Step { ended(by: me, at: now) }
}
