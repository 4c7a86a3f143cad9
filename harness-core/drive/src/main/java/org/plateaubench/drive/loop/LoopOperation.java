// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.loop;

import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;

/**
 * An operation whose end a loop processes later. It is a class, because a call of an interface costs more. Confined to
 * the loop.
 */
abstract class LoopOperation {

    /**
     * How long the ended operation still counted as in flight because the harness was busy with the reply. The time
     * before the loop checked for events does not count, even if the driver reports an earlier end.
     */
    abstract long handBackNanos(long endNanos, long polledNanos, long nowNanos);

    abstract void completed(SuccessBatch successes, @Nullable Outcome given, long endNanos, long noticedNanos);
}
