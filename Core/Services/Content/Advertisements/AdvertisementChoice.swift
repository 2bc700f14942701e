internal import Foundation

/// Where somebody is who may be shown an advertisement.
struct AdvertisementView: Sendable {
  /// The area of the plugin whose page it is.
  let area: String
  /// The page's path below the area, without a slash before it.
  let path: String
  /// The country that the person has given; nil for none.
  let country: String?
  let now: Date
}

/// Which advertisement is shown beside a page.
enum AdvertisementChoice {
  /// Of those that are shown now, to people of this country, beside this page: one that was made for the smallest place, of
  /// these one that was made for the country, of these the one that was looked at least so far; of the same by their ids.
  static func best(_ advertisements: [Advertisement], for view: AdvertisementView) -> Advertisement? {
    advertisements.compactMap { item in fit(item, view).map { (item, $0) } }
      .min { left, right in
        if left.1 != right.1 { return left.1 > right.1 }
        return (left.0.views, left.0.id) < (right.0.views, right.0.id)
      }?.0
  }

  /// How closely one was made for a view; nil when it is not for it.
  private static func fit(_ item: Advertisement, _ view: AdvertisementView) -> Fit? {
    guard item.startsAt <= view.now, view.now < item.endsAt else { return nil }
    if !item.countries.isEmpty {
      guard let country = view.country, item.countries.contains(country) else { return nil }
    }
    guard let place = place(item.places, view) else { return nil }
    return Fit(place: place, country: item.countries.isEmpty ? 0 : 1)
  }

  /// How many parts the closest place has that a page lies in: 0 where places say nothing, nil where it lies in none.
  private static func place(_ places: [String], _ view: AdvertisementView) -> Int? {
    if places.isEmpty { return 0 }
    let page = view.path.isEmpty ? view.area : "\(view.area)/\(view.path)"
    return places.filter { page == $0 || page.hasPrefix("\($0)/") }.map { $0.split(separator: "/").count }.max()
  }

  private struct Fit: Comparable {
    let place: Int
    let country: Int

    static func < (left: Fit, right: Fit) -> Bool { (left.place, left.country) < (right.place, right.country) }
  }
}
