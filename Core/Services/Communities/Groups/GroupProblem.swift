internal import FieldhouseKit

/// What keeps something from being done with a group.
enum GroupProblem {
  static let nameTaken = Problem.conflict("group-name-taken", "There is a group of this name already.")
  static let archived = Problem.conflict("group-archived", "This group is archived; nothing in it changes any more.")
  static let full = Problem.conflict("group-full", "All places in this group are taken.")
  static let lastAdmin = Problem.conflict(
    "group-last-admin", "The group needs an admin. Make another member one first.")
  static let memberNeeded = Problem.conflict("group-member-needed", "This person is no member of the group.")
  static let parentNeeded = Problem.conflict(
    "group-parent-needed", "Only members of the group that it lies in can join.")
  static let banned = Problem(
    status: 403, code: "group-banned", detail: "The admins of this group do not want this person to be a member.")
  static let invitationNeeded = Problem(
    status: 403, code: "group-invitation-needed", detail: "Only who is invited can join this group.")
  static let codeUnknown = Problem.notFound("group-code-unknown", "No group has this code.")
  static let isMember = Problem.conflict("group-member-already", "This person is a member already.")
  static let changed = Problem(
    status: 412, code: "group-changed", detail: "Somebody has changed the group meanwhile. Look at it again first.")
  static let parentArchived = Problem.conflict("group-archived", "The group that it lies in is archived.")

  static let tooManyGroups = Problem.conflict(
    "too-many-memberships", "You are in as many groups as one can be in. Leave another one first.")

  static func tooMany(_ kind: GroupKind) -> Problem {
    .conflict(
      "too-many-memberships",
      kind.memberships == 1
        ? "You can be in one group of this kind at a time. Leave the other one first."
        : "You can be in \(kind.memberships ?? 0) groups of this kind at a time. Leave another one first.")
  }
}
