import FieldhouseKit
import Foundation

/// A plugin of the time when the interface was smaller.
struct EarlyBird: Plugin {
  let host: PluginHost

  init(host: PluginHost) throws { self.host = host }

  func routes(_ routes: inout Routes) {
    let unknown = Problem.notFound("bird-unknown", "There is no such bird.")
    routes.get("/birds/{name}", "Greets a bird", access: .everyone, problems: [unknown]) { (bird: Bird, call) in
      guard bird.name != "dodo" else { throw unknown }
      host.log.info("greeted", ["bird": bird.name])
      return Greeting(
        text: "\(host.pluginID) greets \(bird.name)", at: call.now, age: host.clock.now.timeIntervalSince(call.now))
    }
  }
}

struct Bird: RouteInput {
  var name: String
}

struct Greeting: RouteOutput, Decodable {
  var text: String
  var at: Date
  var age: Double
}

@c(early_bird_plugin)
public func earlyBirdPlugin() -> UnsafeMutableRawPointer { PluginEntry.export(EarlyBird.self) }
