public import FieldhouseKit

/// The kinds of one owner as people see them.
public struct ShownKinds: RouteOutput, Decodable {
  /// Whose they are: a plugin's id, or the part of the platform.
  public var owner: String
  /// What people call the owner, in the caller's language.
  public var title: String
  /// The kinds.
  public var kinds: [ShownKind]
}

/// A kind as people see it.
public struct ShownKind: RouteOutput, Decodable {
  /// What `kindsOff` of the settings calls it: `<owner>/<name>`.
  public var id: String
  /// The title, in the caller's language.
  public var title: String
  /// The ways outside the inbox, the first that can arrive first: `push`, `email`, `sms`.
  public var channels: [String]
}

/// Every kind of notifications.
public struct KindList: RouteOutput, Decodable {
  /// By owner, the platform's first.
  public var items: [ShownKinds]
}

extension Inbox {
  /// The kind of what super-admins are told of the host; nobody else can be told of it, and so nobody else sees its switch.
  public static let hostTrouble = "host-trouble"

  /// What people can switch off.
  /// - Parameter isOperator: whether the reader is a super-admin.
  func shownKinds(language: String, isOperator: Bool) -> KindList {
    KindList(
      items: kinds.groups.filter { !$0.kinds.isEmpty }.map { group in
        ShownKinds(
          owner: group.owner, title: render(group.owner, group.title, language, [:]),
          kinds: group.kinds.filter { isOperator || $0.id != "accounts/\(Self.hostTrouble)" }.map { kind in
            ShownKind(
              id: kind.id, title: render(kind.owner, kind.title, language, [:]), channels: kind.channels.map(\.rawValue)
            )
          })
      })
  }
}
