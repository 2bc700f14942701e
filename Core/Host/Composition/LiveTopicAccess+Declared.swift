import FieldhouseCommunities
import FieldhouseHTTP
import FieldhouseKernel
import FieldhouseKit
import FieldhouseNotifications
import FieldhouseRuntime
import FieldhouseSupervision

extension RunningPlugin {
  /// Its live topics.
  func topics(permits: Access.Permits?) -> [LiveTopicAccess] {
    checked.manifest.contributions.topics.map {
      LiveTopicAccess(
        pattern: "\(checked.manifest.area)/\($0.name)", source: id, access: $0.watchers, permits: permits,
        asks: $0.access == .plugin ? decision : nil)
    }
  }

  /// The live topics of its groups with their chats and feeds, each for the members of the group, and of the feeds of its
  /// things, each for those to whom the plugin shows the thing.
  /// - Parameter people: knows who is hidden from whom.
  func communityTopics(_ rights: PluginRights?, _ people: any Authentication) -> [LiveTopicAccess] {
    let veil = LiveVeil(
      author: PluginGroups.author, hides: { try await people.blocks(between: $0, and: $1) })
    let ofGroups = checked.manifest.contributions.groups.flatMap { kind in
      let written = [PluginGroups.chatTopic(of: kind), PluginGroups.feedTopic(of: kind)].compactMap { $0 }
      return [groupTopic(PluginGroups.topic(of: kind), kind, rights)]
        + written.map { groupTopic($0, kind, rights, veil: veil) }
    }
    let ofThings = checked.manifest.contributions.feeds.map { feed in
      LiveTopicAccess(
        pattern: "\(checked.manifest.area)/\(PluginGroups.feedTopic(of: feed.kind))", source: id, access: .guest,
        asks: decision, veil: veil)
    }
    return ofGroups + ofThings
  }

  /// Whether the plugin says that there is a thing of a kind, and for somebody: as it says who may watch its feed.
  var showsThing: FeedRoutes.Sees {
    { [decision] kind, thing, caller in
      let pattern = PluginGroups.feedTopic(of: kind)
      guard let topic = LiveTopic("feeds/\(kind)/\(thing)", pattern: pattern) else { return false }
      return try await decision(topic, caller)
    }
  }

  private func groupTopic(
    _ topic: String, _ kind: GroupKind, _ rights: PluginRights?, veil: LiveVeil? = nil
  ) -> LiveTopicAccess {
    LiveTopicAccess(
      pattern: "\(checked.manifest.area)/\(topic)", source: id,
      access: .permission("membership", in: PluginGroups.topicParameter),
      permits: { caller, _, group in
        guard let group, let rights else { return .stranger }
        return try await rights.isMember(caller, of: Scope(kind.kind, group)) ? .holder : .stranger
      }, veil: veil)
  }

  /// Asks the plugin, not longer than two seconds.
  private var decision: LiveTopicAccess.Decision {
    { [plugin, mark = PluginMark(id)] topic, caller in
      let answer = await Bounded.attempt(.seconds(2)) {
        let handling = mark.enter(.route)
        defer { handling.leave() }
        return try await plugin.mayWatch(topic, caller)
      }
      guard let answer else {
        throw Problem.unavailable("topic-unanswered", "Whether you may watch this was not answered in time.")
      }
      return try answer.get()
    }
  }
}

extension TopicDeclaration {
  /// Who may watch, as far as the host knows; guests are signed in too.
  fileprivate var watchers: FieldhouseKit.Access {
    switch (access, permission, self.in) {
    case (.everyone, _, _), (.plugin, _, _): .everyone
    case (.permission, let name?, let parameter?): .permission(name, in: parameter)
    case (.permission, let name?, nil): .permission(name)
    case (.account, _, _), (.permission, nil, _): .guest
    }
  }
}

extension LiveTopicAccess {
  /// The topic of a person's own inbox, `inbox/<account>`: an event `notification` comes when something new is in it.
  static let inbox = LiveTopicAccess(
    pattern: "\(Inbox.area)/{account}", source: "notifications", access: .guest,
    asks: { topic, caller in topic.parameters["account"] == caller?.account.id.text })
}
