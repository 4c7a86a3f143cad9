// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.List;
import org.plateaubench.engine.run.event.RunJournal;
import org.plateaubench.engine.run.event.RunLog;
import org.plateaubench.engine.run.event.RunObserver;
import org.plateaubench.engine.run.sut.MeterCheck;
import org.plateaubench.engine.run.sut.RunFailure;
import org.plateaubench.engine.run.sut.RunSetup;
import org.plateaubench.engine.run.sut.RunSuts;
import org.plateaubench.engine.run.sut.TelemetryCheck;

/**
 * Checks whether a run could begin: SUTs are started or contacted and data is checked, but nothing is loaded or
 * changed. Not thread-safe.
 */
public final class RunCheck {
    private final RunSuts suts;
    private final RunData data;
    private final MeterCheck meters;
    private final TelemetryCheck telemetry;

    public RunCheck(RunSetup setup, RunObserver observer) {
        RunLog log = new RunLog(RunJournal.UNWRITTEN, observer);
        suts = new RunSuts(setup, log);
        data = new RunData(setup, suts, log);
        meters = new MeterCheck(setup, suts, log);
        telemetry = new TelemetryCheck(setup, log);
    }

    /** The obstacles, sentences; empty if the run could begin. SUTs that were started are stopped. */
    public List<String> problems() throws InterruptedException {
        try {
            suts.start(() -> false);
            meters.read();
            telemetry.report(suts.watched());
            data.examine(() -> false);
            return List.of();
        } catch (RunFailure e) {
            return e.sentences();
        } finally {
            data.close();
            suts.stop();
        }
    }
}
