internal import FieldhouseKit
internal import Foundation

extension Content {
  static let noFilm = Problem.invalid(
    "/video", "film-unknown", "There is no such film, or it is not whole yet. Upload it once more.")

  func filmRoutes(_ routes: inout Routes) {
    routes.action(
      "/films", "Begin to upload a film, which goes again unless a page shows it within a day", access: .operators,
      status: 201, problems: [films.tooLarge(films.maximumBytes + 1)]
    ) { [self] (input: FilmInput, call) in
      guard input.bytes <= films.maximumBytes else { throw films.tooLarge(input.bytes) }
      try await clearFilms(at: call.now)
      let film = FilmRow(id: ContentFilms.newID(), type: input.type, size: input.bytes, received: 0)
      try await storage.write { try await FilmStore.begin(film, at: call.now, in: $0) }
      return film.view
    }
    routes.add(uploading)
  }

  /// The part is the body of the request itself. One that is there already is not written again.
  private var uploading: Route {
    var route = Route(
      method: .put, path: "/films/{film}/parts/{part}", summary: "Upload a part of a film, one after the other",
      access: .operators, input: FilmPartInput.schema, output: FilmView.schema, status: 200,
      problems: [ContentFilms.unknown, ContentFilms.outOfTurn, ContentFilms.wrongLength, ContentFilms.noFilm],
      handler: Route.Handler(plain: { [self] request, _ in
        let part = request.parameters["part"].flatMap { Int($0) } ?? 0
        let view = try await take(request.body, as: part, of: request.parameters["film"] ?? "")
        return RawResponse(
          status: 200, contentType: "application/json", body: Array(try JSON(encoding: view).serialized().utf8))
      }))
    route.bodyTypes = ["application/octet-stream"]
    route.maximumBodyBytes = ContentFilms.partBytes
    return route
  }

  private func take(_ bytes: [UInt8], as part: Int, of id: String) async throws -> FilmView {
    guard let film = try await storage.read({ try await FilmStore.find(id, in: $0) }) else {
      throw ContentFilms.unknown
    }
    guard part >= film.received else { return film.view }
    guard part == film.received, part < film.parts else { throw ContentFilms.outOfTurn }
    guard bytes.count == film.length(of: part) else { throw ContentFilms.wrongLength }
    guard part > 0 || film.type.fits(bytes) else { throw ContentFilms.noFilm }
    try await films.write(bytes, part * ContentFilms.partBytes, id)
    let view = try await storage.write { transaction in
      try await FilmStore.take(part, of: id, in: transaction)
      guard let film = try await FilmStore.find(id, in: transaction) else { throw ContentFilms.unknown }
      return film.view
    }
    if view.address != nil { try await films.finish(id) }
    return view
  }

  /// Makes sure that a film can be shown, also where it was interrupted behind its last part.
  /// - Throws: ``Problem`` 422 `invalid-input` for one that is not whole.
  func finishFilm(_ id: String) async throws {
    guard try await storage.read({ try await FilmStore.find(id, in: $0) })?.isWhole == true else { throw Self.noFilm }
    try await films.finish(id)
  }

  /// Takes the films away that no page shows any more, and uploads that no page has shown within a day. What is interrupted in
  /// the middle goes on the next time.
  func clearFilms(at now: Date) async throws {
    let gone = try await storage.write { try await FilmStore.gone(at: now, in: $0) }
    guard !gone.isEmpty else { return }
    for film in gone { try await films.remove(film) }
    try await storage.write { try await FilmStore.forget(gone, in: $0) }
  }

  /// The media type and the size in bytes of a film that a page shows now; nil for any other.
  /// - Throws: ``StorageError``.
  public func shownFilm(_ id: String) async throws -> (contentType: String, bytes: Int)? {
    try await storage.read { transaction in
      guard let film = try await FilmStore.find(id, in: transaction), try await FilmStore.isShown(id, in: transaction)
      else { return nil }
      return (film.type.rawValue, film.size)
    }
  }
}

/// A film that is to come.
struct FilmInput: RouteInput {
  let bytes: Int
  let type: FilmType

  static var schema: Schema {
    .object(
      [
        ("bytes", .integer(1...Int64(1) << 40, description: "How large the file is.")),
        ("type", .enumeration(FilmType.allCases.map { .string($0.rawValue) })),
      ], required: ["bytes", "type"])
  }
}

/// A part of a film.
struct FilmPartInput: RouteInput {
  let film: String
  let part: Int

  static var schema: Schema {
    .object(
      [
        ("film", ContentPictures.fileID), ("part", .integer(0...Int64(Int32.max), description: "Counted from 0.")),
      ], required: ["film", "part"])
  }
}
