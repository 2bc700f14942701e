import ArgumentParser
import FieldhouseHTTP
import FieldhouseSupervision
import Foundation

extension Fieldhouse {
  /// Splits a process that is to serve into a supervisor and its worker; other commands run as they are. To be called
  /// before any thread is started.
  ///
  /// What keeps the host from listening at all is told by the worker, as every other reason of the operator's.
  /// - Returns: what was read to get there, so that the worker does not read it once more.
  public static func supervise(_ program: String, _ arguments: [String]) -> PreparedServe? {
    guard arguments.first == "serve" else { return nil }
    Worker.holdSignals()
    if let worker = Worker.inherited() {
      Supervised.become(worker)
      return nil
    }
    guard let prepared = PreparedServe(Array(arguments.dropFirst())),
      let address = try? prepared.configuration.makeAddress(), let socket = try? ListeningSocket(opening: address)
    else { return nil }
    // For the supervisor, which reads no settings; its workers are not handed it.
    setenv("FIELDHOUSE_SUPERVISOR_ALERT", prepared.configuration.alerts.command ?? "", 1)
    setenv("FIELDHOUSE_SUPERVISOR_ALERT_SECONDS", "\(prepared.configuration.alerts.seconds)", 1)
    let helper = "\(HostConfiguration.executableFolder)/fieldhouse-supervisor"
    if let worker = Worker.splitting(
      socket: socket.descriptor, helper: helper, arguments: [program] + arguments)
    {
      Supervised.become(worker)
    } else {
      socket.close()
    }
    return prepared
  }
}

/// `fieldhouse serve` with its settings read.
public struct PreparedServe: Sendable {
  let command: Serve
  let configuration: HostConfiguration

  /// Nil when the arguments or a setting are wrong.
  init?(_ arguments: [String]) {
    guard let command = try? Serve.parse(arguments), let configuration = try? command.settings.configuration()
    else { return nil }
    (self.command, self.configuration) = (command, configuration)
  }
}
