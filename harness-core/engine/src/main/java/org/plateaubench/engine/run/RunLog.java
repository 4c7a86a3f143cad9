// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.List;
import java.util.Map;
import org.plateaubench.api.Phase;
import org.plateaubench.wire.TelemetrySample;

/** Writes to the journal and passes the same to the observer. Any thread. */
final class RunLog {
    private final RunJournal journal;
    private final RunObserver observer;

    RunLog(RunJournal journal, RunObserver observer) {
        this.journal = journal;
        this.observer = observer;
    }

    RunObserver observer() {
        return observer;
    }

    RunJournal journal() {
        return journal;
    }

    void event(EventType type, String scope, String message, Map<String, Object> details) {
        journal.event(type, scope, message, details);
        observer.event(type, scope, message, details);
    }

    void event(EventType type, String scope, String message) {
        event(type, scope, message, Map.of());
    }

    void eventAt(long runNanos, EventType type, String scope, String message) {
        journal.eventAt(runNanos, type, scope, message, Map.of());
        observer.event(type, scope, message, Map.of());
    }

    /** Reports a phase that began before the run's clock was started. */
    void prepare() {
        event(EventType.PHASE, "", "The run is prepared.", Map.of("name", Phase.PREPARE.label()));
        observer.phase(Phase.PREPARE, 0, 0);
    }

    void phase(Phase phase, long runNanos, long expectedEndNanos) {
        Map<String, Object> details = Map.of("name", phase.label());
        String message = "Phase " + phase.label() + " begins.";
        journal.eventAt(runNanos, EventType.PHASE, "", message, details);
        observer.event(EventType.PHASE, "", message, details);
        observer.phase(phase, runNanos, expectedEndNanos);
    }

    void telemetry(List<TelemetrySample> samples) {
        journal.telemetry(samples);
    }
}
