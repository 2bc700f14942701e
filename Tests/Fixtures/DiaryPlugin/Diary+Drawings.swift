import FieldhouseKit

// Files that people add to a page: the whole and a short form of each, named by their content.
extension Diary {
  func drawings(_ routes: inout Routes) {
    routes.action("/drawings", "Keep a drawing, whole and short", access: .guest, status: 201) {
      [host] (input: DrawingInput, call) in
      let author = try call.account.id
      var files: [String] = []
      for text in [input.text, String(input.text.prefix(8))] {
        files.append(try await host.media.store(Array("%PDF-1.7 \(text)".utf8), contentType: "application/pdf").id)
      }
      let kept = files
      try await host.storage.write { transaction in
        for file in kept {
          try await transaction.execute("insert into drawings (author, file) values (\(author), \(file))")
        }
      }
      return Page(items: files.map { Line(text: $0) })
    }
  }

  /// Removes the files of a person that nobody else has drawn, too.
  func eraseDrawings(of account: AccountID, in transaction: any Transaction) async throws {
    let own = try await transaction.query(
      """
      select distinct file from drawings where author = \(account)
      and file not in (select file from drawings where author <> \(account))
      """)
    for row in own { try await host.media.remove(row["file"]) }
    try await transaction.execute("delete from drawings where author = \(account)")
  }
}

struct DrawingInput: RouteInput {
  var text: String
}
