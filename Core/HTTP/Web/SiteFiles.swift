import FieldhouseKit

/// What search engines read of the web app beside its pages.
public struct SiteFiles: Sendable {
  /// `/robots.txt`: what they may ask for, and where the map is (RFC 9309).
  public var robots: String
  /// `/sitemap.xml`: the addresses of the pages that are for everybody (sitemaps.org, protocol 0.9).
  public var map: @Sendable () async throws -> String

  /// The files of a site.
  public init(robots: String, map: @escaping @Sendable () async throws -> String) {
    (self.robots, self.map) = (robots, map)
  }
}
