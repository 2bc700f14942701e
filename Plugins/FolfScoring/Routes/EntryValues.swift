import FieldhouseKit
import Foundation

/// What a phone has noted.
struct EntriesInput: RouteInput {
  var round: String
  /// Names the phone; nobody else is told.
  var device: String
  var entries: [EntryInput]
  /// The version of the round that the phone has; what came since is answered.
  var since: Int?

  static var schema: Schema {
    .object(
      [
        ("round", .id), ("device", .id), ("entries", .array(of: EntryInput.schema, count: 0...500)),
        ("since", .nullable(.integer(0...Int64.max))),
      ], required: ["round", "device", "entries"])
  }
}

struct EntryInput: Decodable, Sendable, Described {
  /// Chosen by the phone once, such as a UUID, and sent again until there is an answer.
  var id: String
  var player: String
  /// The position of the hole, from 1; 0 says with the value 1 that the player did not finish.
  var hole: Int
  /// Throws unless given.
  var mark: Mark?
  /// Throws with penalty throws, or what the mark counts; 0 takes it back.
  var value: Int
  /// The ids of the entries that the phone showed there.
  var base: [String]?
  /// By the phone's clock.
  var enteredAt: Date?
  /// Of discs those after the first, throw after throw.
  var more: [Int]?

  static var schema: Schema {
    .object(
      [
        ("id", .id), ("player", .id), ("hole", .integer(0...99)), ("mark", .nullable(.mark)),
        ("value", .integer(0...99)), ("base", .nullable(.array(of: .id, count: 0...100))),
        ("enteredAt", .nullable(.string(format: .dateTime))), ("more", .nullable(.moreDiscs)),
      ], required: ["id", "player", "hole", "value"])
  }

  func entry(by author: AccountID, device: String, now: Date) -> Entry {
    Entry(
      id: id, place: CellPlace(player: player, hole: hole, mark: mark ?? .throwing), value: value,
      base: Set(base ?? []), author: author.text,
      device: device, enteredAt: enteredAt ?? now, more: more ?? [])
  }
}

/// One score that a phone sends by itself.
struct EntryPut: RouteInput {
  var round: String
  var entry: String
  /// Names the phone; nobody else is told.
  var device: String
  var player: String
  var hole: Int
  var mark: Mark?
  var value: Int
  var base: [String]?
  var enteredAt: Date?
  var more: [Int]?

  var made: EntryInput {
    EntryInput(
      id: entry, player: player, hole: hole, mark: mark, value: value, base: base, enteredAt: enteredAt, more: more)
  }

  static var schema: Schema {
    .object(
      [
        ("round", .id), ("entry", .id), ("device", .id), ("player", .id), ("hole", .integer(0...99)),
        ("mark", .nullable(.mark)), ("value", .integer(0...99)), ("base", .nullable(.array(of: .id, count: 0...100))),
        ("enteredAt", .nullable(.string(format: .dateTime))), ("more", .nullable(.moreDiscs)),
      ], required: ["round", "entry", "device", "player", "hole", "value"])
  }
}

/// What became of it.
struct EntryTaken: RouteOutput, Decodable {
  /// The version of the round that has it.
  var version: Int
}

struct NewsInput: RouteInput {
  var round: String
  /// 0 unless given.
  var since: Int?

  static var schema: Schema {
    .object([("round", .id), ("since", .integer(0...Int64.max))], required: ["round"])
  }
}

/// What was entered since a version.
struct NewsOutput: RouteOutput {
  /// The version of the round as it is now.
  var version: Int
  /// In the order in which the host took them.
  var entries: [NewEntryOutput]
  var refused: [RefusedOutput]

  static var schema: Schema {
    .object(
      [
        ("version", .integer()), ("entries", .array(of: NewEntryOutput.schema)),
        ("refused", .array(of: RefusedOutput.schema)),
      ], required: ["version", "entries", "refused"])
  }
}

/// An entry as phones exchange it.
struct NewEntryOutput: RouteOutput, Decodable {
  var id: String
  var player: String
  var hole: Int
  var mark: String
  var value: Int
  var base: [String]
  /// The account; nil for somebody who has left the platform.
  var by: String?
  var enteredAt: Date
  /// Its place in the order in which the host took them.
  var version: Int
  /// The discs after the first, throw after throw; nil for none.
  var more: [Int]?

  init(_ stored: StoredEntry) {
    let entry = stored.entry
    (id, player, hole, value) = (entry.id, entry.place.player, entry.place.hole, entry.value)
    mark = entry.place.mark.rawValue
    (base, by, enteredAt, version) = (entry.base.sorted(), entry.author, entry.enteredAt, stored.version)
    more = entry.more.isEmpty ? nil : entry.more
  }
}

/// An entry that was not taken.
struct RefusedOutput: RouteOutput, Decodable {
  var id: String
  var code: String
  var detail: String
}

extension Schema {
  fileprivate static var moreDiscs: Schema {
    .array(of: .integer(1...Int64(DiscBag.most)), count: 0...DiscBag.mostOfHole - 1)
  }
  fileprivate static var mark: Schema { .enumeration(Mark.allCases.map { .string($0.rawValue) }) }
}
