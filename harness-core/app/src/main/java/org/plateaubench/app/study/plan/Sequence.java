// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.plan;

import java.time.Duration;
import java.util.List;
import org.plateaubench.app.study.run.EndedRun;
import org.plateaubench.app.study.run.Step;

/** Chooses the next run by those that have ended. A pure function of them, so that a sequence can be resumed. */
public interface Sequence {
    /** What happens next. */
    sealed interface Next {}

    /** A run. */
    record Run(Step step) implements Next {}

    /**
     * The end of a sequence.
     *
     * @param complete whether everything that was requested was done
     * @param sentence why it ends, for a person; empty when everything was done
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

    /**
     * How long a further run is expected to take: as long as those so far on average, in whole seconds, with the pauses, the preparation and the
     * drain that no plan states, and no shorter than planned.
     *
     * @param planned its length by its plan
     */
    static Duration expected(List<EndedRun> ended, Duration planned) {
        double average = ended.stream().mapToDouble(EndedRun::seconds).average().orElse(0);
        Duration known = Duration.ofSeconds((long) Math.ceil(average));
        return known.compareTo(planned) > 0 ? known : planned;
    }

    /** Whether a further run with the given expected length ends within a budget. */
    static boolean isWithin(Duration budget, List<EndedRun> ended, Duration expected) {
        double spent = ended.stream().mapToDouble(EndedRun::seconds).sum();
        return spent * 1e3 + expected.toMillis() <= budget.toMillis();
    }

    /**
     * How many further runs are expected at most, those apart that are made again since they are invalid.
     *
     * @param ended the runs so far, as for {@link #next}
     */
    int remaining(List<EndedRun> ended);
}
