// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.time.Duration;
import java.util.List;

/** Chooses the next run from the ended runs. It depends only on these, so that a sequence can be resumed. */
public interface Sequence {
    /** The end of a sequence; the sentence is the reason, for the operator, and empty if all runs were carried out. */
    record End(boolean complete, String sentence) implements Next {
        public static final End INTERRUPTED = new End(false, "It was interrupted; ./plateau resume continues it.");
    }

    /** The ended runs are in the order of their ends, without interrupted ones. */
    Next next(List<EndedRun> ended);

    /** The greatest expected number of further runs, without repetitions of invalid ones. */
    int remaining(List<EndedRun> ended);

    Duration expectedRun();

    /** The greatest expected time of the further runs in seconds. */
    default double remainingSeconds(List<EndedRun> ended) {
        return remaining(ended) * usualSeconds(ended, expectedRun().toMillis() / 1e3);
    }

    /** The mean length of the runs that were carried out; {@code defaultSeconds} if there was none. */
    static double usualSeconds(List<EndedRun> ended, double defaultSeconds) {
        return ended.stream()
                .filter(run -> run.outcome().isEvidence())
                .mapToDouble(EndedRun::seconds)
                .average()
                .orElse(defaultSeconds);
    }
}
