import FieldhouseKit
import Foundation

extension FitnessChallenges {
  /// The longest part of a file, in bytes.
  static let longestPart = 1 << 20

  func importRoutes(_ routes: inout Routes) {
    routes.post(
      "/me/imports", "Begin to hand in a file of activities (GPX, TCX, FIT, Apple Health, or ZIP), or go on",
      access: .account,
      problems: [.importsMany]
    ) { (input: ImportInput, call, transaction) in
      ImportOutput(try await ImportStore.begin(input, of: try call.account.id, at: call.now, in: transaction))
    }
    routes.add(partRoute)
    routes.get("/me/imports/{import}", "How far a file is", access: .account, problems: [.importUnknown]) {
      (input: ImportName, call) in ImportOutput(try await file(input.import, of: try call.account.id))
    }
    routes.action(
      "/me/imports/{import}/finish", "Put what was counted together, a part at a time until the file is done",
      access: .account, problems: [.importUnknown]
    ) { (input: ImportName, call) in
      let (account, now) = (try call.account.id, call.now)
      return ImportOutput(
        try await host.storage.write { try await ImportStore.count(input.import, of: account, at: now, in: $0) })
    }
    routes.delete("/me/imports/{import}", "Forget a file that was begun; its activities stay", access: .account) {
      (input: ImportName, call, transaction) in
      try await ImportStore.remove(input.import, of: try call.account.id, in: transaction)
      return NoContent()
    }
  }

  /// - Returns: a day later.
  func forgetImports(_ now: Date) async throws -> Date? {
    while try await host.storage.write({ try await ImportStore.forgetOld(at: now, in: $0) }) {}
    return now.addingTimeInterval(86_400)
  }

  /// The part is the body of the request itself. It is read outside of the transaction that keeps what was found, in which
  /// a part that another request has kept meanwhile counts once.
  private var partRoute: Route {
    let input = Schema.object(
      [("import", .activity), ("part", .string(pattern: "^[0-9]{1,7}$"))], required: ["import", "part"])
    var route = Route(
      method: .put, path: "/me/imports/{import}/parts/{part}",
      summary: "Hand in the next part of a file, at most 1 MiB; the same once more changes nothing", access: .account,
      input: input, output: ImportOutput.schema, status: 200,
      problems: [.importUnknown, .partMissing(3), .partLong],
      handler: Route.Handler(plain: { request, call in
        let part = Int(request.parameters["part"] ?? "") ?? 0
        let found = try await take(
          request.body, part, request.parameters["import"] ?? "", of: try call.account.id, at: call.now)
        return RawResponse(
          status: 200, contentType: "application/json",
          body: Array(try JSON(encoding: ImportOutput(found)).serialized().utf8))
      }))
    route.bodyTypes = ["application/octet-stream"]
    route.maximumBodyBytes = Self.longestPart
    return route
  }

  private func take(
    _ bytes: [UInt8], _ part: Int, _ id: String, of account: AccountID, at now: Date
  ) async throws -> FileImport {
    let file = try await file(id, of: account)
    guard file.phase == .open, part >= file.parts else { return file }
    guard part == file.parts else { throw Problem.partMissing(file.parts) }
    guard !bytes.isEmpty, file.came + bytes.count <= file.bytes else { throw Problem.partLong }
    let (next, findings) = file.reading(bytes)
    return try await host.storage.write {
      try await ImportStore.keep(next, after: part, findings, of: account, at: now, in: $0)
    }
  }

  private func file(_ id: String, of account: AccountID) async throws -> FileImport {
    guard let found = try await host.storage.read({ try await ImportStore.find(id, of: account, in: $0) }) else {
      throw Problem.importUnknown
    }
    return found
  }
}

/// A file to be handed in.
struct ImportInput: RouteInput {
  /// Chosen by the device once.
  var id: String
  var name: String?
  /// How long it is.
  var bytes: Int
  /// What activities are of which the file does not say it; a walk unless given.
  var kind: Activity.Kind?

  static var schema: Schema {
    .object(
      [
        ("id", .activity), ("name", .nullable(.string(maxLength: 120))),
        (
          "bytes",
          .integer(1...8_589_934_592).withMessage("A file has 1 byte to 8 GiB.")
        ), ("kind", .nullable(.activityKind)),
      ], required: ["id", "bytes"])
  }
}

struct ImportName: RouteInput {
  var `import`: String
  static var schema: Schema { .object([("import", .activity)], required: ["import"]) }
}

/// How far a file is, and what was found in it.
struct ImportOutput: RouteOutput, Decodable {
  var id: String
  var name: String
  var phase: FileImport.Phase
  var bytes: Int
  /// How many bytes were read.
  var came: Int
  /// The number of the part that comes next, from 0.
  var part: Int
  /// How many activities are new.
  var added: Int
  /// How many were there before.
  var known: Int
  /// Of how many new ones the route was left out, as I have not agreed that it is kept.
  var routesLeftOut: Int
  /// What was not taken.
  var refusals: [FileImport.Refused]

  init(_ file: FileImport) {
    (id, name, phase, bytes, came) = (file.id, file.name, file.phase, file.bytes, file.came)
    (part, added, known) = (file.parts, file.added, file.known)
    (routesLeftOut, refusals) = (file.routesLeftOut, file.refusals)
  }
}

extension Problem {
  static var importUnknown: Problem { .notFound("import-unknown", "There is no such file of yours. Begin anew.") }
  static var importsMany: Problem {
    .conflict("imports-many", "You hand in \(ImportStore.mostOpen) files already. Let one of them end first.")
  }
  static var partLong: Problem {
    .conflict("part-long", "The part is empty, or goes on behind the end that was named when the file was begun.")
  }
  static func partMissing(_ number: Int) -> Problem {
    .conflict("part-missing", "Part \(number) comes next.")
  }
}
