/// Who people are. Sessions, codes and passwords are the host's affair: a plugin sees accounts. What people may do is said
/// by ``Rights``.
public protocol Authentication: Sendable {
  /// The account behind a session token; nil when the token is unknown or has ended.
  func account(forToken token: String) async throws -> Principal?

  /// Accounts by id; unknown and erased ones are left out.
  func accounts(_ ids: [AccountID]) async throws -> [AccountID: Account]

  /// The people this person follows.
  func following(of id: AccountID) async throws -> [AccountID]

  /// The friends of this person: those who accepted a request, on either side; the oldest friendship first.
  func friends(of id: AccountID) async throws -> [AccountID]

  /// Those of some people who are friends of a person; `others` may be thousands. It says what is committed now, on every
  /// host.
  func friends(of id: AccountID, among others: [AccountID]) async throws -> Set<AccountID>

  /// Those of some people who have blocked a person, or whom the person has blocked: neither is to see, reach or be told of
  /// the other. It says what is committed now, on every host; `others` may be thousands.
  func blocks(between id: AccountID, and others: [AccountID]) async throws -> Set<AccountID>

  /// The same from what this host remembers, for lists that are read again and again: what was committed through this host
  /// counts at once, through another host of the installation within a second. Whether somebody may do something is asked
  /// of ``blocks(between:and:)-([AccountID],_)``.
  func knownBlocks(between id: AccountID, and others: [AccountID]) async throws -> Set<AccountID>

  /// A number that is another one as soon as anybody's account has changed, for what is kept of ``accounts(_:)``: a change
  /// through this host counts at once, through another host of the installation within a second.
  func edition() async throws -> Int64

  /// What a person has told of the body, for plugins that count with it; nil when nothing is told. It is health data:
  /// it is kept only with explicit consent, and is for the person's own figures, never to be shown to others.
  func bodyData(of id: AccountID) async throws -> BodyData?
}

extension Authentication {
  /// Looked for among all friends of the person.
  public func friends(of id: AccountID, among others: [AccountID]) async throws -> Set<AccountID> {
    Set(try await friends(of: id)).intersection(others)
  }

  /// Whether two people are friends: nobody is one's own.
  public func areFriends(_ one: AccountID, _ other: AccountID) async throws -> Bool {
    try await friends(of: one, among: [other]).contains(other)
  }

  /// Nobody: an implementation from before there was this question knows of no blocks.
  public func blocks(between id: AccountID, and others: [AccountID]) async throws -> Set<AccountID> { [] }

  /// What is committed now.
  public func knownBlocks(between id: AccountID, and others: [AccountID]) async throws -> Set<AccountID> {
    try await blocks(between: id, and: others)
  }

  /// Another one each time: an implementation from before there was this question does not say when accounts change.
  public func edition() async throws -> Int64 { .random(in: .min ... .max) }

  /// Whether one of two people has blocked the other.
  public func blocks(between id: AccountID, and other: AccountID) async throws -> Bool {
    try await !blocks(between: id, and: [other]).isEmpty
  }

  /// An account by id, nil when unknown or erased.
  public func account(_ id: AccountID) async throws -> Account? { try await accounts([id])[id] }
}

/// Who makes a call.
public struct Principal: Sendable, Hashable {
  /// The account.
  public var account: Account
  /// The id of the session, nil for an operator's token.
  public var session: String?
  /// The roles granted to the account, e.g. `super-admin`.
  public var roles: Set<String>
  /// Whether this is the operator's console token.
  public var isOperator: Bool
  /// The administrative roles that the account has and that do not count in this session, because the second factor
  /// was not shown in it.
  public var withheldRoles: Set<String>

  /// A principal.
  public init(
    account: Account, session: String?, roles: Set<String> = [], isOperator: Bool = false,
    withheldRoles: Set<String> = []
  ) {
    self.account = account
    self.session = session
    self.roles = roles
    self.isOperator = isOperator
    self.withheldRoles = withheldRoles
  }
}
