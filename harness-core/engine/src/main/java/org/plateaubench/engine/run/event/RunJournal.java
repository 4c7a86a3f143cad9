// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.event;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.wire.TelemetrySample;

/** Stores run records. Thread-safe, never throws: a run that cannot be stored ends normally, see {@link #failure()}. */
public interface RunJournal {
    /** The journal of a check, which discards all records. */
    RunJournal UNWRITTEN = new RunJournal() {};

    /** Called when the run's clock was started; later records are stamped with it. */
    default void clockStarted(long originNanos) {}

    /**
     * Writes an event, stamped with the current time.
     *
     * @param scope empty for the run, {@code tile/workload}, {@code sut/<name>} or {@code agent/<name>}
     */
    default void event(EventDetails event, String scope, String message) {}

    /** Like {@link #event}, but for an event at an instant of the run's clock that is not in the future. */
    default void eventAt(long runNanos, EventDetails event, String scope, String message) {}

    default void telemetry(List<TelemetrySample> samples) {}

    /** The reason why no records can be stored, such as a full disk, a sentence; null while writing works. */
    default @Nullable String failure() {
        return null;
    }
}
