// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.loop;

import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;

/**
 * An operation whose completion a loop notes and processes later. A class and not an interface: there is one kind, so
 * that calls need no dispatch. Confined to the loop.
 */
abstract class LoopOperation {

    /**
     * How long the ended operation was still in flight by the state of its user, since the harness was busy with the
     * reply. The time before the loop checked for events is not the harness's, even if the driver reports an earlier
     * end.
     *
     * @param endNanos end of the operation as the driver reported it
     * @param lookedNanos when the loop checked for events, or was notified by another thread
     * @param nowNanos when it is no longer in flight
     */
    abstract long handBackNanos(long endNanos, long lookedNanos, long nowNanos);

    /**
     * The harness processes the driver's outcome of the operation.
     *
     * @param successes counts it, if it has simply succeeded
     * @param given the outcome, as given by the driver
     * @param endNanos end of the operation as the driver reported it
     * @param noticedNanos when the harness got the outcome
     */
    abstract void completed(SuccessBatch successes, @Nullable Outcome given, long endNanos, long noticedNanos);
}
