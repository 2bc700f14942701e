import FieldhouseKit
import Foundation

/// A file that somebody is handing in.
struct FileImport: Sendable {
  enum Phase: String, Codable, CaseIterable, Sendable {
    /// Parts are awaited.
    case open
    /// All parts are there, and what was counted is being put together.
    case counting
    /// It is over; what could not be read of it is among the refusals.
    case done
  }

  /// What was not taken, and why.
  struct Refused: Codable, Hashable, Sendable, RouteOutput {
    /// What it is called, in the archive or the file; empty for the file itself.
    var name: String
    var code: String
    var detail: String
  }

  let id: String
  let name: String
  /// What activities are of which the file does not say it.
  let kind: Activity.Kind
  /// How long the file is.
  let bytes: Int
  var came: Int
  var parts: Int
  var machine: ImportMachine
  var phase: Phase
  var added: Int
  var known: Int
  /// Of how many new activities the route was left out, as its person has not agreed that it is kept.
  var routesLeftOut: Int
  var refusals: [Refused]

  /// How many refusals are kept.
  static let mostRefusals = 50
}

extension FileImport {
  init(_ row: Row) throws {
    (id, name, bytes) = (try row["id"], try row["name"], try row["bytes"])
    (came, parts, added, known) = (try row["came"], try row["parts"], try row["added"], try row["known"])
    routesLeftOut = try row["routes_left_out"]
    kind = Activity.Kind(rawValue: try row["kind"]) ?? .other
    phase = Phase(rawValue: try row["phase"]) ?? .done
    (machine, refusals) = (try JSONText.decode(row["state"]), try JSONText.decode(row["refusals"]))
  }
}

/// The files that people hand in, part by part: what was read stays, so that an interrupted import goes on where it was.
enum ImportStore {
  /// How many are open of one person.
  static let mostOpen = 5
  /// After how many seconds one that was begun is forgotten, at the next of the daily looks.
  static let kept = 2 * 86_400.0
  /// How many stretches are forgotten in a transaction.
  private static let slice = 5_000
  /// How long the stretches are, in milliseconds, into which counted steps are put together.
  static let bucket: Int64 = 900_000
  /// How many stretches are put together in a transaction.
  private static let step = 1_000
  /// How many samples are inserted by one statement; a power of two.
  private static let mostInserted = 512

  static func find(
    _ id: String, of account: AccountID, in transaction: any ReadTransaction
  ) async throws -> FileImport? {
    try await transaction.first("select * from imports where account = \(account) and id = \(id)").map(FileImport.init)
  }

  /// Begins an import; one of the same id that is there goes on.
  /// - Throws: ``Problem`` 409 `imports-many`.
  static func begin(
    _ input: ImportInput, of account: AccountID, at now: Date, in transaction: any Transaction
  ) async throws -> FileImport {
    if let known = try await find(input.id, of: account, in: transaction) { return known }
    let old = try await transaction.query("select id, phase, made_at from imports where account = \(account)")
    var open = 0
    for row in old {
      let madeAt: Date = try row["made_at"]
      if now.timeIntervalSince(madeAt) > kept {
        try await remove(try row["id"], of: account, in: transaction)
      } else if [
        "open", "counting",
      ].contains(try row["phase"] as String) {
        open += 1
      }
    }
    guard open < mostOpen else { throw Problem.importsMany }
    try await transaction.execute(
      """
      insert into imports (account, id, name, kind, bytes, came, parts, state, phase, added, known, refusals, made_at)
      values (\(account), \(input.id), \(input.name ?? ""), \((input.kind ?? .walk).rawValue), \(input.bytes), 0, 0,
        \(try JSONText.encode(ImportMachine())), 'open', 0, 0, '[]', \(now))
      """)
    guard let made = try await find(input.id, of: account, in: transaction) else { throw Problem.importUnknown }
    return made
  }

  /// Forgets the oldest of those that are too old, or some of what it counted: a file that was begun holds where somebody has been.
  /// - Returns: whether there was one.
  static func forgetOld(at now: Date, in transaction: any Transaction) async throws -> Bool {
    guard
      let old = try await transaction.first(
        "select account, id from imports where made_at < \(now.addingTimeInterval(-kept)) order by made_at limit 1")
    else { return false }
    let (account, id): (AccountID, String) = (try old["account"], try old["id"])
    let gone = try await transaction.execute(
      """
      delete from import_samples where account = \(account) and import = \(id) and bucket in (
        select bucket from import_samples where account = \(account) and import = \(id) order by bucket limit \(slice))
      """)
    if gone < slice { try await remove(id, of: account, in: transaction) }
    return true
  }

  /// Forgets those that await parts, which alone hold where somebody was.
  static func removeOpen(of account: AccountID, in transaction: any Transaction) async throws {
    let open = FileImport.Phase.open.rawValue
    for row in try await transaction.query("select id from imports where account = \(account) and phase = \(open)") {
      try await remove(try row["id"], of: account, in: transaction)
    }
  }

  static func remove(_ id: String, of account: AccountID, in transaction: any Transaction) async throws {
    try await transaction.execute("delete from import_samples where account = \(account) and import = \(id)")
    try await transaction.execute("delete from imports where account = \(account) and id = \(id)")
  }

  /// Keeps what a part has brought, unless another call has kept it meanwhile.
  static func keep(
    _ next: FileImport, after parts: Int, _ findings: ImportFindings, of account: AccountID, at now: Date,
    in transaction: any Transaction
  ) async throws -> FileImport {
    guard let known = try await find(next.id, of: account, in: transaction) else { throw Problem.importUnknown }
    guard known.parts == parts, known.phase == .open else { return known }
    var next = next
    let keepsRoutes = try await RouteConsent.isGiven(by: account, in: transaction)
    for found in findings.tracks { try await keep(found, keepsRoutes, in: &next, of: account, at: now, transaction) }
    try await keep(findings.samples, of: next.id, account, in: transaction)
    try await write(next, of: account, in: transaction)
    return next
  }

  private static func keep(
    _ found: ImportedTrack, _ keepsRoutes: Bool, in file: inout FileImport, of account: AccountID, at now: Date,
    _ transaction: any Transaction
  ) async throws {
    do {
      let activity = try found.activity(or: file.kind, now: now.millisecondsSince1970)
      let track = found.track.points > 1 ? found.track : nil
      let isNew = try await ActivityStore.put(activity, track, of: account, in: transaction)
      if isNew { file.added += 1 } else { file.known += 1 }
      if isNew, track != nil, !keepsRoutes { file.routesLeftOut += 1 }
    } catch let refusal as ImportRefusal {
      file.refuse(String(found.title.prefix(80)), refusal)
    }
  }

  private static func keep(
    _ samples: [HealthSample], of file: String, _ account: AccountID, in transaction: any Transaction
  ) async throws {
    var texts: [Int: String] = [:]
    for range in sets(of: samples.count) {
      let text = texts[range.count] ?? insertion(rows: range.count)
      texts[range.count] = text
      var values: [SQLValue] = [account.sqlValue, .text(file)]
      values.reserveCapacity(2 + range.count * 7)
      for sample in samples[range] { values += self.values(of: sample) }
      try await transaction.execute(SQL(text: text, values: values))
    }
  }

  /// Which samples are inserted together: a power of two each time, as statements are prepared by their texts, which are few
  /// then.
  static func sets(of count: Int) -> [Range<Int>] {
    var sets: [Range<Int>] = []
    var start = 0
    while start < count {
      let power = Int.bitWidth - 1 - (count - start).leadingZeroBitCount
      sets.append(start..<start + min(mostInserted, 1 << power))
      start = sets[sets.count - 1].upperBound
    }
    return sets
  }

  /// The text that inserts so many samples, those that are there already left as they are.
  static func insertion(rows: Int) -> String {
    let values = (0..<rows).map { row in
      "(?1, ?2, \((0..<7).map { "?\(3 + row * 7 + $0)" }.joined(separator: ", ")))"
    }
    return """
      insert into import_samples (account, import, bucket, source, is_said, measure, start_at, end_at, value)
      values \(values.joined(separator: ", ")) on conflict do nothing
      """
  }

  private static func values(of sample: HealthSample) -> [SQLValue] {
    [
      .integer(sample.start / bucket), .text(String(sample.source.prefix(80))), .integer(sample.isSaid ? 1 : 0),
      .integer(Int64(sample.measure.rawValue)), .integer(sample.start), .integer(sample.end), .real(sample.value),
    ]
  }

  /// Puts some of what was counted together into activities.
  static func count(
    _ id: String, of account: AccountID, at now: Date, in transaction: any Transaction
  ) async throws -> FileImport {
    guard var file = try await find(id, of: account, in: transaction) else { throw Problem.importUnknown }
    guard file.phase == .counting else { return file }
    let rows = try await transaction.query(
      """
      select bucket, source, is_said,
        sum(case when measure = 0 then value else 0.0 end) as steps,
        sum(case when measure = 1 then value else 0.0 end) as metres,
        sum(case when measure = 2 then value else 0.0 end) as pushes,
        min(case when measure <> 1 then start_at end) as first, max(case when measure <> 1 then end_at end) as last,
        min(start_at) as any_first, max(end_at) as any_last
      from import_samples where account = \(account) and import = \(id)
      group by bucket, source, is_said order by bucket, source, is_said limit \(step)
      """)
    guard let last = try rows.last.map({ try $0["bucket"] as Int64 }) else {
      file.phase = .done
      try await write(file, of: account, in: transaction)
      return file
    }
    // A bucket that may go on behind the limit is left for the next time, unless it is alone.
    let whole = try rows.count < step ? rows : rows.filter { try $0["bucket"] as Int64 != last }
    let taken = whole.isEmpty ? rows : whole
    try await keep(taken, in: &file, of: account, at: now, transaction)
    let through: Int64 = try taken[taken.count - 1]["bucket"]
    try await transaction.execute(
      "delete from import_samples where account = \(account) and import = \(id) and bucket <= \(through)")
    if rows.count < step { file.phase = .done }
    try await write(file, of: account, in: transaction)
    return file
  }

  private static func keep(
    _ rows: [Row], in file: inout FileImport, of account: AccountID, at now: Date, _ transaction: any Transaction
  ) async throws {
    var (from, before) = (Int64.max, Int64.min)
    for row in rows {
      let activity = try counted(row, received: now.millisecondsSince1970)
      guard activity.end <= activity.received + Plausibility.mostAhead else {
        file.refuse(
          "", ImportRefusal("clock-ahead", "Steps of the future are left out. Was the clock of the device right?"))
        continue
      }
      if try await ActivityStore.keep(activity, of: account, in: transaction) {
        (from, before) = (min(from, activity.start), max(before, activity.end))
        file.added += 1
      } else {
        file.known += 1
      }
    }
    if from < before { try await ActivityStore.tell(from, before, of: account, in: transaction) }
  }

  /// The activity that a source has counted in a stretch. A later export with more steps of the stretch takes its place.
  private static func counted(_ row: Row, received: Int64) throws -> Activity {
    let (bucket, source, isSaid): (Int64, String, Bool) = (try row["bucket"], try row["source"], try row["is_said"])
    let (steps, pushes): (Double, Double) = (try row["steps"], try row["pushes"])
    let (first, last): (Int64?, Int64?) = (try row["first"], try row["last"])
    let start = try first ?? row["any_first"]
    let end = try max(start + 1_000, last ?? row["any_last"])
    let name = SHA256.hex(Array("\(source)\n\(isSaid)".utf8)).prefix(16)
    let (whole, pushed) = (Int(min(steps, 1_000_000)), Int(min(pushes, 1_000_000)))
    let evidence: Activity.Evidence = isSaid ? .said : .device
    let kind: Activity.Kind = pushed > 0 ? .wheelchair : .walk
    let id = "h-\(name)-\(bucket)"
    var activity = Activity(
      id: id, kind: kind, source: .file, evidence: evidence, title: source, start: start, end: end,
      seconds: Int((end - start) / 1_000), received: received)
    (activity.steps, activity.pushes, activity.metres) = (whole, pushed, try row["metres"])
    activity.revision = whole + pushed
    activity.suspect = Plausibility.codes(of: activity, hasJumps: false)
    return activity
  }

  private static func write(
    _ file: FileImport, of account: AccountID, in transaction: any Transaction
  ) async throws {
    let isOpen = file.phase == .open
    try await transaction.execute(
      """
      update imports set came = \(file.came), parts = \(file.parts), phase = \(file.phase.rawValue),
        state = \(try JSONText.encode(isOpen ? file.machine : ImportMachine())), added = \(file.added),
        known = \(file.known), routes_left_out = \(file.routesLeftOut),
        refusals = \(try JSONText.encode(file.refusals))
      where account = \(account) and id = \(file.id)
      """)
  }
}

extension FileImport {
  mutating func refuse(_ name: String, _ refusal: ImportRefusal) {
    let refused = Refused(name: name, code: refusal.code, detail: refusal.detail)
    guard refusals.count < Self.mostRefusals, !refusals.contains(refused) else { return }
    refusals.append(refused)
  }

  /// The import behind another part, with what the part has brought.
  func reading(_ part: [UInt8]) -> (FileImport, ImportFindings) {
    var (next, findings) = (self, ImportFindings())
    (next.came, next.parts) = (came + part.count, parts + 1)
    do {
      try next.machine.read(part, into: &findings)
      if next.came == bytes {
        try next.machine.end(into: &findings)
        next.phase = .counting
      }
    } catch {
      next.refuse("", error)
      // What was found before it counts.
      next.phase = .counting
    }
    for (name, refusal) in findings.refusals { next.refuse(name, refusal) }
    return (next, findings)
  }
}
