import FieldhouseContent
import FieldhouseHTTP
import FieldhouseRuntime

extension HostCore {
  /// Where the films of pages are kept: below the pictures, so that they are in each backup.
  static func contentFilms(_ films: FilmFolder, maximumBytes: Int) -> ContentFilms {
    ContentFilms(
      maximumBytes: maximumBytes, write: { try films.write($0, at: $1, of: $2) }, finish: { try films.finish($0) },
      remove: { try films.remove($0) })
  }

  /// The films that pages show.
  var shownFilms: FilmFiles {
    FilmFiles { [content, films] id in
      guard let found = try await content.shownFilm(id) else { return nil }
      return FilmFiles.Film(contentType: found.contentType, size: found.bytes) { offset, count in
        try films.read(id, from: offset, count: count) ?? []
      }
    }
  }
}
