internal import Glibc

/// The output of a child process, read until it is closed.
struct ChildOutput {
  private static let maximum = 16 << 20

  let descriptor: Int32

  func collect(until deadline: Deadline) -> [UInt8] {
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while output.count < Self.maximum {
      var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&waiting, 1, deadline.millisecondsLeft)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return output }
      let count = read(descriptor, &chunk, chunk.count)
      guard count > 0 else { return output }
      output += chunk[..<count]
    }
    return output
  }
}

/// The end of a child process.
struct ChildEnd {
  private static let pause: useconds_t = 1_000

  let process: pid_t

  /// Waits for the end; at the deadline the process and all it has started are killed.
  func wait(until deadline: Deadline) -> ChildProcess.Ending {
    var status: Int32 = 0
    while true {
      let result = waitpid(process, &status, WNOHANG)
      if result == process { return ending(status) }
      if result < 0, errno != EINTR { return .exited(-1) }
      if deadline.millisecondsLeft == 0 { return kill(&status) }
      usleep(Self.pause)
    }
  }

  private func kill(_ status: inout Int32) -> ChildProcess.Ending {
    Glibc.kill(-process, SIGKILL)
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return .timedOut
  }

  private func ending(_ status: Int32) -> ChildProcess.Ending {
    let signal = status & 0x7f
    return signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
  }
}
