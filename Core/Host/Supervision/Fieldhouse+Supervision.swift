import ArgumentParser
import FieldhouseHTTP
import FieldhouseSupervision
import Foundation

extension Fieldhouse {
  /// Splits a process that is to serve into a supervisor and its worker; other commands run as they are. To be called
  /// before any thread is started.
  ///
  /// What keeps the host from listening at all is told by the worker, as every other reason of the operator's.
  public static func supervise(_ program: String, _ arguments: [String]) {
    guard arguments.first == "serve" else { return }
    Worker.holdSignals()
    if let worker = Worker.inherited() { return Supervised.become(worker) }
    guard let serve = try? parseAsRoot(arguments) as? Serve, let configuration = try? serve.settings.configuration(),
      let address = try? configuration.makeAddress(), let socket = try? ListeningSocket(opening: address)
    else { return }
    let helper = "\(HostConfiguration.executableFolder)/fieldhouse-supervisor"
    if let worker = Worker.splitting(
      socket: socket.descriptor, helper: helper, arguments: [program] + arguments)
    {
      Supervised.become(worker)
    } else {
      socket.close()
    }
  }
}
