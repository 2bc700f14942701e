import FieldhouseKit

// Topics of which not everything is for everybody.
extension LiveTopics {
  /// What is to be asked before events can be handed out: for whom of those who watch the words of their authors are.
  func questions(about page: StoredLiveEvents, of source: String, _ verdicts: LiveVerdicts) -> [LiveQuestion] {
    guard let viewers = sources[source]?.viewers, !viewers.isEmpty else { return [] }
    var questions: [LiveQuestion] = []
    for event in page.events where !event.name.isEmpty {
      guard let (veil, accounts) = viewers[event.topic], let author = veil.author(of: event),
        !questions.contains(where: { $0.author == author && $0.topic == event.topic })
      else { continue }
      let unknown = accounts.filter { !verdicts.covers(author, event.topic, $0.key) }
      guard !unknown.isEmpty else { continue }
      questions.append(LiveQuestion(author: author, topic: event.topic, veil: veil, watchers: unknown))
    }
    return questions
  }

  /// Those of a topic's watchers whom an event is for.
  func audience(
    of event: StoredLiveEvent, _ watchers: [UInt64: Client], in source: String, _ verdicts: LiveVerdicts
  ) -> [UInt64: Client] {
    guard let (veil, accounts) = sources[source]?.viewers[event.topic], let author = veil.author(of: event) else {
      return watchers
    }
    return watchers.filter { accounts[$0.key] == nil || verdicts.shows(author, event.topic, $0.key) }
  }
}
