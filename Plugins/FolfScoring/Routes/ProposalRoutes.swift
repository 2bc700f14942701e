import FieldhouseKit
import Foundation

// What people contribute to the courses that everybody finds, and who looks at it.
extension FolfScoring {
  func proposalRoutes(_ routes: inout Routes) {
    routes.post(
      "/courses/{course}/proposals",
      "Propose to say something else of a course that everybody finds, or that everybody finds one of mine",
      access: .account,
      problems: [.courseUnknown, .proposalsFull, .layoutChanged("Main"), .layoutEnded("Main")]
    ) { (input: ProposalInput, call, transaction) in
      try await propose(input, by: try call.account.id, at: call.now, in: transaction)
    }
    routes.get("/me/proposals", "What I have proposed, the newest first", access: .account) { (_: NoInput, call) in
      let me = try call.account.id
      let mine = try await host.storage.read { try await ProposalStore.proposals(of: me, limit: 100, in: $0) }
      return Page(items: mine.map { ProposalOutput($0, before: nil, author: nil) })
    }
    routes.delete(
      "/proposals/{proposal}", "Take a proposal of mine back while nobody has decided", access: .account,
      problems: [.proposalUnknown]
    ) { (input: ProposalName, call) in
      let (me, now) = (try call.account.id, call.now)
      let unnamed = try await host.storage.write { transaction in
        guard let proposal = try await ProposalStore.find(input.proposal, in: transaction), proposal.author == me,
          proposal.state == .waiting
        else { throw Problem.proposalUnknown }
        try await ProposalStore.decide(proposal.id, .refused, reason: "", at: now, in: transaction)
        return try await FileNames.unnamed(proposal.course.files, in: transaction)
      }
      for file in unnamed { try await host.media.remove(file) }
      return NoContent()
    }
    routes.get("/proposals", "What waits for a decision, the oldest first", access: .operators) { (_: NoInput, call) in
      try await waiting()
    }
    routes.put(
      "/proposals/{proposal}/decision", "Accept or refuse a proposal; the author is told", access: .operators,
      problems: [.proposalUnknown, .courseMoved, .layoutChanged("Main"), .layoutEnded("Main")]
    ) { (input: DecisionInput, call) in
      let now = call.now
      let unnamed = try await host.storage.write { transaction in
        try await decide(input, at: now, in: transaction)
      }
      for file in unnamed { try await host.media.remove(file) }
      return NoContent()
    }
  }

  private func propose(
    _ input: ProposalInput, by author: AccountID, at now: Date, in transaction: any Transaction
  ) async throws -> ProposalOutput {
    guard let kept = try await courses.kept(input.course, for: author, in: transaction) else {
      throw Problem.courseUnknown
    }
    let waiting = try await ProposalStore.proposals(of: author, limit: 100, in: transaction).count {
      $0.state == .waiting
    }
    guard waiting < ProposalStore.mostWaiting else { throw Problem.proposalsFull }
    let course = try input.content.course(kept.course.id, before: kept.course)
    _ = try merged(course, into: kept.course, at: now)
    let proposal = Proposal(
      id: RoundStore.newID(), course: course, author: author, madeAt: now, baseVersion: kept.version,
      note: input.note ?? "",
      state: .waiting, reason: "")
    try await ProposalStore.add(proposal, in: transaction)
    return ProposalOutput(proposal, before: nil, author: nil)
  }

  private func waiting() async throws -> Page<ProposalOutput> {
    let all = try await host.storage.read { [courses] transaction in
      var all: [(Proposal, Course?)] = []
      for proposal in try await ProposalStore.waiting(limit: 50, in: transaction) {
        all.append((proposal, try await courses.find(proposal.course.id, for: proposal.author, in: transaction)))
      }
      return all
    }
    let people = try await host.authentication.accounts(Array(Set(all.map(\.0.author))))
    return Page(items: all.map { ProposalOutput($0, before: $1, author: people[$0.author]?.name) })
  }

  /// - Returns: the files that no record names any more.
  private func decide(
    _ input: DecisionInput, at now: Date, in transaction: any Transaction
  ) async throws -> [String] {
    guard let proposal = try await ProposalStore.find(input.proposal, in: transaction), proposal.state == .waiting
    else {
      throw Problem.proposalUnknown
    }
    let kept = try await courses.kept(proposal.course.id, for: proposal.author, in: transaction)
    if input.isAccepted {
      guard let kept, kept.version == proposal.baseVersion else { throw Problem.courseMoved }
      let course = try merged(proposal.course, into: kept.course, at: now)
      try await courses.set(course, of: kept.owner, isShared: true, at: now, in: transaction)
    }
    try await ProposalStore.decide(
      proposal.id, input.isAccepted ? .accepted : .refused, reason: input.reason ?? "", at: now, in: transaction)
    try await transaction.notify(
      NotificationRequest(
        recipients: [proposal.author], about: [], kind: "proposal",
        text: input.isAccepted ? "proposalAccepted" : "proposalRefused",
        arguments: ["course": proposal.course.name, "reason": input.reason ?? ""],
        link: "/folf-scoring/course/\(proposal.course.id)", deduplicationKey: proposal.id))
    return try await FileNames.unnamed(proposal.course.files + (kept?.course.files ?? []), in: transaction)
  }
}

struct ProposalInput: RouteInput {
  var course: String
  var content: CourseContent
  /// What whoever decides should know.
  var note: String?

  private enum CodingKeys: CodingKey { case course, note }

  init(from decoder: any Decoder) throws {
    let own = try decoder.container(keyedBy: CodingKeys.self)
    (course, note) = (try own.decode(String.self, forKey: .course), try own.decodeIfPresent(String.self, forKey: .note))
    content = try CourseContent(from: decoder)
  }

  static var schema: Schema {
    .object(
      [("course", .id), ("note", .nullable(.string(maxLength: 500).text(.lines)))] + CourseContent.fields,
      required: ["course", "name", "layouts"])
  }
}

struct ProposalName: RouteInput {
  var proposal: String
  static var schema: Schema { .object([("proposal", .id)], required: ["proposal"]) }
}

struct DecisionInput: RouteInput {
  var proposal: String
  var isAccepted: Bool
  /// Why not.
  var reason: String?

  static var schema: Schema {
    .object(
      [("proposal", .id), ("isAccepted", .boolean), ("reason", .nullable(.string(maxLength: 300)))],
      required: ["proposal", "isAccepted"])
  }
}

/// A proposal with what is said of the course now.
struct ProposalOutput: RouteOutput {
  var id: String
  var state: Proposal.State
  /// Nil for one's own.
  var author: String?
  var madeAt: Date
  var note: String
  var reason: String
  var content: CourseOutput
  /// Nil where it is not asked for, and when the course is gone.
  var before: CourseOutput?

  init(_ proposal: Proposal, before: Course?, author: String?) {
    (id, state, self.author, madeAt) = (proposal.id, proposal.state, author, proposal.madeAt)
    (note, reason) = (proposal.note, proposal.reason)
    func shown(_ course: Course) -> CourseOutput {
      CourseOutput(
        CourseStore.Kept(course: course, owner: nil, isShared: true, version: proposal.baseVersion),
        for: proposal.author)
    }
    (content, self.before) = (shown(proposal.course), before.map(shown))
  }

  static var schema: Schema {
    .object(
      [
        ("id", .string()), ("state", .enumeration(Proposal.State.allCases.map { .string($0.rawValue) })),
        ("author", .string()), ("madeAt", .string(format: .dateTime)), ("note", .string()), ("reason", .string()),
        ("content", CourseOutput.schema), ("before", CourseOutput.schema),
      ], required: ["id", "state", "madeAt", "note", "reason", "content"])
  }
}

extension Problem {
  fileprivate static var proposalsFull: Problem {
    .conflict(
      "proposals-full", "\(ProposalStore.mostWaiting) of your proposals wait. Wait for a decision, or take one back.")
  }
  static var proposalUnknown: Problem { .notFound("proposal-unknown", "There is no such proposal that waits.") }
  fileprivate static var courseMoved: Problem {
    .conflict("course-moved", "The course has changed since this was proposed. Refuse it, and say so to its author.")
  }
}
