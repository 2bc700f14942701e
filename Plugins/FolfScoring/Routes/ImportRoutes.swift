import FieldhouseKit
import Foundation

extension FolfScoring {
  /// How many rounds are taken in one request.
  static let mostImported = 20

  func importRoutes(_ routes: inout Routes) {
    routes.post(
      "/me/imports",
      "Take rounds over from scores as UDisc exports them, or as Metrix does; \(Self.mostImported) at most at once, each once",
      access: .account, status: 200
    ) { (input: ImportInput, call, transaction) in
      let (me, file) = (try call.account, try input.file)
      let mine = file.rounds.filter { round in round.lines.contains { $0.name == input.name } }
      guard !mine.isEmpty else {
        let names = file.names.prefix(5).joined(separator: ", ")
        throw Problem.invalid("/name", "player-unknown", "Nobody in the file has this name. Who plays most: \(names).")
      }
      let new = try await ImportStore.unknown(mine, for: me.id, in: transaction)
      let taken = new.prefix(Self.mostImported)
      for round in taken {
        try await ImportStore.add(round, of: me, named: input.name, at: call.now, in: transaction)
      }
      return ImportOutput(taken: taken.count, known: mine.count - new.count, left: new.count - taken.count)
    }
  }
}

/// A file of scores.
struct ImportInput: RouteInput {
  /// The text of the file.
  var text: String
  /// Who I am in it.
  var name: String

  var file: ScoreFile {
    get throws {
      do {
        return try ScoreFile(text)
      } catch let fault as ScoreFile.Fault {
        let place = fault.line.map { "Line \($0): " } ?? ""
        throw Problem.invalid("/text", "scores-unreadable", place + fault.reason)
      }
    }
  }

  static var schema: Schema {
    .object(
      [("text", .string(maxLength: 900_000).text(.lines)), ("name", .string(minLength: 1, maxLength: 100))],
      required: ["text", "name"])
  }
}

/// What became of a file.
struct ImportOutput: RouteOutput, Decodable {
  /// Rounds that are in the history now.
  var taken: Int
  /// Rounds that were there before.
  var known: Int
  /// Rounds that are still to be taken: send the file once more.
  var left: Int
}
