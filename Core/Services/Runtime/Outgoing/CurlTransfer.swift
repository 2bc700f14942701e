import CCurl
import FieldhouseKit
import Foundation
import Glibc

/// One transfer with libcurl, on the calling thread.
final class CurlTransfer {
  private let request: OutgoingRequest
  private let allowsPrivate: Bool
  private var body: [UInt8] = []
  private var headers: [String: String] = [:]
  private var isTooLarge = false
  private var isForbidden = false

  init(_ request: OutgoingRequest, allowsPrivate: Bool) {
    self.request = request
    self.allowsPrivate = allowsPrivate
  }

  /// Does the transfer.
  /// - Throws: ``OutgoingError``.
  func perform() throws -> OutgoingResponse {
    guard let handle = curl_easy_init() else { throw OutgoingError(code: "http-failed", message: "libcurl failed.") }
    defer { curl_easy_cleanup(handle) }
    var fields: UnsafeMutablePointer<curl_slist>?
    defer { curl_slist_free_all(fields) }
    for (name, value) in request.headers { fields = curl_slist_append(fields, "\(name): \(value)") }
    configure(handle, fields: fields)
    let code = request.body.withUnsafeBufferPointer { bytes in
      if !bytes.isEmpty {
        fieldhouse_curl_set_pointer(handle, CURLOPT_POSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
        fieldhouse_curl_set_long(handle, CURLOPT_POSTFIELDSIZE, bytes.count)
      }
      fieldhouse_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method)
      return curl_easy_perform(handle)
    }
    guard code == CURLE_OK else { throw failure(code) }
    var status = 0
    fieldhouse_curl_status(handle, &status)
    return OutgoingResponse(status: status, headers: headers, body: body)
  }

  private func configure(_ handle: UnsafeMutableRawPointer, fields: UnsafeMutablePointer<curl_slist>?) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    fieldhouse_curl_set_text(handle, CURLOPT_URL, request.url)
    fieldhouse_curl_set_text(handle, CURLOPT_PROTOCOLS_STR, "http,https")
    fieldhouse_curl_set_long(handle, CURLOPT_FOLLOWLOCATION, 0)
    fieldhouse_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
    fieldhouse_curl_set_long(handle, CURLOPT_TIMEOUT, timeoutSeconds)
    fieldhouse_curl_set_text(handle, CURLOPT_PROXY, "")
    fieldhouse_curl_set_pointer(handle, CURLOPT_HTTPHEADER, fields)
    fieldhouse_curl_set_write(handle, CURLOPT_WRITEFUNCTION, takeBody)
    fieldhouse_curl_set_pointer(handle, CURLOPT_WRITEDATA, context)
    fieldhouse_curl_set_write(handle, CURLOPT_HEADERFUNCTION, takeHeader)
    fieldhouse_curl_set_pointer(handle, CURLOPT_HEADERDATA, context)
    fieldhouse_curl_set_open_socket(handle, openSocket)
    fieldhouse_curl_set_pointer(handle, CURLOPT_OPENSOCKETDATA, context)
  }

  /// 0 would be no limit.
  var timeoutSeconds: Int { min(max(request.timeoutSeconds, 1), 60) }

  private func failure(_ code: CURLcode) -> OutgoingError {
    if isForbidden {
      return OutgoingError(
        code: "http-address-forbidden", message: "The host resolves to an address that is not public.")
    }
    if isTooLarge {
      return OutgoingError(code: "http-too-large", message: "The answer is larger than \(request.maximumBytes) bytes.")
    }
    if code == CURLE_OPERATION_TIMEDOUT {
      return OutgoingError(code: "http-timeout", message: "No answer within \(timeoutSeconds) s.")
    }
    return OutgoingError(code: "http-failed", message: String(cString: curl_easy_strerror(code)))
  }

  fileprivate func append(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard body.count + bytes.count <= request.maximumBytes else {
      isTooLarge = true
      return 0
    }
    body.append(contentsOf: bytes)
    return bytes.count
  }

  fileprivate func appendHeader(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let parts = String(decoding: bytes, as: UTF8.self).split(separator: ":", maxSplits: 1)
    if parts.count == 2 {
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespacesAndNewlines)
    }
    return bytes.count
  }

  fileprivate func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
    let target = address.pointee
    let isAllowed = withUnsafePointer(to: target.addr) { allowsPrivate || AddressPolicy.isPublic($0) }
    guard isAllowed else {
      isForbidden = true
      return curl_socket_t(-1)
    }
    return socket(target.family, target.socktype | Int32(SOCK_CLOEXEC.rawValue), target.protocol)
  }
}

private func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
  context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
}

private func bytes(_ data: UnsafeMutablePointer<CChar>?, _ count: Int) -> UnsafeBufferPointer<UInt8> {
  UnsafeBufferPointer(start: UnsafeRawPointer(data)?.assumingMemoryBound(to: UInt8.self), count: count)
}

private func takeBody(
  _ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int { transfer(context)?.append(bytes(data, size * count)) ?? 0 }

private func takeHeader(
  _ data: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int { transfer(context)?.appendHeader(bytes(data, size * count)) ?? 0 }

private func openSocket(
  _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype, _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let address, let transfer = transfer(context) else { return curl_socket_t(-1) }
  return transfer.open(address)
}
