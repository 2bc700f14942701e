/// A feature of the host: the type a library's entry point exports.
///
/// The steps run in this order, each only when the one before succeeded; a failure drops this plugin and those that
/// depend on it, and the rest of the host serves:
/// `init(host:)` → ``validate()`` → (migrations) → ``start()`` → ``health()``; ``stop()`` when the host ends.
///
/// # What happens to people
///
/// Whoever leaves is erased from the plugin's tables with ``erase(_:in:)``, whoever comes to an account with a second one
/// or as a guest keeps everything with ``merge(_:into:in:)``. These and ``blocked(_:by:in:)`` are called once for each
/// plugin, in the order in which it happened, in a transaction of the plugin's store that commits what they do together
/// with the note that it is done: over restarts, with several hosts on one database, and at the next start for a plugin that
/// was switched off meanwhile. It is called before the plugin serves, for a minute at most; what fails, or is left then, follows
/// while it serves. Tables that come back from an older backup are behind, and hear again what has happened since.
///
/// One that throws is called again, after 1 second and then after longer and longer, up to 5 minutes; it hears nothing later
/// before it. From the second failure on the plugin is `degraded` in `/readyz?verbose`, `fieldhouse doctor` and the console,
/// with what went wrong, until it has worked. Others do not wait, and the plugin goes on serving.
///
/// The host looks after what it keeps for a plugin itself, before these are called and in the same transaction: board
/// entries, grants, answers to repeated requests. It does not wait for a hook that fails with these.
public protocol Plugin: Sendable {
  /// Takes the services and reads the settings. Nothing is stored or scheduled yet.
  /// - Throws: when the settings do not make sense; the message goes to the operator.
  init(host: PluginHost) throws

  /// Declares the routes. Each must be named in the manifest, and each named there must be declared.
  func routes(_ routes: inout Routes)

  /// Declares what the plugin answers to others (``Questions``). Each must be named in the manifest, and each named there
  /// must be declared.
  func answers(_ answers: inout Answers)

  /// Checks what settings and files say before anything changes.
  func validate() async throws

  /// Starts schedules and subscriptions. The plugin's tables are there.
  func start() async throws

  /// Ends what `start` began, within 10 seconds.
  func stop() async

  /// How the plugin is doing; asked every few seconds.
  func health() async -> Health

  /// Whether somebody may watch a live topic for which the manifest says `"access": "plugin"`, and whether there is a thing
  /// for whose kind the manifest declares a feed, for somebody: its topic is `feeds/<kind>/{thing}`. Whom it is shown to
  /// reads the feed and, with an account, posts there. Nobody may, unless the plugin says so.
  ///
  /// It is asked when a stream begins, when a transaction says ``Transaction/reviewWatchers(of:)``, and every 15 seconds
  /// while the stream is open; of a feed also with each request. A stream does not begin without an answer within two seconds; one that is open goes on
  /// when an error is thrown, but for a ``Problem`` below 500, which is an answer. The operator's token may watch without being asked for.
  /// - Parameter caller: nil when nobody is signed in.
  /// - Returns: false answers 401 `unauthenticated` to who is not signed in and 404 `not-found` to everybody else.
  func mayWatch(_ topic: LiveTopic, _ caller: Principal?) async throws -> Bool

  /// Removes everything that the plugin keeps of a person who has left, whose id means nobody from now on: what others have
  /// a share in stays without the id, the name and the words of the person. A person who erases the own account has as long as
  /// the operator's setting `erasureGraceHours` says to think better of it, 72 hours unless set; then, and at once where nobody
  /// can take it back, the person's sessions have ended, and this is called about two seconds later, so that no request of theirs
  /// is under way any more.
  ///
  /// An event of another plugin that names the person and is emitted later is handed to its subscription, and then this is
  /// called again in the same transaction; one that was waiting is thrown away.
  /// - Throws: to be called again later.
  func erase(_ account: AccountID, in transaction: any Transaction) async throws

  /// Everything that the plugin keeps of a person, for the person: nothing about anybody else but their ids. Board entries,
  /// grants and notifications are added by the host. It has 10 seconds.
  /// - Returns: nil where there is nothing.
  /// - Throws: when it cannot be told now; the person reads that the export is not complete.
  func export(_ account: AccountID, from transaction: any ReadTransaction) async throws -> JSON?

  /// Makes everything of `account` – a guest who has signed in, or a second account – `other`'s, whose id stays; where
  /// both have something of which there is one, `other`'s counts. By then the host has given the grants to `other` and
  /// combined the board entries as each board's operator says: submit a score again where that is not the sum of the two.
  /// - Throws: to be called again later.
  func merge(_ account: AccountID, into other: AccountID, in transaction: any Transaction) async throws

  /// A person does not want to have to do with `account` any more. Of a pair that has blocked and unblocked meanwhile, only
  /// the last is told.
  /// - Throws: to be called again later.
  func blocked(_ account: AccountID, by other: AccountID, in transaction: any Transaction) async throws

  /// A person has taken that back.
  /// - Throws: to be called again later.
  func unblocked(_ account: AccountID, by other: AccountID, in transaction: any Transaction) async throws

  /// Something has become of one of the plugin's groups, in the transaction that does it: what the plugin makes of it is
  /// committed with it. What becomes of groups when a person is erased or merged is not told: ``erase(_:in:)`` and
  /// ``merge(_:into:in:)`` are.
  /// - Throws: to refuse it; a ``Problem`` is what the person reads.
  func groupChanged(_ change: GroupChange, in transaction: any Transaction) async throws
}

extension Plugin {
  public func routes(_ routes: inout Routes) {}
  public func answers(_ answers: inout Answers) {}
  public func validate() async throws {}
  public func start() async throws {}
  public func stop() async {}
  public func health() async -> Health { .ok }
  public func mayWatch(_ topic: LiveTopic, _ caller: Principal?) async throws -> Bool { false }

  public func erase(_ account: AccountID, in transaction: any Transaction) async throws {}
  public func export(_ account: AccountID, from transaction: any ReadTransaction) async throws -> JSON? { nil }
  public func merge(_ account: AccountID, into other: AccountID, in transaction: any Transaction) async throws {}
  public func blocked(_ account: AccountID, by other: AccountID, in transaction: any Transaction) async throws {}
  public func unblocked(_ account: AccountID, by other: AccountID, in transaction: any Transaction) async throws {}
  public func groupChanged(_ change: GroupChange, in transaction: any Transaction) async throws {}
}
