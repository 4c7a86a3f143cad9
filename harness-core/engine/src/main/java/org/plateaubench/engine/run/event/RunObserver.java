// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.event;

import org.plateaubench.api.Phase;

/** Observes a run. Called by the controller's thread unless a method says otherwise; must be quick and not throw. */
public interface RunObserver {
    /** Ignores everything. */
    RunObserver NONE = new RunObserver() {};

    /**
     * A phase began.
     *
     * @param runNanos instant on the run's clock, 0 while it does not run
     * @param expectedEndNanos when it should end on the run's clock, 0 when not known
     */
    default void phase(Phase phase, long runNanos, long expectedEndNanos) {}

    /**
     * Long work makes progress: a SUT starts, data is loaded. Any thread.
     *
     * @param scope {@code tile/workload} or {@code sut/<name>}
     * @param activity the work
     * @param done amount done
     * @param total the whole amount, 0 when not known
     * @param unit the counted unit
     */
    default void progress(String scope, String activity, long done, long total, String unit) {}

    /** The clock of the run advances; called about ten times per second while it runs. */
    default void tick(long runNanos) {}

    /** An interval was closed. */
    default void interval(LiveTable table) {}

    /** An event was recorded: its type, or the record of its details. */
    default void event(EventDetails event, String scope, String message) {}
}
