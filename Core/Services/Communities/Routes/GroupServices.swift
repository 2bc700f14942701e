public import FieldhouseKit
public import FieldhouseMachine

/// What groups use of other services of the host.
public struct GroupServices: Sendable {
  /// Where people reach the host, without a slash at its end.
  let publicURL: String
  /// The digest by which a secret is found again that is not kept itself.
  let digest: @Sendable (String) -> String
  /// Refuses a call whose session was not proved lately.
  let prove: @Sendable (Call) async throws -> Void
  /// Where pictures are kept; nil where there are none.
  let pictures: GroupPictures?
  /// Lets reports in one plugin's groups be counted one after the other.
  let turns: Turns
  /// After how many reports something is hidden.
  let limits: ReportLimits
  /// Whether somebody decides about reports in the whole host.
  let handlesReports: @Sendable (Principal) async throws -> Bool
  /// Shuts an account.
  let suspend: @Sendable (AccountID, Call) async throws -> Void
  /// The e-mail address of each of some people; those that have none are left out.
  let emails: @Sendable ([AccountID]) async throws -> [AccountID: String]
  /// The user name of each of some people, to whomever they show it; those that have none are left out.
  let usernames: @Sendable ([AccountID]) async throws -> [AccountID: String]
  /// Adds to the trail of who did what that somebody has decided about something.
  let record: @Sendable (_ call: Call, _ subject: String, _ decision: String) async throws -> Void

  /// - Parameters:
  ///   - publicURL: where people reach the host, without a slash at its end.
  ///   - digest: of the secrets of links; the same on every start.
  ///   - prove: throws a ``Problem`` 403 `step-up-needed` where somebody is to show once more who it is.
  ///   - pictures: without it there are no routes for pictures.
  ///   - turns: the same for all routes of the host.
  ///   - handlesReports: false also for a right that does not count in the session.
  ///   - emails: those that have none are left out.
  ///   - usernames: those that have none are left out; to whomever they show them.
  ///   - suspend: throws a ``Problem`` 404 for nobody, 409 for the last super-admin.
  public init(
    publicURL: String, digest: @escaping @Sendable (String) -> String,
    prove: @escaping @Sendable (Call) async throws -> Void, pictures: GroupPictures? = nil, turns: Turns,
    limits: ReportLimits, handlesReports: @escaping @Sendable (Principal) async throws -> Bool,
    suspend: @escaping @Sendable (AccountID, Call) async throws -> Void,
    emails: @escaping @Sendable ([AccountID]) async throws -> [AccountID: String],
    usernames: @escaping @Sendable ([AccountID]) async throws -> [AccountID: String],
    record: @escaping @Sendable (Call, String, String) async throws -> Void
  ) {
    (self.publicURL, self.digest, self.prove, self.pictures) = (publicURL, digest, prove, pictures)
    (self.turns, self.limits) = (turns, limits)
    (self.handlesReports, self.suspend, self.record) = (handlesReports, suspend, record)
    (self.emails, self.usernames) = (emails, usernames)
  }

  /// The page that a link or a code leads to.
  func address(of secret: String) -> String { "\(publicURL)/join/\(secret)" }
}
