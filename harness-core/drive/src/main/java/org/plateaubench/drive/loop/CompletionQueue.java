// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.loop;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.drive.run.FieldHandles;
import org.plateaubench.drive.run.RunContext;

/**
 * The operations that drivers have completed since their code was entered, in that order. The harness processes them as
 * soon as the loop is back in its own code, so that many completions cost one transition of the {@link LoopGate}. The
 * loop's thread adds; it, or the thread that has taken the loop over, reads, and then sees all earlier additions.
 */
final class CompletionQueue {
    private static final VarHandle COUNT = FieldHandles.of(MethodHandles.lookup(), "count", int.class);
    private static final int FIRST_CAPACITY = 64;

    private final RunContext run;
    private final SuccessBatch successes;
    private LoopOperation[] operations = new LoopOperation[FIRST_CAPACITY];
    private @Nullable Outcome[] outcomes = new Outcome[FIRST_CAPACITY];
    private long[] endNanos = new long[FIRST_CAPACITY];
    private long[] noticedNanos = new long[FIRST_CAPACITY];

    @SuppressWarnings("FieldMayBeFinal") // Written by its handle.
    private int count;

    CompletionQueue(RunContext run) {
        this.run = run;
        this.successes = new SuccessBatch(run);
    }

    void add(LoopOperation operation, @Nullable Outcome outcome, long endNanos, long noticedNanos) {
        int next = count;
        if (next == operations.length) {
            operations = Arrays.copyOf(operations, 2 * next);
            outcomes = Arrays.copyOf(outcomes, 2 * next);
            this.endNanos = Arrays.copyOf(this.endNanos, 2 * next);
            this.noticedNanos = Arrays.copyOf(this.noticedNanos, 2 * next);
        }
        operations[next] = operation;
        outcomes[next] = outcome;
        this.endNanos[next] = endNanos;
        this.noticedNanos[next] = noticedNanos;
        COUNT.setRelease(this, next + 1);
    }

    /**
     * Processes the completed operations; none are added meanwhile, since no driver's code runs. From here on they are
     * no longer in flight. So one reading of the clock gives, for all of them, how long they were in flight after their
     * end.
     */
    void process(long polledNanos) {
        int completed = (int) COUNT.getAcquire(this);
        if (completed > 0) {
            count = 0;
            run.schedule().left(completed);
            long now = run.clock().nanoTime();
            long handBackNanos = 0;
            for (int i = 0; i < completed; i++) {
                handBackNanos += operations[i].handBackNanos(endNanos[i], Math.min(polledNanos, noticedNanos[i]), now);
            }
            run.schedule().recordHandBack(handBackNanos);
            for (int i = 0; i < completed; i++) {
                operations[i].completed(successes, outcomes[i], endNanos[i], noticedNanos[i]);
            }
            successes.record();
        }
    }
}
