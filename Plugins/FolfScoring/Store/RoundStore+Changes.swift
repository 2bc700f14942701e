import FieldhouseKit
import Foundation

// Every change counts the version on and is told to those who watch.
extension RoundStore {
  /// Counts on, and tells those who watch that something has changed.
  @discardableResult
  static func touch(_ round: String, at now: Date, in transaction: any Transaction) async throws -> Int {
    let version: Int = try await transaction.query(
      "update rounds set version = version + 1, touched_at = \(now) where id = \(round) returning version"
    )[0]["version"]
    try await tell(round, version, [], in: transaction)
    return version
  }

  /// Notes the version that a round has with new entries, and tells those who watch. The one before was read in this transaction.
  /// - Parameter cells: the cells that have new entries, told as player and hole.
  static func touch(
    _ round: String, version: Int, at now: Date, cells: [CellPlace], in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      "update rounds set version = \(version), touched_at = \(now) where id = \(round)")
    try await tell(round, version, cells, in: transaction)
  }

  /// That a round has a version with one new entry, and since when.
  struct News: Sendable {
    let round: String
    /// One more than the version that was read in this transaction.
    let version: Int
    let at: Date
    let cell: CellPlace
  }

  /// Notes what several rounds have, each another one, and tells those who watch.
  static func touch(_ news: [News], in transaction: any Transaction) async throws {
    let times = news.map { "when \($0.round) then \($0.at)" as SQL }
    try await transaction.execute(
      """
      update rounds set version = version + 1, touched_at = case id \(SQL.joined(times, by: " ")) else touched_at end
      where id in (\(list: news.map(\.round)))
      """)
    for one in news { try await tell(one.round, one.version, [one.cell], in: transaction) }
  }

  private static func tell(
    _ round: String, _ version: Int, _ cells: [CellPlace], in transaction: any Transaction
  ) async throws {
    let told = cells.map { ["player": .string($0.player), "hole": .integer(Int64($0.hole))] as JSON }
    try await transaction.publish(
      "rounds/\(round)", LiveEvent("card", ["version": .integer(Int64(version)), "cells": .array(told)]))
  }

  /// Moves a round on: started, finished or cancelled. A round that is over has no code any more. The tournament whose card it
  /// is hears of it, as places count rounds that are over.
  static func move(_ round: Round, to state: Round.State, at now: Date, in transaction: any Transaction) async throws {
    let isOver = state == .finished || state == .cancelled
    try await transaction.execute(
      """
      update rounds set state = \(state.rawValue), code = \(isOver ? nil : round.code),
        started_at = \(state == .running ? now : round.startedAt), ended_at = \(isOver ? now : nil)
      where id = \(round.id)
      """)
    try await touch(round.id, at: now, in: transaction)
    if round.isIndependent, let card = try await EventStore.card(ofRound: round.id, in: transaction) {
      try await EventStore.tell(card.event, in: transaction)
    }
  }

  static func set(
    _ games: [GameChoice], _ format: TeamFormat, of round: String, at now: Date, in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      "update rounds set games = \(try JSONText.encode(games)), format = \(format.rawValue) where id = \(round)")
    try await touch(round, at: now, in: transaction)
  }

  /// Says how a player plays: from which tee, on which team, with how many throws given.
  static func set(
    _ player: String, tee: TeeColour, team: Int?, handicap: Int, cardName: String, of round: String, at now: Date,
    in transaction: any Transaction
  ) async throws {
    try await transaction.execute(
      """
      update players set tee = \(tee.rawValue), team = \(team), handicap = \(handicap), card_name = \(cardName)
      where id = \(player)
      """)
    try await touch(round, at: now, in: transaction)
  }

  /// Takes a player off a card in the lobby. When the host goes, whoever came next is the host; when nobody with an
  /// account is left, the round is cancelled.
  static func remove(_ player: Player, from round: Round, at now: Date, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from players where id = \(player.id)")
    if let account = player.account {
      for role in ["player", "host"] { try await transaction.revoke(role, from: account, in: round.scope) }
      if account == round.host { try await passOn(round, at: now, in: transaction) }
    }
    try await touch(round.id, at: now, in: transaction)
  }

  /// Makes the player who came first the host; a lobby without anybody is cancelled.
  static func passOn(_ round: Round, at now: Date, in transaction: any Transaction) async throws {
    let heir: AccountID? = try await transaction.first(
      "select account from players where round = \(round.id) and account is not null order by place, id limit 1"
    ).map { try $0[0] }
    try await transaction.execute("update rounds set host = \(heir) where id = \(round.id)")
    if let heir {
      try await transaction.grant("host", to: heir, in: round.scope)
    } else if round.state == .lobby {
      try await move(round, to: .cancelled, at: now, in: transaction)
    }
  }

  /// Notes that a player agrees to the row as it is now.
  static func sign(_ player: String, of round: Round, at now: Date, in transaction: any Transaction) async throws {
    let version = try await touch(round.id, at: now, in: transaction)
    try await transaction.execute(
      "update players set signed_at = \(now), signed_version = \(version) where id = \(player)")
  }
}
