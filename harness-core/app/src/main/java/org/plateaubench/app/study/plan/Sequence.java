// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.plan;

import java.time.Duration;
import java.util.List;
import org.plateaubench.app.study.run.EndedRun;
import org.plateaubench.app.study.run.Step;

/** Chooses the next run from the ended runs. It depends only on these, so that a sequence can be resumed. */
public interface Sequence {
    sealed interface Next {}

    record Run(Step step) implements Next {}

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

    /**
     * The expected length of a further run: the mean of those so far in whole seconds, including pauses, preparation
     * and drain, which no plan states, but at least the planned length.
     */
    static Duration expected(List<EndedRun> ended, Duration planned) {
        double average = ended.stream().mapToDouble(EndedRun::seconds).average().orElse(0);
        Duration known = Duration.ofSeconds((long) Math.ceil(average));
        return known.compareTo(planned) > 0 ? known : planned;
    }

    /** Whether a further run with the given expected length would end within a budget. */
    static boolean isWithin(Duration budget, List<EndedRun> ended, Duration expected) {
        double spent = ended.stream().mapToDouble(EndedRun::seconds).sum();
        return spent * 1e3 + expected.toMillis() <= budget.toMillis();
    }

    /** The greatest expected number of further runs, without repetitions of invalid ones. */
    int remaining(List<EndedRun> ended);
}
