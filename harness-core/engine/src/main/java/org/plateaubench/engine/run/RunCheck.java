// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.RunJournal;
import org.plateaubench.engine.run.event.RunLog;
import org.plateaubench.engine.run.event.RunObserver;

/** Starts or contacts the SUTs of a run without driving it: for a check, or for one user. Not thread-safe. */
public final class RunCheck {
    private final RunSuts suts;
    private final RunData data;
    private final RunPlan plan;
    private final MeterCheck meters;

    public RunCheck(RunSetup setup, RunObserver observer) {
        RunLog log = new RunLog(RunJournal.UNWRITTEN, observer);
        suts = new RunSuts(setup, log);
        data = new RunData(setup, suts, log);
        plan = setup.plan();
        meters = new MeterCheck(setup, suts, log);
    }

    @FunctionalInterface
    public interface Use {
        void accept(@Nullable SutAddress sut) throws IOException, InterruptedException;
    }

    public void withPrepared(PlannedWorkload workload, Use use) throws IOException, InterruptedException {
        try {
            suts.start(() -> false);
            data.prepare(List.of(workload), () -> false);
            use.accept(suts.address(workload.tile(), workload.sut()));
        } catch (RunFailure e) {
            throw new IOException(String.join("\n", e.sentences()), e);
        } finally {
            data.close();
            suts.stop();
        }
    }

    /** A sentence for each obstacle; empty if the run could begin. SUTs that were started are stopped. */
    public List<String> problems() throws InterruptedException {
        try {
            suts.start(() -> false);
            meters.read();
            data.examine(plan.workloads(), () -> false);
            return List.of();
        } catch (RunFailure e) {
            return e.sentences();
        } finally {
            data.close();
            suts.stop();
        }
    }
}
