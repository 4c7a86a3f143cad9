// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.agent;

import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.timeline.PhaseTimeline;
import org.plateaubench.wire.ToAgent;

/** What an agent does in a run from its start on, while it follows the messages of the controller. One thread. */
interface FollowedRun {
    boolean hasEnded();

    /** Waits a short time for the end. */
    void awaitEnd() throws InterruptedException;

    /** Its phases, which the controller may end early. */
    PhaseTimeline timeline();

    /** The controller sent what does not belong here. */
    void unexpected(@Nullable ToAgent message);
}
