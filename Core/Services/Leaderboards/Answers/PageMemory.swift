import FieldhouseKit
import Synchronization

/// The answers of boards as they were written last, for whoever asks the same again before anything has changed.
final class PageMemory: Sendable {
  /// What was asked, and by whom.
  struct Question: Hashable {
    let plugin: String
    let board: String
    let query: String
    let viewer: AccountID?
  }

  /// What an answer follows from: it is the same as long as this is.
  struct Ground: Equatable {
    /// ``RankStore/version``
    let version: UInt64
    /// The season that runs.
    let season: String?
  }

  private struct Page {
    let ground: Ground
    let text: [UInt8]
  }

  private struct State {
    var pages: [Question: Page] = [:]
    var bytes = 0
  }

  /// So many bytes of answers are kept at most; then it begins anew.
  private let most: Int
  private let state = Mutex(State())

  init(most: Int = 8 << 20) { self.most = most }

  /// The bytes of the answers.
  var bytes: Int { state.withLock { $0.bytes } }

  func text(_ question: Question, on ground: Ground) -> [UInt8]? {
    guard let page = state.withLock({ $0.pages[question] }), page.ground == ground else { return nil }
    return page.text
  }

  /// Keeps what was answered.
  /// - Parameter ground: as it was before the answer was looked for.
  func keep(_ text: [UInt8], _ question: Question, on ground: Ground) {
    state.withLock { state in
      if let old = state.pages.removeValue(forKey: question) { state.bytes -= old.text.count }
      guard text.count <= most / 64 else { return }
      if state.bytes + text.count > most { state = State() }
      state.pages[question] = Page(ground: ground, text: text)
      state.bytes += text.count
    }
  }
}

extension Boards {
  /// The same route, which takes over what has changed of people first, and answers from memory where nothing has.
  func remembering(_ route: Route) -> Route {
    guard let read = route.handler.plain, let freshen else { return route }
    var route = route
    route.handler = Route.Handler(plain: { [self] request, call in
      try await freshen()
      guard let question = PageMemory.Question(request, call), let ground = ground(of: question) else {
        return try await read(request, call)
      }
      if let text = pages.text(question, on: ground) {
        return RawResponse(status: 200, contentType: "application/json", body: text)
      }
      let response = try await read(request, call)
      if response.status == 200, response.headers.isEmpty { pages.keep(response.body, question, on: ground) }
      return response
    })
    return route
  }

  /// What an answer follows from now; nil where there is no such board, or that cannot be said.
  private func ground(of question: PageMemory.Question) -> PageMemory.Ground? {
    guard let shelf = shelf(question.plugin), let board = shelf.book.traits[question.board],
      let version = shelf.ranks.version
    else { return nil }
    return PageMemory.Ground(version: version, season: board.season(clock))
  }
}

extension PageMemory.Question {
  /// What is asked for where it follows from the board alone: not with whom somebody is friends, or whom one follows.
  init?(_ request: RawRequest, _ call: Call) {
    let query = request.query ?? ""
    guard request.body.isEmpty, let plugin = request.parameters["plugin"], let board = request.parameters["board"],
      query.utf8.count <= 256, !query.utf8.contains(UInt8(ascii: "%")), !Self.namesCircle(query)
    else { return nil }
    self.init(plugin: plugin, board: board, query: query, viewer: call.principal?.account.id)
  }

  private static func namesCircle(_ query: String) -> Bool {
    var rest = query.utf8[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "v")) {
      rest = rest[start...]
      if rest.starts(with: "view=f".utf8) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
