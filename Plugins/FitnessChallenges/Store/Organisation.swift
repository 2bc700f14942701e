import FieldhouseKit

/// A club, a company, a school: a group that people found and join by the host's own ways. A challenge of one is seen and joined by its
/// members, without an invitation.
enum Organisation {
  /// The kind of scope and of group.
  static let kind = "organisation"
}
