import FieldhouseKit
import Foundation

// Pictures of a round, and of a course that somebody proposes.
extension FolfScoring {
  /// The largest picture, in bytes; the page makes those of a camera smaller and leaves out what the camera wrote down
  /// beside them.
  static let largestPhoto = 2_000_000

  func photoRoutes(_ routes: inout Routes) {
    routes.add(
      picture(
        "/rounds/{round}/holes/{hole}/photos/{photo}",
        "Add a picture to a round – at hole 0 – or to one of its holes, under an id that the phone has chosen, however often",
        access: .permission("play", in: "round"), input: PhotoPut.schema,
        problems: [.photosFull, .photoTaken, .holeUnknown, .over]
      ) { [host] request, file, call in
        let photo = Photo(
          id: request.parameters["photo"] ?? "", round: request.parameters["round"] ?? "", account: try call.account.id,
          file: file, hole: Int(request.parameters["hole"] ?? "") ?? 0, takenAt: call.now)
        try await host.storage.write { try await Self.keep(photo, in: $0) }
      })
    routes.get("/rounds/{round}/photos", "The pictures of a round", access: .permission("play", in: "round")) {
      (input: RoundName, call) in
      let me = try call.account.id
      let photos = try await host.storage.read { try await PhotoStore.photos(of: input.round, in: $0) }
      let people = try await host.authentication.accounts(Array(Set(photos.map(\.account))))
      return Page(items: photos.map { PhotoOutput($0, by: people[$0.account]?.name ?? "", isMine: $0.account == me) })
    }
    routes.delete(
      "/rounds/{round}/photos/{photo}", "Remove a picture of mine", access: .permission("play", in: "round"),
      problems: [.photoUnknown]
    ) { (input: PhotoName, call) in
      let me = try call.account.id
      let unnamed = try await host.storage.write { transaction in
        let photos = try await PhotoStore.photos(of: input.round, in: transaction)
        guard let photo = photos.first(where: { $0.id == input.photo && $0.account == me }) else {
          throw Problem.photoUnknown
        }
        _ = try await PhotoStore.remove(photo.id, in: transaction)
        return try await FileNames.unnamed([photo.file], in: transaction)
      }
      for file in unnamed { try await host.media.remove(file) }
      return NoContent()
    }
    routes.add(
      picture(
        "/proposals/{proposal}/layouts/{layout}/holes/{hole}/photo",
        "Add an overview picture of a hole to a proposal of mine; layout and hole by their positions, from 1, or 0 and 0 for the course",
        access: .account, input: ProposalPhotoPut.schema, problems: [.proposalUnknown, .holeUnknown]
      ) { [host] request, file, call in
        let me = try call.account.id
        try await host.storage.write { transaction in
          guard let proposal = try await ProposalStore.find(request.parameters["proposal"] ?? "", in: transaction),
            proposal.author == me, proposal.state == .waiting
          else { throw Problem.proposalUnknown }
          let place = (Int(request.parameters["layout"] ?? "") ?? 0, Int(request.parameters["hole"] ?? "") ?? 0)
          try await ProposalStore.set(
            try proposal.course.showing(file, at: place), of: proposal.id, in: transaction)
        }
      })
  }

  private static func keep(_ photo: Photo, in transaction: any Transaction) async throws {
    let round = try await RoundStore.round(photo.round, in: transaction)
    guard round.state != .cancelled else { throw Problem.over }
    guard photo.hole <= round.layout.holes.count else { throw Problem.holeUnknown }
    let photos = try await PhotoStore.photos(of: round.id, in: transaction)
    if let known = photos.first(where: { $0.id == photo.id }) {
      guard known.account == photo.account, known.file == photo.file else { throw Problem.photoTaken }
      return
    }
    guard photos.count < PhotoStore.most else { throw Problem.photosFull }
    try await PhotoStore.add(photo, in: transaction)
    try await RoundStore.touch(round.id, at: photo.takenAt, in: transaction)
  }

  /// A route that takes a picture as the body of the request. What is refused leaves no file behind.
  private func picture(
    _ path: String, _ summary: String, access: Access, input: Schema, problems: [Problem],
    keep: @escaping @Sendable (_ request: RawRequest, _ file: String, _ call: Call) async throws -> Void
  ) -> Route {
    var route = Route(
      method: .put, path: path, summary: summary, access: access, input: input, output: nil, status: 204,
      problems: problems + [.noPicture],
      handler: Route.Handler(plain: { [host] request, call in
        let file = try await host.media.store(request.body, contentType: request.contentType ?? "").id
        do {
          try await keep(request, file, call)
        } catch {
          let unnamed = try await host.storage.read { try await FileNames.unnamed([file], in: $0) }
          for file in unnamed { try await host.media.remove(file) }
          throw error
        }
        return RawResponse(status: 204)
      }))
    route.bodyTypes = ["image/jpeg", "image/png", "image/webp"]
    route.maximumBodyBytes = Self.largestPhoto
    return route
  }
}

extension Course {
  /// The course with a picture of a hole, or of its own.
  /// - Throws: ``Problem`` 404 `hole-unknown`.
  fileprivate func showing(_ file: String, at place: (layout: Int, hole: Int)) throws -> Course {
    var course = self
    if place == (0, 0) {
      course.photo = file
      return course
    }
    guard layouts.indices.contains(place.layout - 1), layouts[place.layout - 1].holes.indices.contains(place.hole - 1)
    else {
      throw Problem.holeUnknown
    }
    course.layouts[place.layout - 1].holes[place.hole - 1].photo = file
    return course
  }
}

private enum PhotoPut {
  static var schema: Schema {
    .object(
      [("round", .id), ("hole", .integer(0...99)), ("photo", .string(minLength: 16, maxLength: 64))],
      required: ["round", "hole", "photo"])
  }
}

private enum ProposalPhotoPut {
  static var schema: Schema {
    .object(
      [("proposal", .id), ("layout", .integer(0...20)), ("hole", .integer(0...99))],
      required: ["proposal", "layout", "hole"])
  }
}

struct PhotoName: RouteInput {
  var round: String
  var photo: String
  static var schema: Schema { .object([("round", .id), ("photo", .id)], required: ["round", "photo"]) }
}

struct PhotoOutput: RouteOutput, Decodable {
  var id: String
  /// Its address.
  var address: String
  /// The position of the hole, from 1; 0 for the round.
  var hole: Int
  /// Who took it; empty for somebody who is not there any more.
  var by: String
  var isMine: Bool
  var takenAt: Date

  init(_ photo: Photo, by: String, isMine: Bool) {
    (id, address, hole) = (photo.id, "/v1/media/\(photo.file)", photo.hole)
    (self.by, self.isMine, takenAt) = (by, isMine, photo.takenAt)
  }
}

extension Problem {
  fileprivate static var photosFull: Problem {
    .conflict("photos-full", "The round has \(PhotoStore.most) pictures, which is as many as it can have.")
  }
  fileprivate static var photoTaken: Problem { .conflict("photo-taken", "Another picture has this id.") }
  fileprivate static var photoUnknown: Problem { .notFound("photo-unknown", "You have added no such picture.") }
  fileprivate static var holeUnknown: Problem { .notFound("hole-unknown", "There is no such hole.") }
  fileprivate static var noPicture: Problem {
    Problem(status: 415, code: "media-content", detail: "Send a JPEG, PNG or WebP picture as the body of the request.")
  }
}
