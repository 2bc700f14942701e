import FieldhouseKit

extension BrokenPlugin {
  static let rights: [BrokenPlugin] = [
    broken(
      "a kind of scope that is declared twice", "scopes",
      [
        ["kind": "card", "title": "Card"], ["kind": "card", "title": "Score card"], ["kind": "team", "title": "Team"],
      ],
      """
      manifests/broken.json:19 /contributions/scopes/1 error scope-duplicate
        The scope "card" is declared twice.
        found {"kind":"card","title":"Score card"}; expected each scope once; the first is at /contributions/scopes/0
        Remove one of the two.
      """),
    broken(
      "a permission for an unknown kind of thing", "permissions",
      [["name": "score", "title": "Score", "in": "crad"]],
      """
      manifests/broken.json:28 /contributions/permissions/0/in error permission-scope-unknown
        The permission "score" applies to "crad", which is no kind of "scopes".
        found "crad"; expected one of card, team
        Did you mean "card"?
      """),
    broken(
      "a role in an unknown kind of thing", "roles",
      [["name": "captain", "title": "Captain", "in": "squad", "permissions": []]],
      """
      manifests/broken.json:44 /contributions/roles/0/in error role-scope-unknown
        The role "captain" is held in "squad", which is no kind of "scopes".
        found "squad"; expected one of card, team
        Declare it in "scopes".
      """),
    broken(
      "a role that is declared twice", "roles",
      [
        ["name": "scorer", "title": "Scorer", "in": "card", "permissions": []],
        ["name": "scorer", "title": "Scorer", "permissions": []],
      ],
      """
      manifests/broken.json:47 /contributions/roles/1 error role-duplicate
        The role "scorer" is declared twice.
        found {"name":"scorer","title":"Scorer","permissions":[]}; expected each role once; the first is at /contributions/roles/0
        Remove one of the two.
      """),
    broken(
      "a role with an unknown permission", "roles",
      [["name": "scorer", "title": "Scorer", "in": "card", "permissions": ["enter-score"]]],
      """
      manifests/broken.json:46 /contributions/roles/0/permissions/0 error role-permission-unknown
        The role "scorer" brings "enter-score", which "permissions" does not declare.
        found "enter-score"; expected one of enter-scores, edit-team, see-totals
        Did you mean "enter-scores"?
      """),
    broken(
      "a role with a permission for another kind of thing", "roles",
      [["name": "scorer", "title": "Scorer", "in": "card", "permissions": ["enter-scores", "edit-team"]]],
      """
      manifests/broken.json:47 /contributions/roles/0/permissions/1 error role-permission-scope
        The role "scorer" is held in a "card"; the permission "edit-team" applies to a "team".
        found "edit-team"; expected a permission that applies to a "card"
        Take it from the role, or declare both for the same kind.
      """),
    broken(
      "a role in a thing with a permission for the whole host", "roles",
      [["name": "scorer", "title": "Scorer", "in": "card", "permissions": ["see-totals"]]],
      """
      manifests/broken.json:46 /contributions/roles/0/permissions/0 error role-permission-scope
        The role "scorer" is held in a "card"; the permission "see-totals" applies to the whole host.
        found "see-totals"; expected a permission that applies to a "card"
        Take it from the role, or declare both for the same kind.
      """),
    broken(
      "a topic for those with a permission that it does not name", "topics",
      [["name": "cards/{card}", "access": "permission", "in": "card"]],
      """
      manifests/broken.json:41 /contributions/topics/0 error topic-permission-missing
        The topic "cards/{card}" is for those with a permission and does not say which.
        found "access": "permission"; expected "permission" beside it
        Add "permission".
      """),
    broken(
      "a topic for everyone that names a permission", "topics",
      [["name": "cards/{card}", "access": "everyone", "permission": "enter-scores", "in": "card"]],
      """
      manifests/broken.json:41 /contributions/topics/0 error topic-permission-missing
        The topic "cards/{card}" names a permission and is not for those with one.
        found "access": "everyone"; expected "access": "permission"
        Write "access": "permission", or remove the permission.
      """),
    broken(
      "a topic with an unknown permission", "topics",
      [["name": "cards/{card}", "access": "permission", "permission": "see-card", "in": "card"]],
      """
      manifests/broken.json:44 /contributions/topics/0/permission error topic-permission-unknown
        The topic "cards/{card}" needs "see-card", which "permissions" does not declare.
        found "see-card"; expected one of enter-scores, edit-team, see-totals
        Declare it in "permissions".
      """),
    broken(
      "a topic that does not say for which thing", "topics",
      [["name": "cards/{card}/holes/{hole}", "access": "permission", "permission": "enter-scores"]],
      """
      manifests/broken.json:41 /contributions/topics/0/in error topic-permission-scope
        The topic "cards/{card}/holes/{hole}" needs "enter-scores", which applies to a "card".
        found no "in"; expected one of card, hole
        Name the parameter of the topic that holds the id.
      """),
    broken(
      "a topic whose name lacks the thing", "topics",
      [["name": "cards", "access": "permission", "permission": "enter-scores", "in": "card"]],
      """
      manifests/broken.json:45 /contributions/topics/0/in error topic-permission-scope
        The topic "cards" needs "enter-scores", which applies to a "card".
        found "card"; expected a topic with a parameter such as {card}
        Name the parameter of the topic that holds the id.
      """),
    broken(
      "a topic with a thing for a permission that applies to the whole host", "topics",
      [["name": "cards/{card}", "access": "permission", "permission": "see-totals", "in": "card"]],
      """
      manifests/broken.json:45 /contributions/topics/0/in error topic-permission-scope
        The topic "cards/{card}" needs "see-totals", which applies to the whole host.
        found "card"; expected no "in"
        Remove it.
      """),
  ]

  /// A plugin with rights of which one list is wrong.
  /// - Parameter report: without the place in the file.
  private static func broken(_ fault: String, _ list: String, _ items: JSON, _ report: String) -> BrokenPlugin {
    BrokenPlugin(
      fault,
      { plugin, _ in
        plugin["contributions", "scopes"] = [["kind": "card", "title": "Card"], ["kind": "team", "title": "Team"]]
        plugin["contributions", "permissions"] = [
          ["name": "enter-scores", "title": "Enter scores", "in": "card"],
          ["name": "edit-team", "title": "Edit a team", "in": "team"],
          ["name": "see-totals", "title": "See the totals"],
        ]
        plugin["contributions", list] = items
      }, report: report)
  }
}
