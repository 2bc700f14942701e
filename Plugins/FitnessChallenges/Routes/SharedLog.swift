import FieldhouseKit
import Foundation

/// What people write down at the same time, kept in one transaction.
typealias SharedLog = SharedWrites<Said, EntryAnswer>

/// What somebody says to have done.
struct Said: Sendable {
  let input: EntryInput
  let account: AccountID
  let now: Date
}

extension FitnessChallenges {
  /// Keeps what several people say: mostly a new entry of whom nothing but words is known, which statements about all of them keep. Others
  /// go alone.
  func write(_ said: [Said], in transaction: any Transaction) async throws -> [SharedLog.Outcome] {
    if said.count == 1 { return [.answer(try await write(said[0], in: transaction))] }
    var outcomes = said.map { _ in SharedLog.Outcome.alone }
    var set = LogSet(try await LogSet.parts(said, in: transaction))
    for (place, one) in said.enumerated() {
      guard one.input.activity == nil, let (part, challenge) = set.part(of: one), part.leftAt == nil else { continue }
      do {
        set.add(try version(of: one.input, part, challenge, now: one.now), of: part, challenge, place, at: one.now)
      } catch {
        outcomes[place] = .refusal(error)
      }
    }
    let teams = try await set.teams(in: transaction)
    for (saying, after) in try await set.keep(in: transaction) {
      let (challenge, ending) = (saying.challenge, saying.challenge.openEnding)
      let me = ParticipationOutput(
        after, challenge, team: after.team.flatMap { teams[$0] }, ending, at: saying.now)
      outcomes[saying.place] = .answer(EntryAnswer(me, before: saying.part.outcome(ending, at: saying.now)))
    }
    return outcomes
  }
}
