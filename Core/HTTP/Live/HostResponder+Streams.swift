import FieldhouseKit

extension HostResponder {
  /// How often sessions and rights are looked at. Together with the 200 ms that either may be remembered, a stream ends
  /// well within a second after its session, or after the right to watch one of its topics.
  private static let pause = Duration.milliseconds(300)
  /// How often quiet streams get a comment.
  private static let comfort = Duration.seconds(15)
  /// After how many such looks plugins are asked again who may watch: 15 s.
  private static let looksPerQuestion = 50
  /// How many questions plugins are asked at once.
  private static let questions = 32

  /// Ends the live streams of sessions and rights that have ended and keeps the others open, until the task is cancelled.
  public func tendStreams() async { await tendStreams(comfort: Self.comfort) }

  /// However long it takes to look at sessions, quiet streams hear of the host in time.
  /// - Parameter comfort: the time between two comments.
  func tendStreams(comfort: Duration) async {
    async let comforting: Void = comfortStreams(every: comfort)
    while (try? await Task.sleep(for: Self.pause)) != nil { await endStreamsWithoutRight() }
    await comforting
  }

  private func comfortStreams(every pause: Duration) async {
    while (try? await Task.sleep(for: pause)) != nil { live.comfort() }
  }

  /// Ends the live streams now of those who may not watch any more: of sessions and rights that have ended, and by the
  /// word of plugins, which are asked about all of them.
  package func endStreams() async {
    await endStreamsWithoutRight()
    await ask(about: nil)
  }

  /// Ends the live streams of those who may not watch any more by a plugin's own word, until the task is cancelled. A
  /// plugin that is slow keeps nobody else's streams.
  public func askAboutStreams() async {
    let sources = AskedSources()
    await withDiscardingTaskGroup { group in
      var looks = 0
      while (try? await Task.sleep(for: Self.pause)) != nil {
        looks += 1
        var topics = live.takeReviews()
        if looks.isMultiple(of: Self.looksPerQuestion) {
          topics.formUnion(streams.asked().flatMap(\.topics).map(\.address))
        }
        beginAsking(about: topics, of: sources) { body in group.addTask { await body() } }
      }
    }
  }

  /// Asks who may watch topics, each source on its own; a source that is being asked is asked the next time.
  /// - Parameter begin: lets work begin, and does not wait for its end.
  func beginAsking(
    about topics: Set<TopicAddress>, of sources: AskedSources, _ begin: (@escaping @Sendable () async -> Void) -> Void
  ) {
    for (source, topics) in Dictionary(grouping: topics, by: \.source) {
      guard sources.take(source) else {
        live.review(topics)
        continue
      }
      begin {
        await self.ask(about: Set(topics))
        sources.leave(source)
      }
    }
  }

  private func endStreamsWithoutRight() async {
    for (token, streams) in streams.needs {
      do {
        guard let principal = try await services.authenticate(token) else {
          self.streams.end(token)
          continue
        }
        for (number, topics) in streams { try await check(number, topics, principal) }
      } catch {
        services.log.warning("A session could not be looked at.", ["cause": "\(error)"])
        break
      }
    }
  }

  /// Asks who may watch topics; where there is no answer, it is asked again.
  /// - Parameter topics: nil for all.
  func ask(about topics: Set<TopicAddress>?) async {
    guard topics?.isEmpty != true else { return }
    await withDiscardingTaskGroup { group in
      let streams = streams.asked(topics)
      for first in 0..<min(Self.questions, streams.count) {
        group.addTask {
          for place in stride(from: first, to: streams.count, by: Self.questions) {
            let (number, token, topics) = streams[place]
            await self.ask(about: topics, for: number, token)
          }
        }
      }
    }
  }

  private func ask(about topics: [WatchedTopic], for number: UInt64, _ token: String?) async {
    do {
      var principal: Principal?
      if let token {
        principal = try await services.authenticate(token)
        // A session that has ended takes its streams along anyway.
        guard principal != nil else { return }
      }
      try await check(number, topics, principal)
    } catch {
      live.review(topics.map(\.address))
    }
  }

  /// Ends a stream when its watcher may not watch one of the topics any more.
  private func check(_ number: UInt64, _ topics: [WatchedTopic], _ principal: Principal?) async throws {
    do {
      for topic in topics { try await topic.admit(principal, services) }
    } catch let problem as Problem where problem.status < 500 {
      streams.end(number)
    }
  }
}
