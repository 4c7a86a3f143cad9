// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.event;

import java.util.List;
import org.plateaubench.api.Phase;
import org.plateaubench.wire.TelemetrySample;

public final class RunLog {
    private final RunJournal journal;
    private final RunObserver observer;

    public RunLog(RunJournal journal, RunObserver observer) {
        this.journal = journal;
        this.observer = observer;
    }

    public RunObserver observer() {
        return observer;
    }

    public RunJournal journal() {
        return journal;
    }

    public void event(EventDetails event, String scope, String message) {
        journal.event(event, scope, message);
        observer.event(event, scope, message);
    }

    public void eventAt(long runNanos, EventDetails event, String scope, String message) {
        journal.eventAt(runNanos, event, scope, message);
        observer.event(event, scope, message);
    }

    public void prepare() {
        event(new EventDetails.PhaseBegan(Phase.PREPARE.label()), "", "The run is prepared.");
        observer.phase(Phase.PREPARE, 0, 0);
    }

    public void phase(Phase phase, long runNanos, long expectedEndNanos) {
        eventAt(runNanos, new EventDetails.PhaseBegan(phase.label()), "", "Phase " + phase.label() + " begins.");
        observer.phase(phase, runNanos, expectedEndNanos);
    }

    public void telemetry(List<TelemetrySample> samples) {
        journal.telemetry(samples);
    }
}
