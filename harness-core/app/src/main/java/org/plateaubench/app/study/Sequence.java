// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Durations;

/** Chooses the next run from the ended runs. It depends only on these, so that a sequence can be resumed. */
public interface Sequence {
    /**
     * The end of a sequence.
     *
     * @param complete whether everything requested was done
     * @param sentence reason why it ends, for the operator; empty when everything was done
     */
    record End(boolean complete, String sentence) implements Next {
        /** It was stopped before its end. */
        public static final End INTERRUPTED = new End(false, "It was interrupted; ./plateau resume continues it.");
    }

    /**
     * The next run.
     *
     * @param ended the runs so far in the order of their ends, without interrupted ones
     */
    Next next(List<EndedRun> ended);

    /** The greatest expected number of further runs, without repetitions of invalid ones. */
    int remaining(List<EndedRun> ended);

    /** The planned length of a run. */
    Duration expectedRun();

    /** The greatest expected time of these further runs in seconds. */
    default double remainingSeconds(List<EndedRun> ended) {
        return remaining(ended) * usualSeconds(ended, expectedRun().toMillis() / 1e3);
    }

    /** The mean length of the runs that were carried out; otherwise the given one. */
    static double usualSeconds(List<EndedRun> ended, double otherwise) {
        return ended.stream()
                .filter(run -> run.outcome().isEvidence())
                .mapToDouble(EndedRun::seconds)
                .average()
                .orElse(otherwise);
    }

    /**
     * Whether a budget does not hold a further run. It is expected to take as long as the mean of those so far in whole
     * seconds, including pauses, preparation and drain, which no plan states, but at least the planned length.
     *
     * @param budget null for no limit
     * @return a sentence; empty when the run may begin
     */
    static String beyond(@Nullable Duration budget, List<EndedRun> ended, Duration planned) {
        double average = ended.stream().mapToDouble(EndedRun::seconds).average().orElse(0);
        double spent = ended.stream().mapToDouble(EndedRun::seconds).sum();
        Duration known = Duration.ofSeconds((long) Math.ceil(average));
        Duration expected = known.compareTo(planned) > 0 ? known : planned;
        return budget == null || spent * 1e3 + expected.toMillis() <= budget.toMillis()
                ? ""
                : "The budget of " + Durations.format(budget) + " does not hold a further run of about "
                        + Durations.format(expected) + ".";
    }
}
