// Point rule "exact, difference, tendency" for soccer predictions, as a rule module.
//
//   exact result                               4
//   right winner and right goal difference     3
//   right winner                               2
//   draw predicted and played, other score     2   (every draw has the difference 0, so it earns no 3)
//   anything else                              0
//   each correctly predicted scorer           +1
//
// All five arguments are counts; a negative one is no valid score and earns 0 points.
//
// Build: cc -std=c11 -O2 -Wall -Wextra -Werror -shared -fPIC -o exact_difference.so exact_difference.c

#include <stdint.h>

enum { EXACT_POINTS = 4, DIFFERENCE_POINTS = 3, TENDENCY_POINTS = 2, SCORER_POINTS = 1 };

/// 1 for a home win, 0 for a draw, -1 for an away win.
static int tendency(int64_t home, int64_t away) { return (home > away) - (home < away); }

static int64_t result_points(int64_t predictedHome, int64_t predictedAway, int64_t home, int64_t away) {
  if (predictedHome == home && predictedAway == away) return EXACT_POINTS;
  if (tendency(predictedHome, predictedAway) != tendency(home, away)) return 0;
  if (home == away) return TENDENCY_POINTS;
  return predictedHome - predictedAway == home - away ? DIFFERENCE_POINTS : TENDENCY_POINTS;
}

/// Points for one settled prediction: 0 or more.
int64_t fieldhouse_soccer_points(int64_t predictedHome, int64_t predictedAway, int64_t home, int64_t away,
                                 int64_t correctScorers) {
  if (predictedHome < 0 || predictedAway < 0 || home < 0 || away < 0 || correctScorers < 0) return 0;
  return result_points(predictedHome, predictedAway, home, away) + correctScorers * SCORER_POINTS;
}
