// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.event;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.wire.TelemetrySample;

/**
 * Stores the records of a run in progress. Thread-safe. Writing never throws; a run that cannot be stored ends
 * normally, see {@link #failure()}.
 */
public interface RunJournal {
    /** The journal of a check, which discards all records. */
    RunJournal UNWRITTEN = new RunJournal() {
        @Override
        public void clockStarted(long originNanos) {}

        @Override
        public void event(EventDetails event, String scope, String message) {}

        @Override
        public void eventAt(long runNanos, EventDetails event, String scope, String message) {}

        @Override
        public void telemetry(List<TelemetrySample> samples) {}

        @Override
        public @Nullable String failure() {
            return null;
        }
    };

    /** Called when the run's clock was started; later records are stamped with it. */
    void clockStarted(long originNanos);

    /**
     * Writes an event, stamped with the current time.
     *
     * @param scope empty for the run, {@code tile/workload}, {@code sut/<name>} or {@code agent/<name>}
     */
    void event(EventDetails event, String scope, String message);

    /** Like {@link #event}, but for an event at an instant of the run's clock that is not in the future. */
    void eventAt(long runNanos, EventDetails event, String scope, String message);

    void telemetry(List<TelemetrySample> samples);

    /** The reason why no records can be stored, such as a full disk, a sentence; null while writing works. */
    @Nullable
    String failure();
}
