/// The stable codes of everything that can be wrong with a plugin, in the order in which the host looks.
///
/// A code never changes its meaning and is never used for something else.
public enum ProblemCode: String, Sendable, Hashable, Codable, CaseIterable {
  // MARK: The file

  /// The manifests folder cannot be listed.
  case manifestsUnreadable = "manifests-unreadable"
  /// The manifest cannot be read.
  case manifestUnreadable = "manifest-unreadable"
  /// The manifest is not JSON.
  case jsonSyntax = "json-syntax"
  /// The manifest is not UTF-8.
  case jsonUTF8 = "json-utf8"
  /// A text escapes half of a surrogate pair.
  case jsonSurrogate = "json-surrogate"
  /// A number is too large.
  case jsonNumberRange = "json-number-range"
  /// A key is there twice.
  case jsonDuplicateKey = "json-duplicate-key"
  /// Values are nested too deeply.
  case jsonTooDeep = "json-too-deep"
  /// The manifest is larger than 1 MiB.
  case jsonTooLarge = "json-too-large"
  /// An object has too many keys.
  case jsonTooManyKeys = "json-too-many-keys"

  // MARK: Schema

  /// A key that manifests do not have.
  case keyUnknown = "key-unknown"
  /// A required key is missing.
  case keyMissing = "key-missing"
  /// A value has the wrong JSON type.
  case valueType = "value-type"
  /// A value of the right type is not allowed.
  case valueInvalid = "value-invalid"

  // MARK: Identity and ranges

  /// The id or area is a name of the host's own.
  case idReserved = "id-reserved"
  /// Two manifests have the same id.
  case idDuplicate = "id-duplicate"
  /// A version is no Semantic Version 2.0.0.
  case versionMalformed = "version-malformed"
  /// A range is no version range.
  case versionRangeMalformed = "version-range-malformed"
  /// The plugin does not work with this host's Kit.
  case kitRange = "kit-range"
  /// The plugin does not work with this host.
  case hostRange = "host-range"

  // MARK: Files and integrity

  /// No plugins folder has the plugin's bundle folder.
  case bundleMissing = "bundle-missing"
  /// A path leaves the bundle folder.
  case pathOutside = "path-outside"
  /// A path goes through a symbolic link.
  case pathSymlink = "path-symlink"
  /// A file does not exist.
  case pathMissing = "path-missing"
  /// A path names something else than a regular file.
  case pathNotFile = "path-not-file"
  /// A file cannot be read.
  case pathUnreadable = "path-unreadable"
  /// The library is not the one whose hash the manifest gives.
  case hashMismatch = "hash-mismatch"

  // MARK: Dependencies

  /// There is no plugin of this id.
  case dependencyMissing = "dependency-missing"
  /// The plugin needed is disabled.
  case dependencyDisabled = "dependency-disabled"
  /// The plugin needed has another version.
  case dependencyVersion = "dependency-version"
  /// Plugins need each other in a circle.
  case dependencyCycle = "dependency-cycle"
  /// A plugin needed was left out.
  case dependencyFailed = "dependency-failed"

  // MARK: Permissions and settings

  /// The operator has not granted what the plugin asks for (a warning).
  case permissionNotGranted = "permission-not-granted"
  /// The operator grants what the plugin does not ask for (a warning).
  case grantNotRequested = "grant-not-requested"
  /// The settings schema, or an event's or a question's schema is not usable.
  case schemaInvalid = "schema-invalid"
  /// A setting does not fit the settings schema.
  case settingInvalid = "setting-invalid"
  /// The operator has set what the plugin has no setting for (a warning).
  case settingUnknown = "setting-unknown"
  /// The environment variable or file of a secret is not there.
  case secretMissing = "secret-missing"
  /// A secret is written in the manifest itself (a warning).
  case secretInClear = "secret-in-clear"

  // MARK: Contributions

  /// A manifest declares a route twice.
  case routeDuplicate = "route-duplicate"
  /// A route has two parameters of one name.
  case routeParameterRepeated = "route-parameter-repeated"
  /// Two plugins claim a route.
  case routeConflict = "route-conflict"
  /// A manifest declares a board twice.
  case boardDuplicate = "board-duplicate"
  /// Two plugins claim a board.
  case boardConflict = "board-conflict"
  /// A manifest declares a live topic twice.
  case topicDuplicate = "topic-duplicate"
  /// Two plugins claim a live topic.
  case topicConflict = "topic-conflict"
  /// A manifest declares an event twice.
  case eventDuplicate = "event-duplicate"
  /// Two plugins claim an event.
  case eventConflict = "event-conflict"
  /// A manifest declares a page twice.
  case pageDuplicate = "page-duplicate"
  /// Two plugins claim a page.
  case pageConflict = "page-conflict"
  /// The accent of a page is not read well on the app's grounds.
  case accentUnreadable = "accent-unreadable"
  /// The navigation or the side menu leads to a page of whose address nothing says a part.
  case pageNameless = "page-nameless"
  /// A manifest declares a game type twice.
  case gameTypeDuplicate = "game-type-duplicate"
  /// Two plugins claim a game type.
  case gameTypeConflict = "game-type-conflict"
  /// A manifest declares a schedule twice.
  case scheduleDuplicate = "schedule-duplicate"
  /// A manifest declares a kind of notification twice.
  case notificationDuplicate = "notification-duplicate"
  /// A manifest declares a kind of scope twice.
  case scopeDuplicate = "scope-duplicate"
  /// A manifest declares a permission twice.
  case permissionDuplicate = "permission-duplicate"
  /// A permission applies to a kind of scope that the manifest lacks.
  case permissionScopeUnknown = "permission-scope-unknown"
  /// A manifest declares a role twice.
  case roleDuplicate = "role-duplicate"
  /// A role is held in a kind of scope that the manifest lacks.
  case roleScopeUnknown = "role-scope-unknown"
  /// A manifest declares a kind of group twice.
  case groupDuplicate = "group-duplicate"
  /// A manifest declares a kind of thing with a feed twice.
  case feedDuplicate = "feed-duplicate"
  /// No page draws what a feed or a shared thing leads to (a warning).
  case pageUnknown = "page-unknown"
  /// A page's script imports a file that is not there (a warning).
  case scriptImportMissing = "script-import-missing"
  /// A kind of thing with a feed is a kind of group, too.
  case feedOfGroup = "feed-of-group"
  /// A manifest declares a page that is shared twice.
  case shareDuplicate = "share-duplicate"
  /// No route says what a page that is shared shows to strangers.
  case shareCardUnknown = "share-card-unknown"
  /// A page that is shared and the route that says what it shows have different parameters.
  case shareParameters = "share-parameters"
  /// No page of the plugin draws where a kind of notification leads.
  case notificationPageUnknown = "notification-page-unknown"
  /// A kind of group is no kind of scope.
  case groupScopeUnknown = "group-scope-unknown"
  /// The role of a group's members or admins is not declared for its kind.
  case groupRoleUnknown = "group-role-unknown"
  /// What may be done in a group needs a permission that is not declared for its kind.
  case groupPermissionUnknown = "group-permission-unknown"
  /// Groups lie in groups of a kind that there is not, or in one another.
  case groupParentUnknown = "group-parent-unknown"
  /// What is said of groups needs a group that they lie in.
  case groupParentMissing = "group-parent-missing"
  /// A role brings a permission that the manifest lacks.
  case rolePermissionUnknown = "role-permission-unknown"
  /// A role brings a permission for another kind of scope than it is held in.
  case rolePermissionScope = "role-permission-scope"
  /// A topic is for those with a permission and names none, or names one and is for others.
  case topicPermissionMissing = "topic-permission-missing"
  /// A topic needs a permission that the manifest lacks.
  case topicPermissionUnknown = "topic-permission-unknown"
  /// What a topic needs a permission for does not fit the permission's declaration or the topic's name.
  case topicPermissionScope = "topic-permission-scope"
  /// A manifest offers a question twice.
  case questionDuplicate = "question-duplicate"
  /// A question is for those with a permission and names none, or names one and is for others.
  case questionPermissionMissing = "question-permission-missing"
  /// A question needs a permission that the manifest lacks.
  case questionPermissionUnknown = "question-permission-unknown"
  /// What a question needs a permission for does not fit the permission's declaration or the question's input.
  case questionPermissionScope = "question-permission-scope"
  /// A manifest names a question that it asks twice.
  case askDuplicate = "ask-duplicate"
  /// The plugin asked offers no such question (a warning for an optional one).
  case askUnknown = "ask-unknown"
  /// The plugin asked has another version (a warning for an optional question).
  case askVersion = "ask-version"
  /// The plugin asked is no dependency, and the question is not optional.
  case askWithoutDependency = "ask-without-dependency"
  /// A plugin may send with a question what the other one does not take.
  case askInput = "ask-input"
  /// A plugin may be answered what it does not understand.
  case askAnswer = "ask-answer"
  /// Plugins ask each other in a circle (a warning).
  case askCycle = "ask-cycle"
  /// A manifest declares a rule function twice.
  case ruleDuplicate = "rule-duplicate"
  /// Two plugins have the same entry symbol.
  case symbolConflict = "symbol-conflict"
  /// No plugin emits the event subscribed to.
  case subscriptionUnknown = "subscription-unknown"
  /// The plugin that emits the event subscribed to is no dependency.
  case subscriptionWithoutDependency = "subscription-without-dependency"

  // MARK: Texts and migrations

  /// A table of texts is no JSON object of strings.
  case textTableInvalid = "text-table-invalid"
  /// A language lacks texts that English has (a warning).
  case textMissing = "text-missing"
  /// A language has texts that English lacks (a warning).
  case textUnknown = "text-unknown"
  /// A text of a language has other places to fill in than the English one (a warning).
  case textPlaceholders = "text-placeholders"
  /// The manifest names a text that the English table lacks (a warning).
  case textKeyUnknown = "text-key-unknown"
  /// A migration is listed twice or is empty.
  case migrationInvalid = "migration-invalid"
  /// A migration has a statement that is not of the shared SQL.
  case migrationStatement = "migration-statement"
  /// The store cannot plan the migrations.
  case migrationPlan = "migration-plan"

  // MARK: The library as a file

  /// The library cannot be read.
  case elfUnreadable = "elf-unreadable"
  /// The file is no library.
  case elfNotELF = "elf-not-elf"
  /// The library is cut off.
  case elfTruncated = "elf-truncated"
  /// The library is made for another processor.
  case elfWrongArchitecture = "elf-wrong-architecture"
  /// The file is an executable or an object file.
  case elfNotSharedLibrary = "elf-not-shared-library"
  /// The library contradicts the ELF specification.
  case elfMalformed = "elf-malformed"
  /// The library has no package note.
  case packageNoteMissing = "package-note-missing"
  /// The package note is not readable.
  case packageNoteMalformed = "package-note-malformed"
  /// The package note lacks a key.
  case packageNoteKeyMissing = "package-note-key-missing"
  /// The package note is that of something else than a plugin.
  case packageNoteWrongType = "package-note-wrong-type"
  /// The library belongs to another plugin.
  case noteID = "note-id"
  /// The library was built against a Kit that this host does not offer.
  case noteKit = "note-kit"
  /// The library was built with another Swift.
  case noteSwift = "note-swift"
  /// The library contains its own copy of FieldhouseKit.
  case libraryOwnKit = "library-own-kit"
  /// The library is not linked with FieldhouseKit.
  case libraryWithoutKit = "library-without-kit"
  /// The library does not export its entry point.
  case symbolMissing = "symbol-missing"

  // MARK: The library in a process of its own

  /// The probe process could not be run.
  case probeFailed = "probe-failed"
  /// The loader refuses the library.
  case libraryUnloadable = "library-unloadable"
  /// The library needs a symbol that nothing offers.
  case libraryMissingSymbol = "library-missing-symbol"
  /// The process ended with a signal.
  case libraryCrashed = "library-crashed"
  /// The library ended the process.
  case libraryExited = "library-exited"
  /// The library did not come to an end.
  case libraryHung = "library-hung"
  /// The entry point returned nothing.
  case entryEmpty = "entry-empty"
  /// The entry point returned something that PluginEntry.export did not make.
  case entryForeign = "entry-foreign"
  /// The library was built for another binary contract.
  case contractMismatch = "contract-mismatch"
  /// The loader refuses a rule module.
  case ruleModuleUnloadable = "rule-module-unloadable"
  /// A rule module does not export a function.
  case ruleSymbolMissing = "rule-symbol-missing"
  /// The declaration of a rule function breaks a limit.
  case ruleDeclarationInvalid = "rule-declaration-invalid"
  /// A rule function has no self-test.
  case ruleNoSelfTests = "rule-no-self-tests"
  /// A self-test gave another result than expected.
  case ruleSelfTestFailed = "rule-self-test-failed"

  // MARK: Quarantine

  /// The plugin has ended or held up the host, and is kept out until it is released or another version is installed.
  case pluginQuarantined = "plugin-quarantined"

  // MARK: Coming to life

  /// The plugin cannot be made.
  case provisionFailed = "provision-failed"
  /// The code has a route that the manifest lacks.
  case routeUndeclared = "route-undeclared"
  /// The manifest has a route that the code lacks.
  case routeMissing = "route-missing"
  /// The code answers a question that the manifest lacks.
  case questionUndeclared = "question-undeclared"
  /// The manifest offers a question that the code does not answer.
  case questionMissing = "question-missing"
  /// A route asks for a permission that the manifest lacks.
  case routePermissionUnknown = "route-permission-unknown"
  /// What a route asks a permission for does not fit the permission's declaration or the route's path.
  case routePermissionScope = "route-permission-scope"
  /// The schema of a route's input or answer is none that can be used.
  case routeSchema = "route-schema"
  /// The plugin refuses its settings or files.
  case validateFailed = "validate-failed"
  /// A migration failed.
  case migrateFailed = "migrate-failed"
  /// The plugin did not start.
  case startFailed = "start-failed"
  /// The plugin says it does not work.
  case healthDown = "health-down"
  /// The code schedules what the manifest does not declare.
  case scheduleUndeclared = "schedule-undeclared"
  /// The code subscribes to what the manifest does not declare.
  case subscriptionUndeclared = "subscription-undeclared"
  /// The manifest subscribes to what the code does not.
  case subscriptionUnused = "subscription-unused"
  /// The plugin held too much memory.
  case libraryMemory = "library-memory"
  /// The plugin could not be tried.
  case trialFailed = "trial-failed"
  /// A step took too long.
  case stepTimeout = "step-timeout"
}
