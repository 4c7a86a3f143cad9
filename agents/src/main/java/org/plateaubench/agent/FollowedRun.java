// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.agent;

import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.timeline.PhaseTimeline;
import org.plateaubench.wire.ToAgent;

/**
 * The part of a run in which an agent drives load or observes its host while it handles messages of the controller. Not
 * thread-safe.
 */
interface FollowedRun {
    boolean hasEnded();

    /** Waits a short time for the end. */
    void awaitEnd() throws InterruptedException;

    /** Its phases, which the controller may end early. */
    PhaseTimeline timeline();

    /** Handles a message that is not expected in this part of the run. */
    void unexpected(@Nullable ToAgent message);
}
