import Glibc

/// Receives as `recv` does, and goes on when a signal interrupts it: with a time limit one does, whatever its handler asks for, and
/// a connection that is interrupted has not ended.
/// - Returns: how many bytes came; 0 at the end, -1 with `errno` when nothing came.
public func receive(_ descriptor: CInt, into chunk: inout [UInt8]) -> Int {
  while true {
    let count = recv(descriptor, &chunk, chunk.count, 0)
    if count >= 0 || errno != EINTR { return count }
  }
}
