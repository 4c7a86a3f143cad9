// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.loop;

import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;

/** An operation whose end a loop processes later; a class, so that calls need no dispatch. Confined to the loop. */
abstract class LoopOperation {

    /**
     * How long the ended operation was still in flight by the state of its user, since the harness was busy with the
     * reply. The time before the loop checked for events is not the harness's, even if the driver reports an earlier
     * end.
     */
    abstract long handBackNanos(long endNanos, long polledNanos, long nowNanos);

    abstract void completed(SuccessBatch successes, @Nullable Outcome given, long endNanos, long noticedNanos);
}
