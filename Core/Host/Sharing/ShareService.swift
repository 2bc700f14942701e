import FieldhouseAccounts
import FieldhouseContent
import FieldhouseHTTP
import FieldhouseKit
import FieldhouseRuntime
import Foundation

/// What is shown of pages that people share: tags in the page itself, and a picture, whose route is mounted at `/v1/shares`.
struct ShareService: Sendable {
  /// How long others may show a picture before they ask again, in seconds.
  private static let picturesHold = 300

  let shares: Shares
  let cards: CardStore
  /// Where people reach the host, without a slash at its end.
  let publicURL: String
  let languages: @Sendable () -> [String]
  /// The host's logo; nothing where it has none.
  let logo: [UInt8]
  /// Profile pictures and those of groups.
  let pictures: MediaFolder
  let accounts: Accounts
  /// The pages that are for everybody.
  let site: SitePages

  /// What pages say to whoever was handed their address.
  var preview: PagePreview {
    PagePreview(isFor: { shares.isFor($0) || site.isFor($0) }, head: { await head($0) })
  }

  private func head(_ visit: PageVisit) async -> String {
    let asked = ShareAddress.values(in: visit.query)
    let call = inLanguage(asked["language"], visit.call)
    guard shares.isFor(visit.path) else { return await site.head(visit.path, language: call.language) }
    guard let drawing = await drawing(visit.path, call) else { return "" }
    let kept = ["token", "language"].compactMap { name in asked[name].map { (name, $0) } }
    let picture = ShareAddress.of(
      "/v1/shares/picture",
      [
        ("page", visit.path), ("language", call.language), ("version", String(CardStore.key(drawing).prefix(12))),
      ])
    return ShareTags(
      drawing: drawing, address: publicURL + ShareAddress.of(visit.path, kept), picture: publicURL + picture,
      language: call.language
    ).html
  }

  /// What a page shows to strangers, as it is drawn; nil for one that people do not share.
  private func drawing(_ path: String, _ call: Call) async -> CardDrawing? {
    guard let view = await shares.view(path, call) else { return nil }
    var picture: [UInt8] = []
    if let id = view.picture { picture = (try? await pictures.file(id)?.bytes) ?? [] }
    return view.drawing(
      site: shares.site, isMirrored: LanguageTag.isRightToLeft(call.language), logo: logo, picture: picture)
  }

  func routes(_ routes: inout Routes) {
    let schema = Schema.object(
      [
        ("page", .string(minLength: 1, maxLength: 1_000, description: "The page's path in the web app.")),
        ("language", .string(minLength: 2, maxLength: 35, description: "The language of its words.")),
        ("version", .string(maxLength: 64, description: "Another one for another picture; it is not read.")),
      ], required: ["page"])
    routes.add(
      Route(
        method: .get, path: "/picture", summary: "The picture of a link to a page, as a PNG of 1200 by 630 pixels",
        access: .everyone, input: schema, output: .string(), status: 200, contentType: "image/png",
        problems: [Self.unknown, Self.tooMany],
        handler: Route.Handler(plain: { request, call in try await picture(request, call) })))
  }

  private func picture(_ request: RawRequest, _ call: Call) async throws -> RawResponse {
    let query = ShareAddress.values(in: request.query)
    guard let drawing = await drawing(query["page"] ?? "", inLanguage(query["language"], call)) else {
      throw Self.unknown
    }
    let bytes = try await cards.picture(drawing) { try await accounts.count([.cardsPerAddress], by: call) }
    return RawResponse(
      status: 200, contentType: "image/png",
      headers: [
        "etag": "\"\(CardStore.key(drawing))\"", "cache-control": "public, max-age=\(Self.picturesHold)",
        "content-security-policy": "default-src 'none'; sandbox", "content-disposition": "inline",
      ], body: bytes)
  }

  /// Nobody's call in the language that an address names; in the caller's where it names none that there is.
  private func inLanguage(_ language: String?, _ call: Call) -> Call {
    Call(
      principal: nil, now: call.now,
      language: language.flatMap { languages().contains($0) ? $0 : nil } ?? call.language,
      requestID: call.requestID, remoteAddress: call.remoteAddress)
  }

  private static let unknown = Problem.notFound("share-unknown", "This is no page that people share.")
  private static let tooMany = Problem.tooMany(
    "too-many-requests", "Too many requests. Please wait and try again.", retryAfterSeconds: 60)
}
