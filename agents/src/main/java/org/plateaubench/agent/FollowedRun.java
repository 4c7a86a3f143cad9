// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.agent;

import org.jspecify.annotations.Nullable;
import org.plateaubench.wire.ToAgent;

/** What an agent does in a run from its start on, while it follows the messages of the controller. One thread. */
interface FollowedRun {
    boolean hasEnded();

    /** Waits a short time for the end. */
    void awaitEnd() throws InterruptedException;

    /** Ends the steady phase at an instant of the run's clock. */
    void endSteady(long atNanos);

    /** Ends the load at an instant of the run's clock. */
    void stop(long atNanos);

    /** The controller sent what does not belong here. */
    void unexpected(@Nullable ToAgent message);

    /** Releases everything, in a bounded time. */
    void close() throws InterruptedException;
}
