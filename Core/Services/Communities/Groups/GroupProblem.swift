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
  static let consentNeeded = Problem.conflict(
    "group-consent-needed",
    "Those who look after this group see your user name and e-mail address. Agree to that with 'sharesContact' to join."
  )
  static let notReached = Problem.conflict(
    "group-without-contacts", "Nobody is told how to reach the members of this group.")
  static let banned = Problem(
    status: 403, code: "group-banned", detail: "The admins of this group do not want this person to be a member.")
  static let invitationNeeded = Problem(
    status: 403, code: "group-invitation-needed", detail: "Only who is invited can join this group.")
  static let codeUnknown = Problem.notFound("group-code-unknown", "No group has this code.")
  static let linkUnknown = Problem.notFound("group-link-unknown", "There is no such link. Ask for a new one.")
  static let linkRevoked = gone("revoked", "This link was withdrawn. Ask for a new one.")
  static let linkExpired = gone("expired", "This link has expired. Ask for a new one.")
  static let linkUsedUp = gone("used-up", "As many people have joined through this link as may. Ask for a new one.")
  static let linkUsed = Problem.conflict(
    "group-link-used", "You have joined through this link before. Ask for a new one to join again.")
  static let linksMany = Problem.conflict(
    "group-links-many", "The group has too many links. Those that have ended are cleared away after a week.")
  /// The answer to everybody who may not see a picture, whatever the reason.
  static let pictureUnknown = Problem.notFound(
    "picture-unknown", "There is no such picture, or it is not shown to you.")
  static let noPicture = Problem(
    status: 415, code: "picture-type", detail: "Send a JPEG, PNG or WebP picture as the body of the request.")
  static let noPictures = Problem.conflict("group-without-picture", "Groups of this kind have no pictures.")
  static let isMember = Problem.conflict("group-member-already", "This person is a member already.")
  static let changed = Problem(
    status: 412, code: "group-changed", detail: "Somebody has changed the group meanwhile. Look at it again first.")
  static let parentArchived = Problem.conflict("group-archived", "The group that it lies in is archived.")

  static let tooManyGroups = Problem.conflict(
    "too-many-memberships", "You are in as many groups as one can be in. Leave another one first.")

  private static func gone(_ what: String, _ detail: String) -> Problem {
    Problem(status: 410, code: "group-link-\(what)", detail: detail)
  }

  static func tooMany(_ kind: GroupKind) -> Problem {
    .conflict(
      "too-many-memberships",
      kind.memberships == 1
        ? "You can be in one group of this kind at a time. Leave the other one first."
        : "You can be in \(kind.memberships ?? 0) groups of this kind at a time. Leave another one first.")
  }
}
