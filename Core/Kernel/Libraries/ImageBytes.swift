internal import FieldhouseMachine
internal import Glibc

/// The immutable bytes of a library, copied or mapped, with reads that cannot leave them.
///
/// Every number is little-endian. Offsets are unsigned 64-bit, as they come out of the file: no
/// arithmetic on them may trap.
final class ImageBytes: @unchecked Sendable {
  private let memory: UnsafeRawBufferPointer
  private let isMapped: Bool

  /// A copy of `bytes`.
  init(copying bytes: [UInt8]) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    copy.copyBytes(from: bytes)
    memory = UnsafeRawBufferPointer(copy)
    isMapped = false
  }

  /// A private read-only mapping of a regular file.
  ///
  /// The file must not be shortened in place while it is mapped; installing by rename is safe.
  init(mapping path: String) throws(ELFError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.unreadable(path, lastSystemFailure()) }
    defer { close(descriptor) }
    memory = try Self.map(descriptor, path)
    isMapped = memory.baseAddress != nil
  }

  deinit {
    if isMapped {
      munmap(UnsafeMutableRawPointer(mutating: memory.baseAddress), memory.count)
    } else {
      memory.deallocate()
    }
  }

  /// The number of bytes.
  var count: UInt64 { UInt64(memory.count) }

  /// True when `length` bytes from `offset` on lie within the file.
  func contains(_ offset: UInt64, _ length: UInt64) -> Bool {
    offset <= count && length <= count - offset
  }

  /// The number at `offset`; `part` names what is read, for the error.
  func number<Number: FixedWidthInteger>(
    at offset: UInt64, as type: Number.Type = Number.self, in part: String
  ) throws(ELFError) -> Number {
    guard contains(offset, UInt64(MemoryLayout<Number>.size)) else { throw .truncated(part) }
    return Number(littleEndian: memory.loadUnaligned(fromByteOffset: Int(offset), as: Number.self))
  }

  /// The bytes of a range, empty where it leaves the file; valid as long as `self`.
  func slice(_ offset: UInt64, _ length: UInt64) -> UnsafeRawBufferPointer {
    guard contains(offset, length) else { return UnsafeRawBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(rebasing: memory[Int(offset)..<Int(offset + length)])
  }

  private static func map(_ descriptor: Int32, _ path: String) throws(ELFError) -> UnsafeRawBufferPointer {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unreadable(path, lastSystemFailure()) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw unreadable(path, "it is no regular file") }
    let size = Int(status.st_size)
    if size == 0 { return UnsafeRawBufferPointer(start: nil, count: 0) }
    let address = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let address, address != MAP_FAILED else { throw unreadable(path, lastSystemFailure()) }
    return UnsafeRawBufferPointer(start: address, count: size)
  }

  private static func unreadable(_ path: String, _ cause: String) -> ELFError {
    ELFError(.unreadable, "\(path) cannot be read (\(cause)).", remedy: "Check the path and its permissions.")
  }
}
