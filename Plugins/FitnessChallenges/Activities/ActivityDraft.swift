import FieldhouseKit
import Foundation

/// What is to be kept of an activity that comes from the page.
struct ActivityDraft {
  private let input: ActivityInput
  private let now: Date

  init(_ input: ActivityInput, now: Date) { (self.input, self.now) = (input, now) }

  /// The activity with the track of a recording. Without one only steps count of a walk.
  /// - Throws: ``Problem`` 422 with what is wrong.
  var made: (activity: Activity, track: TrackBuilder?) {
    get throws {
      try checkTimes()
      let track = try input.points.map { try self.track($0) }
      let hasTrack = (track?.points ?? 0) > 1
      if !hasTrack { try checkManual() }
      let (start, end) = (input.start.millisecondsSince1970, input.end.millisecondsSince1970)
      var activity = Activity(
        id: input.id, kind: input.kind, source: hasTrack ? .gps : .manual, evidence: hasTrack ? .track : .said,
        title: (input.title ?? "").trimmingCharacters(in: .whitespacesAndNewlines), start: start, end: end,
        seconds: Int((end - start) / 1_000), steps: input.steps ?? 0, pushes: input.pushes ?? 0,
        metres: input.metres ?? 0, received: now.millisecondsSince1970)
      if hasTrack, let track {
        (activity.metres, activity.seconds) = (track.metres, Int(track.movingMilliseconds / 1_000))
      }
      activity.suspect = Plausibility.codes(of: activity, hasJumps: (track?.jumps ?? 0) > 0)
      return (activity, hasTrack ? track : nil)
    }
  }

  private func checkTimes() throws {
    var mistakes: [Problem.Field] = []
    let (start, end) = (input.start.millisecondsSince1970, input.end.millisecondsSince1970)
    if start < 0 { mistakes.append(field("/start", "too-early", "An activity begins in 1970 or later.")) }
    if end <= start { mistakes.append(field("/end", "before-start", "An activity ends behind its begin.")) }
    if end - start > Activity.longest {
      mistakes.append(field("/end", "too-long", "An activity lasts at most 32 days."))
    }
    if end > now.millisecondsSince1970 + Plausibility.mostAhead {
      mistakes.append(field("/end", "clock-ahead", "This has not happened yet. Is the clock of the device right?"))
    }
    guard mistakes.isEmpty else { throw Problem.invalid(mistakes) }
  }

  private func checkManual() throws {
    if input.kind == .walk, (input.metres ?? 0) > 0 {
      throw Problem.invalid("/metres", "only-steps", "Without the location only steps count of a walk.")
    }
    let none = (input.steps ?? 0) == 0 && (input.pushes ?? 0) == 0
    if input.kind == .walk, none {
      throw Problem.invalid("/steps", "required", "Enter the steps: without the location only they count of a walk.")
    }
    if input.end.timeIntervalSince(input.start) > 86_400 {
      throw Problem.invalid("/end", "too-long", "What is entered by hand lasts at most a day.")
    }
  }

  private func track(_ segments: [[[Double]]]) throws -> TrackBuilder {
    var track = TrackBuilder()
    let span = input.start.millisecondsSince1970...input.end.millisecondsSince1970
    for (index, segment) in segments.enumerated() {
      track.breakSegment()
      for (number, values) in segment.enumerated() {
        guard let place = Place(values[0], values[1]), let time = Int64(exactly: values[2].rounded()),
          span.contains(time)
        else {
          throw Problem.invalid(
            "/points/\(index)/\(number)", "point-impossible",
            "A point has a latitude, a longitude and a time between begin and end.")
        }
        track.add(place, at: time)
      }
    }
    return track
  }

  private func field(_ pointer: String, _ code: String, _ detail: String) -> Problem.Field {
    Problem.Field(pointer: pointer, code: code, detail: detail)
  }
}
