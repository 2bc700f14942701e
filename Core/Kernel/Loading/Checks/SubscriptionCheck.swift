internal import FieldhouseKit

/// Every event a plugin subscribes to is the platform's, or emitted by a plugin it depends on, so that it is there when the
/// event comes.
struct SubscriptionCheck {
  /// What the platform itself emits.
  static let platform: Set<String> = ["accounts.invitation-accepted", "accounts.newcomer-settled"]
  /// What it emitted before there were hooks.
  private static let erasure = "accounts.account-erased"

  let context: CheckContext

  func problems(_ draft: PluginDraft) -> [ManifestProblem] {
    draft.manifest.contributions.subscriptions.enumerated().compactMap { index, name in
      problem(draft, name, JSONPointer(["contributions", "subscriptions"]).appending(index))
    }
  }

  private func problem(_ draft: PluginDraft, _ name: String, _ pointer: JSONPointer) -> ManifestProblem? {
    if Self.platform.contains(name) { return nil }
    guard let emitter = context.drafts.first(where: { $0.manifest.eventNames.contains(name) }) else {
      return isOfUnreadablePlugin(draft, name) ? nil : unknown(draft, name, pointer)
    }
    if emitter.id == draft.id || draft.manifest.dependencies[emitter.id] != nil { return nil }
    return draft.source.problem(
      .subscriptionWithoutDependency, at: pointer,
      "The event \"\(name)\" comes from \"\(emitter.id)\", which is no dependency.",
      found: "no dependency on \"\(emitter.id)\"", expected: "\"\(emitter.id)\" in \"dependencies\"",
      remedy: "Add \"\(emitter.id)\": \"^\(emitter.manifest.version)\" to \"dependencies\".")
  }

  /// Whether a needed plugin whose manifest has other problems may emit it.
  private func isOfUnreadablePlugin(_ draft: PluginDraft, _ name: String) -> Bool {
    draft.manifest.dependencies.keys.contains { context.draft($0) == nil }
  }

  private func unknown(_ draft: PluginDraft, _ name: String, _ pointer: JSONPointer) -> ManifestProblem {
    if name == Self.erasure { return personal(draft, name, pointer) }
    let known = context.drafts.flatMap(\.manifest.eventNames) + Self.platform.sorted()
    return draft.source.problem(
      .subscriptionUnknown, at: pointer, "No plugin emits the event \"\(name)\".", found: "\"\(name)\"",
      expected: known.isEmpty ? "no subscription" : "one of \(known.joined(separator: ", "))",
      remedy: closestMatch(to: name, in: known).map { "Did you mean \"\($0)\"?" } ?? "Install the plugin that emits it."
    )
  }
}

extension SubscriptionCheck {
  /// What happens to people is no event: an event is lost on a plugin that is switched off, and does not come again when
  /// an older backup is restored.
  private func personal(_ draft: PluginDraft, _ name: String, _ pointer: JSONPointer) -> ManifestProblem {
    draft.source.problem(
      .subscriptionUnknown, at: pointer, "What happens to people is told by hooks and not by events.",
      found: "\"\(name)\"", expected: "no subscription",
      remedy: "Remove it, and implement erase, merge or blocked of the plugin: each is called once, whatever happens.")
  }
}

extension Manifest {
  /// The full names of the events it emits.
  var eventNames: [String] { contributions.events.map { "\(area).\($0.name)" } }
}
