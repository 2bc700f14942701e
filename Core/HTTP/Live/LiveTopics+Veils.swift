import FieldhouseKit

// Topics of which not everything is for everybody.
extension LiveTopics {
  /// What is to be asked before events can be handed out: for whom of those who watch the words of their authors are.
  func questions(
    about page: StoredLiveEvents, of source: String, _ verdicts: inout LiveVerdicts
  ) -> [LiveQuestion] {
    guard let viewers = sources[source]?.viewers, !viewers.isEmpty else { return [] }
    var questions: [LiveQuestion] = []
    var asked: Set<LiveWords> = []
    for event in page.events where !event.name.isEmpty {
      guard let (veil, accounts) = viewers[event.topic], let words = verdicts.words(of: event, veil),
        asked.insert(words).inserted
      else { continue }
      let known = verdicts[words]
      let unknown = accounts.filter { known[$0.key] == nil }
      if !unknown.isEmpty { questions.append(LiveQuestion(words: words, veil: veil, watchers: unknown)) }
    }
    return questions
  }

  /// Those of a topic's watchers whom an event is for.
  func audience(
    of event: StoredLiveEvent, _ watchers: [UInt64: Client], in source: String, _ verdicts: inout LiveVerdicts
  ) -> [UInt64: Client] {
    guard let (veil, accounts) = sources[source]?.viewers[event.topic], let words = verdicts.words(of: event, veil)
    else { return watchers }
    let known = verdicts[words]
    return watchers.filter { accounts[$0.key] == nil || known[$0.key] == true }
  }
}
