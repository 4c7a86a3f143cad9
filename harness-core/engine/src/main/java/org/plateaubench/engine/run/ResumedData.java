// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.plateaubench.engine.plan.PlannedSut;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.run.event.EventDetails.CountedData;
import org.plateaubench.engine.run.event.RunJournal;
import org.plateaubench.engine.run.event.RunLog;
import org.plateaubench.engine.run.event.RunObserver;
import org.plateaubench.spi.SutContext;

/**
 * Reconciles a run whose controller was killed, in the same way as a run that ended normally: with the counts before
 * the load and the totals that the agents have sent. SUTs that the controller had started ended with it, so only runs
 * on external SUTs can be reconciled. Not thread-safe.
 */
public final class ResumedData {
    private final RunSetup setup;
    private final RunSuts suts;
    private final RunData data;

    public ResumedData(RunSetup setup, RunJournal journal) {
        this.setup = setup;
        suts = new RunSuts(setup, new RunLog(RunJournal.UNWRITTEN, RunObserver.NONE));
        data = new RunData(setup, suts, new RunLog(journal, RunObserver.NONE));
    }

    /**
     * Compares the contents of the SUTs with the data sent.
     *
     * @return reasons why workloads could not be compared, by scope, in words that follow "since"
     */
    public Map<String, String> reconcile(Map<String, CountedData> counted, IntervalAggregator sent)
            throws InterruptedException {
        String ended = setup.plan().suts().stream()
                .filter(sut -> sut.mode() != SutContext.Mode.EXTERNAL)
                .map(PlannedSut::name)
                .collect(Collectors.joining(", "));
        if (!ended.isEmpty()) {
            return all("what the controller had started ended with it (" + ended + ")");
        }
        try {
            suts.start(() -> false);
            return data.reconcile(counted, sent);
        } catch (RunFailure e) {
            return all("the SUTs cannot be reached any more: " + String.join(" ", e.sentences()));
        } finally {
            data.close();
            // External SUTs are not stopped.
            suts.stop();
        }
    }

    private Map<String, String> all(String why) {
        return unreconciled(setup.plan().workloads(), why);
    }

    public static Map<String, String> unreconciled(List<PlannedWorkload> workloads, String why) {
        Map<String, String> reasons = new TreeMap<>();
        workloads.forEach(workload -> reasons.put(workload.scope(), why));
        return reasons;
    }
}
