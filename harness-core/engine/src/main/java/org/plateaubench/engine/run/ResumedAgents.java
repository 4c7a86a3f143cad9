// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.plan.PlannedSut;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.RunController.PhaseFollower;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.EventDetails.CountedData;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.run.event.RunEnd;
import org.plateaubench.engine.run.event.RunJournal;
import org.plateaubench.engine.run.event.RunLog;
import org.plateaubench.engine.run.event.RunObserver;
import org.plateaubench.loader.ShownText;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SutContext;
import org.plateaubench.wire.ToController;

/**
 * Completes the records of a run whose controller ended without reporting the end. It adds the messages that the agents
 * have kept, the phases that were not recorded, and the end of the run. Not thread-safe.
 */
public final class ResumedAgents {
    private final RunPlan plan;
    private final Set<String> driving;
    private final RunJournal journal;
    private final IntervalAggregator measurements;
    private final Set<List<String>> acknowledged = new HashSet<>();
    private final UnaryOperator<String> hosts;
    private final Set<String> finished = new TreeSet<>();
    private final Set<String> incomplete = new TreeSet<>();
    private final SutFaults faults = new SutFaults();
    private final List<String> problems = new ArrayList<>();

    public ResumedAgents(
            RunPlan plan, UnaryOperator<String> hosts, RunJournal journal, IntervalAggregator measurements) {
        this.plan = plan;
        driving = plan.drivingAgents();
        this.hosts = hosts;
        this.journal = journal;
        this.measurements = measurements;
    }

    /** Adds a message that an agent has kept; messages that were added before are ignored. */
    public void add(String agent, ToController message) {
        switch (message) {
            case ToController.Snapshot snapshot -> measurements.accept(snapshot.interval());
            case ToController.ErrorsUpdate update -> measurements.addErrors(agent, update.scope(), update.errors());
            case ToController.AcknowledgedUpdate update -> {
                if (acknowledged.add(List.of(agent, update.scope()))) {
                    measurements.addAcknowledged(agent, update.scope(), update.items());
                }
            }
            case ToController.Telemetry telemetry -> telemetry(agent, telemetry);
            case ToController.AgentEvent event
            when faults.isFirst(agent, event) ->
                journal.eventAt(
                        event.runNanos(), EventType.of(event.kind()), event.scope(), ShownText.of(event.message()));
            case ToController.Finished _ -> finished.add(agent);
            case ToController.Failed failed -> problems.add(ShownText.of(failed.message()));
            default -> {
                // The agent's identity was recorded at the start; another agent has reported the same about a SUT.
            }
        }
    }

    private void telemetry(String agent, ToController.Telemetry telemetry) {
        journal.telemetry(HostsOfRun.withShownHost(hosts.apply(agent), telemetry.samples()));
    }

    /** Records the reason why nothing was received from an agent; an agent without load is only noted. */
    public void addMissed(String agent, String why) {
        String sentence = "Agent " + agent + ": " + why;
        if (driving.contains(agent)) {
            incomplete.add(agent);
            problems.add(sentence);
        } else {
            journal.event(EventType.OBSERVER_LOST, "agent/" + agent, sentence);
        }
    }

    /**
     * Adds a problem for each agent whose last messages are missing. Returns whether all messages of all agents were
     * added: only then the totals sent are known.
     */
    public boolean checkComplete() {
        for (String agent : driving) {
            if (!incomplete.contains(agent) && !(measurements.isComplete(agent) && finished.contains(agent))) {
                incomplete.add(agent);
                problems.add("Agent " + agent + "'s journal does not contain its end.");
            }
        }
        return incomplete.isEmpty();
    }

    /** Records the phases that have begun, the workloads that were not reconciled, and the end. */
    public RunEnd end(
            Map<String, String> unreconciled, Set<String> recorded, @Nullable String interruption, long endNanos) {
        RunLog log = new RunLog(journal, RunObserver.NONE);
        PhaseFollower phases = new PhaseFollower(plan.phases(), log);
        phases.skip(recorded);
        phases.follow(endNanos);
        unreconciled.forEach((scope, why) -> journal.event(
                untested(why),
                scope,
                "The data was not reconciled after the controller had ended, since " + why + "."));
        RunEnd end = interruption != null && problems.isEmpty()
                ? new RunEnd(
                        RunEnd.Status.STOPPED, List.of("The run was interrupted, and resumed later."), interruption)
                : new RunEnd(problems.isEmpty() ? RunEnd.Status.COMPLETED : RunEnd.Status.BROKEN_OFF, problems);
        journal.eventAt(endNanos, end.event(), "", end.message());
        return end;
    }

    private static EventDetails untested(String why) {
        Reconciliation row = Reconciliation.items("data", 0, 0, 0)
                .asUntested("The controller of the run ended before it could compare, and " + why + ".");
        return EventDetails.ComparedData.of(row, "");
    }

    /**
     * Reconciles a run whose controller was killed, in the same way as a run that ended normally: with the counts
     * before the load and the totals that the agents have sent. SUTs that the controller had started ended with it, so
     * only runs on external SUTs can be reconciled. Not thread-safe.
     */
    public static final class ResumedData {
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
}
