public import FieldhouseKit
internal import Foundation

/// Who people are: sign-in, sessions, profiles, and what people are to each other.
///
/// Isolation: safe from any task. State lives in storage; what is kept in memory follows every other process of the
/// installation within a second.
public final class Accounts: Authentication {
  let context: AccountsContext
  let signIn: SignInArea
  let administration: Administration
  let responsible: Responsible
  let upkeep: Upkeep
  let parts: PersonalParts
  let sharing: Sharing
  let limits: RateLimits
  let stepUp: StepUp
  private let directory: Directory
  private let blocking: BlockMemory
  private let sessions: Sessions
  private let changes: ChangeHooks
  private let storage: NotedStorage
  private let groups: [any RouteGroup]

  var settingUp: SettingUp { signIn.settingUp }

  /// Accounts over tables of their own.
  /// - Parameters:
  ///   - secret: the installation's key, kept beside the database.
  ///   - deliveries: how codes and mails leave.
  ///   - texts: the tables of the folder `strings` here.
  ///   - pictures: where profile pictures go; without it there are no routes for them.
  ///   - http: how identity providers are asked; without it none can be used.
  ///   - erasures: where it is noted who left; without it a restored backup brings them back.
  ///   - published: tells which version of a document people are shown.
  ///   - draw: draws the codes that people show; without it there are no pictures of them.
  public convenience init(
    tables: AccountsTables, clock: any HostClock, secret: InstallationSecret, deliveries: any Deliveries,
    texts: any Texts, log: any Log, pictures: Pictures? = nil, erasures: ErasureJournal? = nil,
    http: (any OutgoingHTTP)? = nil, settings: AccountsSettings = AccountsSettings(),
    published: @escaping PublishedVersion = { _, _ in nil }, draw: CodeDrawing? = nil
  ) {
    self.init(
      tables: tables, clock: clock, secret: secret, deliveries: deliveries, texts: texts, log: log,
      pictures: pictures, erasures: erasures, http: http, settings: settings, published: published,
      draw: draw, uptime: { ContinuousClock.now })
  }

  /// The same with the real time, by which what is remembered grows old, in the caller's hand.
  init(
    tables: AccountsTables, clock: any HostClock, secret: InstallationSecret, deliveries: any Deliveries,
    texts: any Texts, log: any Log, pictures: Pictures?, erasures: ErasureJournal?, http: (any OutgoingHTTP)?,
    settings: AccountsSettings, published: @escaping PublishedVersion = { _, _ in nil }, draw: CodeDrawing? = nil,
    uptime: @escaping @Sendable () -> ContinuousClock.Instant
  ) {
    let (memory, bell) = (AccountsMemory(changes: tables.changes, uptime: uptime), Bell())
    changes = memory.hooks
    storage = NotedStorage(base: tables.storage, changes: tables.changes, feed: memory.feed, bell: bell, log: log)
    let steps = NotedStorage(base: tables.steps, changes: tables.changes, feed: memory.feed, bell: bell, log: log)
    context = AccountsContext(
      storage: storage, steps: steps, changes: tables.changes, clock: clock, secret: secret, settings: settings,
      texts: texts, documents: DocumentVersions(standard: settings.termsVersion, published: published), log: log)
    let shared = SharedParts(context, memory)
    let (ownership, people) = (OwnershipArea(shared), PeopleArea(shared, draw: draw))
    let profile = ProfileArea(shared, ownership.ownership, people.people, pictures: pictures, erasures: erasures)
    let oversight = AdministrationArea(shared)
    signIn = SignInArea(shared, ownership, people.invitations, http: http)
    (administration, responsible) = (oversight.administration, oversight.responsible)
    (parts, sharing) = (profile.parts, profile.sharing)
    (limits, stepUp) = (shared.limits, ownership.stepUp)
    blocking = BlockMemory(storage: context.storage, cache: memory.blocked, feed: memory.feed)
    (directory, sessions) = (shared.directory, shared.sessions)
    groups = signIn.groups + ownership.groups + profile.groups + people.groups + oversight.groups
    upkeep = Upkeep(
      context: context, bell: bell, courier: Courier(context: context, outbox: shared.outbox, deliveries: deliveries),
      sessions: shared.sessions, limits: shared.limits, leaving: profile.leaving, bodies: profile.bodies,
      newcomers: people.newcomers)
  }

  /// Declares the routes of accounts, below `/v1`.
  public func routes(_ routes: inout Routes) {
    for group in groups { group.declare(&routes) }
  }

  /// Carries on the work beside requests – deliveries, clearing away what has expired – until the task is cancelled.
  public func run() async {
    await upkeep.run()
  }

  /// Runs somebody else's transaction on the tables of accounts, such as that of a route: once it has committed, what
  /// is remembered of accounts is brought up to date and messages leave.
  /// - Parameter run: opens the transaction; its body works with what `noting` makes of it, each time it runs.
  /// - Throws: what `run` throws.
  public func attend<Value>(
    _ run: (_ noting: @escaping @Sendable (any Transaction) -> any Transaction) async throws -> Value
  ) async throws -> Value {
    try await storage.attend(run)
  }

  /// Writes what is only in memory: the last uses of sessions.
  public func flush() async throws { try await sessions.touches.flush(into: context.steps) }

  /// Sends the messages that are due now.
  /// - Returns: how many were handed over.
  @discardableResult
  public func deliver() async throws -> Int { try await upkeep.courier.deliver() }

  public func account(forToken token: String) async throws -> Principal? {
    try await sessions.principal(token)
  }

  public func accounts(_ ids: [AccountID]) async throws -> [AccountID: Account] {
    try await directory.accounts(ids)
  }

  /// Takes over what any process has changed, unless that was done a moment ago; no change stays unseen for a second.
  /// - Throws: ``StorageError``.
  public func freshen() async throws { try await directory.feed.freshen() }

  /// Adds a hook that is told which people may have to be shown otherwise from now on, nil for all, before ``freshen()``
  /// returns. It must be quick.
  public func onChange(_ hook: @escaping @Sendable (Set<AccountID>?) -> Void) { changes.add(hook) }

  public func following(of id: AccountID) async throws -> [AccountID] {
    try await context.storage.read { try await FollowStore.following(of: id, in: $0) }
  }

  public func friends(of id: AccountID) async throws -> [AccountID] {
    try await context.storage.read { try await FriendStore.friends(of: id, in: $0) }
  }

  public func friends(of id: AccountID, among others: [AccountID]) async throws -> Set<AccountID> {
    try await context.storage.read { try await FriendStore.friends(of: id, among: others, in: $0) }
  }

  public func blocks(between id: AccountID, and others: [AccountID]) async throws -> Set<AccountID> {
    try await context.storage.read { try await BlockingStore.blocks(between: id, and: others, in: $0) }
  }

  /// The same of several people at once.
  /// - Throws: ``StorageError``.
  public func blocks(
    between people: [AccountID], and others: [AccountID]
  ) async throws -> [AccountID: Set<AccountID>] {
    guard !people.isEmpty, !others.isEmpty else { return [:] }
    return try await context.storage.read { try await BlockingStore.blocks(between: people, and: others, in: $0) }
  }

  /// The same from memory: what this process has committed counts at once, what another process of the installation has
  /// committed within a second.
  /// - Throws: ``StorageError``.
  public func knownBlocks(between id: AccountID, and others: [AccountID]) async throws -> Set<AccountID> {
    try await blocking.blocks(between: id, and: others)
  }

  /// A number that is another one when anybody's account has changed: what this process has committed counts at once, what
  /// another process of the installation has committed within a second.
  /// - Throws: ``StorageError``.
  public func edition() async throws -> Int64 {
    try await directory.feed.freshen()
    return directory.feed.revision
  }

  public func bodyData(of id: AccountID) async throws -> BodyData? {
    try await context.storage.read { try await BodyStore.data(of: id, in: $0) }
  }

  /// Sends the monthly reminders that are due now.
  /// - Returns: how many were sent.
  @discardableResult
  public func remind() async throws -> Int { try await upkeep.bodies.remind() }

  /// Whether the second factor was shown in a caller's session, or need not be by those who look after something in a
  /// plugin, for now or at all. Notes when somebody is first asked for it.
  /// - Throws: ``StorageError``.
  public func isStrongEnough(_ caller: Principal) async throws -> Bool {
    guard let days = context.settings.pluginAdminGraceDays, let session = caller.session else { return true }
    let (account, now) = (caller.account.id, context.clock.now)
    let found = try await context.storage.read { try await Protection.find(account, session: session, in: $0) }
    guard var protection = found else { return false }
    if protection.askedAt.map({ $0 > now }) ?? true {
      try await context.steps.write { try await Protection.note(now, of: account, in: $0) }
      protection.askedAt = now
    }
    return protection.suffices(at: now, days: days)
  }

  /// Whether somebody may do what a permission of the platform says, in a scope.
  /// - Throws: ``Problem`` 403 `second-factor-required` when only a role that is withheld in this session allows it.
  public func permits(_ principal: Principal, _ permission: String, scope: String) async throws -> Bool {
    guard let member = try await directory.member(principal.account.id) else { return false }
    let counting = member.grants.filter { !principal.withheldRoles.contains($0.role) }
    let roles = administration.roles
    if roles.allows(permission, in: scope, grants: counting) { return true }
    if roles.allows(permission, in: scope, grants: member.grants) { throw Problem.secondFactorRequired() }
    return false
  }
}
