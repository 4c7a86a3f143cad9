// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of one pass. Immutable.
 *
 * @param startedAt when it began
 * @param endedAt when it ended; null while it is in progress, and when the console ended first
 * @param runs number of runs removed
 * @param bytes sum of the sizes of their files
 * @param left runs that could not be removed, at most {@value #MOST_LEFT}
 * @param more whether more runs are left to remove than one pass does
 * @param problem why the pass failed; null when it succeeded
 */
record RetentionPass(
        Instant startedAt,
        @Nullable Instant endedAt,
        long runs,
        long bytes,
        List<RunChanges.Refused> left,
        boolean more,
        @Nullable String problem) {
    private static final int MOST_LEFT = 50;

    RetentionPass {
        left = List.copyOf(left);
    }

    static RetentionPass begun(Instant now) {
        return new RetentionPass(now, null, 0, 0, List.of(), false, null);
    }

    RetentionPass removed(RunFacts run) {
        return new RetentionPass(startedAt, endedAt, runs + 1, bytes + run.sizeBytes(), left, more, problem);
    }

    RetentionPass refused(RunChanges.Refused one) {
        if (left.size() == MOST_LEFT) {
            return this;
        }
        List<RunChanges.Refused> longer = new ArrayList<>(left);
        longer.add(one);
        return new RetentionPass(startedAt, endedAt, runs, bytes, longer, more, problem);
    }

    RetentionPass withMore() {
        return new RetentionPass(startedAt, endedAt, runs, bytes, left, true, problem);
    }

    RetentionPass failed(String sentence) {
        return new RetentionPass(startedAt, endedAt, runs, bytes, left, more, sentence);
    }

    RetentionPass ended(Instant now) {
        return new RetentionPass(startedAt, now, runs, bytes, left, more, problem);
    }
}
