// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.wire.TelemetrySample;

/**
 * The records that a run writes while it runs. Any thread. Writing never throws: a run that cannot be stored ends in
 * order, see {@link #failure()}.
 */
public interface RunJournal {
    /** For checks, which write nothing. */
    RunJournal UNWRITTEN = new RunJournal() {
        @Override
        public void clockStarted(long originNanos) {}

        @Override
        public void event(EventType type, String scope, String message, Map<String, Object> details) {}

        @Override
        public void eventAt(long runNanos, EventType type, String scope, String message, Map<String, Object> details) {}

        @Override
        public void telemetry(List<TelemetrySample> samples) {}

        @Override
        public @Nullable String failure() {
            return null;
        }
    };

    /**
     * The run's clock was started: later records are stamped with it.
     *
     * @param originNanos start of ramp-up on the controller's clock
     */
    void clockStarted(long originNanos);

    /**
     * Writes an event, stamped with the current time.
     *
     * @param scope empty for the run, {@code tile/workload}, {@code sut/<name>} or {@code agent/<name>}
     * @param message a sentence for a person
     * @param details plain values by name
     */
    void event(EventType type, String scope, String message, Map<String, Object> details);

    /** Like {@link #event}, for an event at an instant of the run's clock, now or before. */
    void eventAt(long runNanos, EventType type, String scope, String message, Map<String, Object> details);

    /** Writes telemetry. */
    void telemetry(List<TelemetrySample> samples);

    /** A sentence on why nothing more can be stored, such as a full disk; null while writing works. */
    @Nullable
    String failure();
}
