import FieldhouseKit
import Foundation
import Synchronization

/// Where a provider says that the logos of a match's league and teams are.
struct ToldLogos: Hashable, Sendable {
  var league: String?
  var home: String?
  var away: String?
}

/// The ids of the logos that were fetched from providers.
final class ProviderLogos: Sendable {
  private let logos = Mutex<[LogoOwner: String]>([:])

  var all: [LogoOwner: String] { logos.withLock { $0 } }

  func set(_ all: [LogoOwner: String]) { logos.withLock { $0 = all } }
}

/// An address from which a logo is fetched.
struct LogoAddress: Hashable, Sendable {
  /// Longer addresses are not called.
  private static let longest = 300

  let address: String
  /// Under which name the host that has it is left alone for a while, like a provider.
  let source: String

  /// As its answer is called among those of providers: another address is another answer.
  var name: String { "logo \(address)" }

  /// An address that a provider tells: over HTTPS, of a picture that is no drawing, at a host that has pictures of this provider or at
  /// the one that is called; nil for any other.
  init?(_ told: String?, of provider: ProviderSource) {
    guard let told, told.utf8.count <= Self.longest, let url = URL(string: told), url.scheme == "https",
      url.user() == nil, url.password() == nil, url.fragment() == nil, let host = url.host(),
      !url.path().lowercased().hasSuffix(".svg")
    else { return nil }
    let called = URL(string: provider.address)
    let isKnown = provider.format.logoHosts.contains(host) && url.port == nil
    guard isKnown || called?.scheme == "https" && called?.host() == host && called?.port == url.port else { return nil }
    (address, source) = (told, "logos \(host)")
  }
}

extension ProviderFeed {
  /// What is known of logos.
  struct LogoPlan {
    /// What the providers had told when this was found.
    var revision = -1
    var addresses: [LogoOwner: LogoAddress] = [:]
    /// The number of the last change of the ledger that was heard of.
    var heard: [String: Int64]?
    /// The ids of logos by the names of what was asked for; "" where there was no picture.
    var fetched: [String: String] = [:]
    /// How often each has failed on any host since it was last answered.
    var failures: [String: Int] = [:]
  }

  /// So many logos are fetched at one look at most, one alone while a match is played.
  private static let mostLogos = 3
  private static let logoTimeout = 5

  /// Hears which logos any host has fetched, and fetches a few that nobody has. Each address is called once: it is called again only
  /// after a failure that may pass.
  func lookForLogos(mayCall: Bool) async throws {
    findLogos()
    guard !logoPlan.addresses.isEmpty else { return logos.set([:]) }
    try await readLogos()
    if mayCall { try await fetchLogos() }
    logos.set(
      logoPlan.addresses.compactMapValues { logoPlan.fetched[$0.name].flatMap { $0.isEmpty ? nil : $0 } })
  }

  /// The first source of a season that tells a logo counts.
  private func findLogos() {
    guard logoPlan.revision != revision else { return }
    logoPlan.revision = revision
    var found: [LogoOwner: LogoAddress] = [:]
    for (place, source) in sources.enumerated() {
      for season in source.seasons {
        guard let country = try? table.competition(season.key).teamCode else { continue }
        func note(_ told: String?, _ owner: LogoOwner) {
          if told != nil, found[owner] == nil { found[owner] = LogoAddress(told, of: source) }
        }
        for match in matchesEntry(place, season)?.matches ?? [] where match.logos != ToldLogos() {
          note(match.logos.league, .league(season.league))
          for (name, told) in [(match.row.home, match.logos.home), (match.row.away, match.logos.away)] {
            let team = SeasonAssembly.team(name.cleaned, of: country)
            if team.isDetermined { note(told, .team(team.id)) }
          }
        }
      }
    }
    logoPlan.addresses = found
  }

  private func readLogos() async throws {
    let names = Set(logoPlan.addresses.values.map(\.source)).sorted()
    let changes = try await ledger.changes(of: names)
    guard changes != logoPlan.heard else { return }
    logoPlan.fetched = try await ledger.bodies(of: names)
    logoPlan.failures = try await ledger.entries(of: names).mapValues(\.failures)
    logoPlan.heard = changes
  }

  /// What must wait for its turn, or for a host that is left alone, waits for the next look: matches come first. What has failed comes
  /// behind what has not, so that one address that never answers does not keep the others of its host from being fetched.
  private func fetchLogos() async throws {
    let missing = Set(logoPlan.addresses.values.filter { logoPlan.fetched[$0.name] == nil })
    guard !missing.isEmpty else { return }
    let now = clock.now
    var left = isAnythingPlayed(at: now) ? 1 : Self.mostLogos
    var resting: Set<String> = []
    func rank(_ logo: LogoAddress) -> (Int, String) { (logoPlan.failures[logo.name] ?? 0, logo.address) }
    for logo in missing.sorted(by: { rank($0) < rank($1) }) where !resting.contains(logo.source) {
      guard left > 0, !Task.isCancelled else { return }
      switch try await ledger.claim(logo.name, of: logo.source, unlessSince: .distantPast, now: now) {
      case .granted:
        left -= 1
        if try await !fetch(logo, at: now) { resting.insert(logo.source) }
      // Another host has it since, which the next look hears.
      case .known: continue
      // Either another host fetches this one just now, or the whole source is left alone.
      case .denied: if try await ledger.isHeld(logo.source, at: now) { resting.insert(logo.source) }
      case .wait: return
      }
    }
  }

  /// - Returns: whether the host has answered, be it that there is no such picture.
  private func fetch(_ address: LogoAddress, at now: Date) async throws -> Bool {
    let request = OutgoingRequest(
      url: address.address, headers: ["accept": Logo.types.joined(separator: ", ")],
      timeoutSeconds: Self.logoTimeout, maximumBytes: Logo.most)
    var response: OutgoingResponse?
    do {
      response = try await http.send(request)
    } catch {
      // What is too large is no logo, and will be none.
      guard (error as? OutgoingError)?.code == "http-too-large" else {
        try await rest(address, "\(error)", nil, at: now)
        return false
      }
    }
    if let response, [401, 408, 425, 429].contains(response.status) || response.status >= 500 {
      let patience = response.headers["retry-after"].flatMap { ProviderSource.seconds($0, from: now) }
      try await rest(address, "it answers with status \(response.status)", patience, at: now)
      return false
    }
    let logo = response.flatMap { $0.status == 200 ? Logo($0.body) : nil }
    let id = logo?.id ?? ""
    // In one transaction: an operator who takes the same picture back in between would have it deleted.
    _ = try await ledger.keep([address.name: id], asked: address.name, of: address.source, at: now) { transaction in
      if let logo { _ = try await LogoStore.keep(logo, in: transaction) }
    }
    logoPlan.fetched[address.name] = id
    return true
  }

  private func rest(_ address: LogoAddress, _ reason: String, _ patience: Double?, at now: Date) async throws {
    try await ledger.fail(
      address.name, of: address.source, reason, isOfAll: true, patience: patience, at: now)
  }
}
