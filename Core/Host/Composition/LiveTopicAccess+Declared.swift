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

  /// The live topics of its groups and their chats, each for the members of the group.
  /// - Parameter people: knows who is hidden from whom.
  func groupTopics(_ rights: PluginRights?, _ people: any Authentication) -> [LiveTopicAccess] {
    let veil = LiveVeil(
      author: PluginGroups.author, hides: { try await people.blocks(between: $0, and: $1) })
    return checked.manifest.contributions.groups.flatMap { kind in
      [groupTopic(PluginGroups.topic(of: kind), kind, rights)]
        + [PluginGroups.chatTopic(of: kind).map { groupTopic($0, kind, rights, veil: veil) }].compactMap { $0 }
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
