// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits the number of callers that simultaneously do work which needs much memory or processor time; the others wait
 * for their turn. Any thread.
 */
public final class Turns {
    private static final int RETRY_SECONDS = 10;

    private final Semaphore turns;
    private final Duration patience;
    private final String refusal;

    /** The work that is done in turn. */
    @FunctionalInterface
    public interface Work<T, E extends Exception> {
        /** Does the work. */
        T done() throws E;
    }

    /**
     * Creates turns.
     *
     * @param atOnce most callers at a time
     * @param patience time for which a caller waits
     * @param refusal a sentence for a caller whose turn does not come
     */
    public Turns(int atOnce, Duration patience, String refusal) {
        turns = new Semaphore(atOnce, true);
        this.patience = patience;
        this.refusal = refusal;
    }

    /**
     * Does work in turn.
     *
     * @throws Problem 503 when the turn does not come in time, or the console ends
     */
    public <T, E extends Exception> T take(Work<T, E> work) throws E {
        try {
            if (!turns.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw Problem.later(503, refusal, RETRY_SECONDS);
            }
        } catch (InterruptedException e) {
            throw Problem.ending();
        }
        try {
            return work.done();
        } finally {
            turns.release();
        }
    }
}
