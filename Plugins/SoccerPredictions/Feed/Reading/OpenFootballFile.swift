import Foundation

/// The openfootball project's JSON: `{"name", "matches": [...]}`. A match that cannot be read becomes a problem of
/// its own and does not cost the file's other matches.
struct OpenFootballFile: Decodable {
  let name: String
  let matches: [Result<OpenFootballMatch, FeedProblem>]

  private enum Key: String, CodingKey { case name, matches }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    matches = try fields.decode([Tolerant].self, forKey: .matches).map(\.result)
    name = try fields.decode(String.self, forKey: .name)
  }

  private struct Tolerant: Decodable {
    let result: Result<OpenFootballMatch, FeedProblem>

    init(from decoder: any Decoder) {
      do { result = .success(try OpenFootballMatch(from: decoder)) } catch { result = .failure(.decoding(error)) }
    }
  }
}
