import FieldhouseKit

extension BrokenPlugin {
  static let groups: [BrokenPlugin] = [
    broken(
      "a kind of group that is declared twice", [club([:]), club(["title": "Society"])],
      """
      manifests/broken.json:71 /contributions/groups/1 error group-duplicate
        The kind of group "club" is declared twice.
        found {"kind":"club","title":"Society","member":"member","admin":"admin"}; expected each kind of group once; the first is at /contributions/groups/0
        Remove one of the two.
      """),
    broken(
      "a kind of group that is no kind of scope", [club(["kind": "clubs"])],
      """
      manifests/broken.json:66 /contributions/groups/0/kind error group-scope-unknown
        The kind of group "clubs" is no kind of "scopes".
        found "clubs"; expected one of club, squad
        Did you mean "club"?
      manifests/broken.json:68 /contributions/groups/0/member error group-role-unknown
        "member" is no role that is held in a "clubs".
        found "member"; expected one that "roles" declares
        Declare it in "roles".
      manifests/broken.json:69 /contributions/groups/0/admin error group-role-unknown
        "admin" is no role that is held in a "clubs".
        found "admin"; expected one that "roles" declares
        Declare it in "roles".
      """),
    broken(
      "members with a role of another kind of thing", [club(["member": "player"])],
      """
      manifests/broken.json:68 /contributions/groups/0/member error group-role-unknown
        "player" is no role that is held in a "club".
        found "player"; expected one of member, admin
        Declare it in "roles".
      """),
    broken(
      "members who are all admins", [club(["member": "admin"])],
      """
      manifests/broken.json:69 /contributions/groups/0/admin error group-role-unknown
        Members and admins have one role.
        found "admin"; expected a role of its own
        Declare another one in "roles".
      """),
    broken(
      "an action with a permission for another kind of thing",
      [club(["actions": ["admit": "kep-door", "edit": "train"]])],
      """
      manifests/broken.json:71 /contributions/groups/0/actions/admit error group-permission-unknown
        "kep-door" is no permission for a "club".
        found "kep-door"; expected one of keep-door
        Did you mean "keep-door"?
      manifests/broken.json:72 /contributions/groups/0/actions/edit error group-permission-unknown
        "train" is no permission for a "club".
        found "train"; expected one of keep-door
        Declare it in "permissions".
      """),
    broken(
      "groups that lie in an unknown kind", [club(["in": "nation"])],
      """
      manifests/broken.json:70 /contributions/groups/0/in error group-parent-unknown
        There is no kind of group "nation".
        found "nation"; expected one that "groups" declares
        Declare it in "groups".
      """),
    broken(
      "groups that lie in one another",
      [
        club(["in": "squad"]),
        ["kind": "squad", "title": "Squad", "member": "player", "admin": "captain", "in": "club"],
      ],
      """
      manifests/broken.json:70 /contributions/groups/0/in error group-parent-unknown
        Groups of this kind would lie in one another.
        found "squad"; expected a kind that does not lie in them
        Take "in" from one of them.
      manifests/broken.json:77 /contributions/groups/1/in error group-parent-unknown
        Groups of this kind would lie in one another.
        found "club"; expected a kind that does not lie in them
        Take "in" from one of them.
      """),
    broken(
      "groups that lie nowhere with members and founders of what they lie in",
      [club(["within": true, "founders": "members"])],
      """
      manifests/broken.json:70 /contributions/groups/0/within error group-parent-missing
        "within" speaks of a group that these lie in.
        found true; expected "in" beside it
        Say in which kind of group they lie, or remove it.
      manifests/broken.json:71 /contributions/groups/0/founders error group-parent-missing
        "founders" speaks of a group that these lie in.
        found "members"; expected "in" beside it
        Say in which kind of group they lie, or remove it.
      """),
    BrokenPlugin(
      "things with a feed that are declared twice, or are a kind of group",
      { plugin, _ in
        declare([club([:])], &plugin)
        plugin["contributions", "feeds"] = [["kind": "stadium"], ["kind": "stadium"], ["kind": "club"]]
      },
      report: """
        manifests/broken.json:76 /contributions/feeds/1 error feed-duplicate
          The kind of thing with a feed "stadium" is declared twice.
          found {"kind":"stadium"}; expected each kind of thing with a feed once; the first is at /contributions/feeds/0
          Remove one of the two.
        manifests/broken.json:80 /contributions/feeds/2/kind error feed-of-group
          "club" is a kind of group.
          found "club"; expected a kind that "groups" does not declare
          Give the kind of group "feed": true instead.
        """),
    BrokenPlugin(
      "a page of things that is the same for all",
      { plugin, _ in
        plugin["contributions", "feeds"] = [["kind": "stadium", "page": "/seats"]]
      },
      report: """
        manifests/broken.json:17 /contributions/feeds/0/page error value-invalid
          The value of "page" is not allowed.
          found "/seats"; expected a path such as /matches/{thing}
          Write a path such as /matches/{thing}.
        """),
    BrokenPlugin(
      "pages that are shared twice, without a route or with other parameters",
      { plugin, _ in
        plugin["contributions", "routes"] = ["GET /ponds/{pond}/card", "PUT /ducks/{duck}/card", "GET /cards/{pond}"]
        plugin["contributions", "shares"] = [
          ["page": "/ponds/{pond}", "card": "/ponds/{pond}/card"], ["page": "/ponds/{id}", "card": "/cards/{id}"],
          ["page": "/ducks/{duck}", "card": "/ducks/{duck}/card"], ["page": "/swans", "card": "/cards/{pond}"],
        ]
      },
      report: """
        manifests/broken.json:21 /contributions/shares/1 error share-duplicate
          The page that is shared "/ponds/{}" is declared twice.
          found {"page":"/ponds/{id}","card":"/cards/{id}"}; expected each page that is shared once; the first is at /contributions/shares/0
          Remove one of the two.
        manifests/broken.json:27 /contributions/shares/2/card error share-card-unknown
          "routes" has no GET /ducks/{duck}/card.
          found "/ducks/{duck}/card"; expected the path of a GET route that "routes" declares
          Declare "GET /ducks/{duck}/card" in "routes".
        manifests/broken.json:31 /contributions/shares/3/card error share-parameters
          The route has other parameters than the page "/swans".
          found "/cards/{pond}"; expected the parameters of the page: none
          Name the same parameters in both.
        manifests/broken.json:18 /contributions/shares/0/page warning page-unknown
          No page draws "/ponds/{pond}".
          found "/ponds/{pond}"; expected the path of a page that "pages" declares, or below
          Declare the page in "pages".
        manifests/broken.json:22 /contributions/shares/1/page warning page-unknown
          No page draws "/ponds/{id}".
          found "/ponds/{id}"; expected the path of a page that "pages" declares, or below
          Declare the page in "pages".
        manifests/broken.json:26 /contributions/shares/2/page warning page-unknown
          No page draws "/ducks/{duck}".
          found "/ducks/{duck}"; expected the path of a page that "pages" declares, or below
          Declare the page in "pages".
        manifests/broken.json:30 /contributions/shares/3/page warning page-unknown
          No page draws "/swans".
          found "/swans"; expected the path of a page that "pages" declares, or below
          Declare the page in "pages".
        """),
  ]

  /// A club with some members changed or added.
  private static func club(_ changes: JSONObject) -> JSON {
    var club: JSONObject = ["kind": "club", "title": "Club", "member": "member", "admin": "admin"]
    for (key, value) in changes { club[key] = value }
    return .object(club)
  }

  private static func broken(_ fault: String, _ groups: JSON, _ report: String) -> BrokenPlugin {
    BrokenPlugin(
      fault,
      { plugin, _ in declare(groups, &plugin) }, report: report)
  }

  private static func declare(_ groups: JSON, _ plugin: inout PluginFixture) {
    plugin["contributions", "scopes"] = [["kind": "club", "title": "Club"], ["kind": "squad", "title": "Squad"]]
    plugin["contributions", "permissions"] = [
      ["name": "keep-door", "title": "Keep the door", "in": "club"],
      ["name": "train", "title": "Train", "in": "squad"],
    ]
    plugin["contributions", "roles"] = [
      ["name": "member", "title": "Member", "in": "club", "permissions": []],
      ["name": "admin", "title": "Admin", "in": "club", "permissions": ["keep-door"]],
      ["name": "player", "title": "Player", "in": "squad", "permissions": []],
      ["name": "captain", "title": "Captain", "in": "squad", "permissions": []],
    ]
    plugin["contributions", "groups"] = groups
  }
}
