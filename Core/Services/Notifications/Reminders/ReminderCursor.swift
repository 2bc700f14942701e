internal import FieldhouseKit

/// Where a list of reminders of several plugins goes on: behind one of them.
struct ReminderCursor: Sendable, Hashable {
  let at: Int64
  let plugin: String
  let thing: String
  let kind: String

  /// Before all.
  static let start = ReminderCursor(at: -1 << 60, plugin: "", thing: "", kind: "")

  init(at: Int64, plugin: String, thing: String, kind: String) {
    (self.at, self.plugin, self.thing, self.kind) = (at, plugin, thing, kind)
  }

  /// - Throws: ``Problem`` 422 for what no page has had.
  init(_ text: String) throws {
    let parts = text.split(separator: "~", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 4, let at = Int64(parts[0]), (-1 << 60...1 << 60).contains(at), !text.utf8.contains(0) else {
      throw Problem.invalid("/after", "cursor", "Use the 'next' of the page before.")
    }
    self.init(at: at, plugin: parts[1], thing: parts[3], kind: parts[2])
  }

  var text: String { "\(at)~\(plugin)~\(kind)~\(thing)" }

  /// The same for the list of one plugin: those of one time come plugin by plugin.
  func place(in other: String) -> ReminderSource.Place {
    if other == plugin { return (at, thing, kind) }
    return other > plugin ? (at, "", "") : (at + 1, "", "")
  }
}
