import CCurl
import FieldhouseKit

/// One mail handed over with libcurl, on the calling thread.
final class SMTPTransfer {
  private let server: SMTPServer
  private let recipient: String
  private var rest: ArraySlice<UInt8>

  init(_ mail: [UInt8], to recipient: String, server: SMTPServer) {
    self.server = server
    self.recipient = recipient
    rest = mail[...]
  }

  /// Does the transfer.
  /// - Throws: ``OutgoingError``.
  func perform() throws {
    guard let handle = curl_easy_init() else { throw OutgoingError(code: "smtp-failed", message: "libcurl failed.") }
    defer { curl_easy_cleanup(handle) }
    let recipients = curl_slist_append(nil, "<\(recipient)>")
    defer { curl_slist_free_all(recipients) }
    configure(handle, recipients: recipients)
    let code = curl_easy_perform(handle)
    guard code == CURLE_OK else { throw failure(code, handle) }
  }

  private func configure(_ handle: UnsafeMutableRawPointer, recipients: UnsafeMutablePointer<curl_slist>?) {
    fieldhouse_curl_set_text(handle, CURLOPT_URL, server.url)
    fieldhouse_curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps")
    fieldhouse_curl_set_text(handle, CURLOPT_PROXY, "")
    fieldhouse_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
    fieldhouse_curl_set_long(handle, CURLOPT_TIMEOUT, SMTPServer.timeoutSeconds)
    if let user = server.user { fieldhouse_curl_set_text(handle, CURLOPT_USERNAME, user) }
    if let password = server.password { fieldhouse_curl_set_text(handle, CURLOPT_PASSWORD, password) }
    if server.needsEncryption { fieldhouse_curl_set_long(handle, CURLOPT_USE_SSL, Int(CURLUSESSL_ALL.rawValue)) }
    fieldhouse_curl_set_text(handle, CURLOPT_MAIL_FROM, "<\(server.sender)>")
    fieldhouse_curl_set_pointer(handle, CURLOPT_MAIL_RCPT, recipients)
    fieldhouse_curl_set_long(handle, CURLOPT_UPLOAD, 1)
    fieldhouse_curl_set_read(handle, giveMail)
    fieldhouse_curl_set_pointer(handle, CURLOPT_READDATA, Unmanaged.passUnretained(self).toOpaque())
  }

  /// libcurl's own words say nothing of the mail; the server's are left out, since they may repeat the recipient.
  private func failure(_ code: CURLcode, _ handle: UnsafeMutableRawPointer) -> OutgoingError {
    var status = 0
    fieldhouse_curl_status(handle, &status)
    let reply = status > 0 ? " The server's last reply was \(status)." : ""
    return OutgoingError(code: "smtp-failed", message: String(cString: curl_easy_strerror(code)) + "." + reply)
  }

  fileprivate func give(_ space: UnsafeMutableRawBufferPointer) -> Int {
    let piece = rest.prefix(space.count)
    space.copyBytes(from: piece)
    rest = rest.dropFirst(piece.count)
    return piece.count
  }
}

private func giveMail(
  _ space: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let context else { return 0 }
  let transfer = Unmanaged<SMTPTransfer>.fromOpaque(context).takeUnretainedValue()
  return transfer.give(UnsafeMutableRawBufferPointer(start: space, count: size * count))
}
