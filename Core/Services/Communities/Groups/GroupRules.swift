internal import FieldhouseKit
internal import Foundation

/// What a plugin's manifest says of its groups, and what follows from it without a look at any table.
struct GroupRules: Sendable {
  /// The most characters of what a group's people say about it.
  static let longestAbout = 500

  /// The plugin's area.
  let area: String
  /// What people call the plugin.
  let name: String
  let kinds: [GroupKind]
  /// The kinds of the plugin's things that have a feed.
  let feeds: [FeedKind]
  let rights: RightsDeclaration
  /// For what the second factor is asked.
  var demand: SecondFactorDemand?

  /// A declared kind.
  /// - Throws: ``Problem`` 500 `group-kind-unknown`.
  func kind(_ name: String) throws -> GroupKind {
    guard let kind = kinds.first(where: { $0.kind == name }) else {
      throw Problem(
        status: 500, code: "group-kind-unknown", detail: "The plugin's manifest declares no groups '\(name)'.")
    }
    return kind
  }

  /// Where a thing is in whose feed something lies. Only the plugin knows what the thing is called.
  func home(of feed: FeedPlace) -> ReportHome {
    ReportHome(name: name, link: feeds.first { $0.kind == feed.kind }?.link(to: feed.thing, in: area))
  }

  /// A draft as it is founded, its mistakes told all at once.
  /// - Throws: ``Problem`` 422 `invalid-input`; 500 `group-kind-unknown`.
  func checked(_ draft: GroupDraft) throws -> GroupDraft {
    let kind = try kind(draft.kind)
    var draft = draft
    draft.name = draft.name.foldingWhiteSpace
    draft.visibility = draft.visibility ?? kind.visibility[0]
    draft.admission = draft.admission ?? kind.admission[0]
    draft.capacity = draft.capacity ?? kind.capacity
    var mistakes = mistakes(GroupEdit(draft), kind)
    if (draft.parent == nil) != (kind.in == nil) {
      let detail = kind.in == nil ? "A \(kind.title) lies in no other group." : "Say which group it lies in."
      mistakes.append(Problem.Field(pointer: "/parent", code: "group-parent", detail: detail))
    }
    guard mistakes.isEmpty else { throw Problem.invalid(mistakes) }
    return draft
  }

  /// What is wrong with what is to be changed.
  func mistakes(_ edit: GroupEdit, _ kind: GroupKind) -> [Problem.Field] {
    [
      name(edit.name, kind), about(edit.about), choice("visibility", edit.visibility, of: kind.visibility),
      choice("admission", edit.admission, of: kind.admission), capacity(edit.capacity, kind),
    ].compactMap { $0 }
  }

  private func name(_ name: String?, _ kind: GroupKind) -> Problem.Field? {
    guard let name, !(1...kind.name.longest).contains(name.foldingWhiteSpace.count) else { return nil }
    return Problem.Field(
      pointer: "/name", code: "group-name", detail: "The name has 1 to \(kind.name.longest) characters.")
  }

  private func about(_ about: String?) -> Problem.Field? {
    guard let about, about.count > Self.longestAbout else { return nil }
    return Problem.Field(
      pointer: "/about", code: "group-about", detail: "The description has at most \(Self.longestAbout) characters.")
  }

  private func choice<Choice: RawRepresentable<String> & Equatable>(
    _ field: String, _ choice: Choice?, of allowed: [Choice]
  ) -> Problem.Field? {
    guard let choice, !allowed.contains(choice) else { return nil }
    let names = allowed.map(\.rawValue).joined(separator: ", ")
    return Problem.Field(pointer: "/\(field)", code: "group-\(field)", detail: "Choose one of: \(names).")
  }

  private func capacity(_ capacity: Int?, _ kind: GroupKind) -> Problem.Field? {
    guard let capacity, !(1...kind.capacity).contains(capacity) else { return nil }
    return Problem.Field(
      pointer: "/capacity", code: "group-capacity", detail: "There are 1 to \(kind.capacity) places.",
      values: ["most": .integer(Int64(kind.capacity))])
  }

  /// What whoever looks after all groups of a kind may do in one.
  func everything(in kind: GroupKind) -> Set<GroupAction> {
    Set(GroupAction.allCases.filter { $0 != .contacts || kind.reachesMembers })
  }

  /// Whether roles that somebody holds in a group allow an action there.
  func allow(_ action: GroupAction, _ roles: [String], in kind: GroupKind) -> Bool {
    if action == .contacts, !kind.reachesMembers { return false }
    if roles.contains(kind.admin) { return true }
    guard let permission = kind.actions[action.rawValue] else { return false }
    return roles.contains { rights.role($0, heldIn: kind.kind)?.permissions.contains(permission) == true }
  }
}

extension GroupEdit {
  fileprivate init(_ draft: GroupDraft) {
    self.init(
      name: draft.name, about: draft.about, visibility: draft.visibility, admission: draft.admission,
      capacity: draft.capacity)
  }
}

/// How names of groups are found and told apart.
enum GroupName {
  /// Without letter case, accents and what stands between words.
  static func fold(_ name: String) -> String {
    name.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
      .foldingWhiteSpace
  }

  /// The words by which a name is found.
  static func words(_ name: String) -> Set<String> {
    let words = fold(name).unicodeScalars.split { !$0.properties.isAlphabetic && $0.properties.numericType == nil }
    return Set(words.map { String($0) })
  }

  /// What keeps a name apart from others; nil where it need not be.
  static func key(_ name: String, _ kind: GroupKind, in parent: String?) -> String? {
    kind.name.isUnique ? "\(kind.kind)\n\(parent ?? "")\n\(fold(name))" : nil
  }
}
