// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.event;

import org.plateaubench.api.Phase;

/** Follows a run. Methods run on the controller's thread unless stated otherwise; they must be quick and not throw. */
public interface RunObserver {
    RunObserver NONE = new RunObserver() {};

    /**
     * A phase began.
     *
     * @param expectedEndNanos expected end on the run's clock, 0 when it is not known
     */
    default void phase(Phase phase, long runNanos, long expectedEndNanos) {}

    /**
     * Long work has made progress, such as the start of a SUT or the loading of data. May be called on any thread.
     *
     * @param total the total amount, 0 when not known
     */
    default void progress(String scope, String activity, long done, long total, String unit) {}

    /** The run's clock has advanced; called about ten times per second while it runs. */
    default void tick(long runNanos) {}

    default void interval(LiveTable table) {}

    default void event(EventDetails event, String scope, String message) {}
}
