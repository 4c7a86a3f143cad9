// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.wire.RefusedMessageException;
import org.plateaubench.wire.ToController;

/**
 * What an agent may say: in the order of the conversation, of itself, of the workloads of its slice, and no more than a run
 * of this length has. The codec has bounded each message; here it is checked before anything is counted, since a figure of
 * another agent, or an interval of the far future, would falsify the run or never let it end. One thread.
 */
final class AgentRules {
    /** Intervals beyond the planned end of the drain, in which an agent may be late. */
    private static final long LATE_INTERVALS = 600;
    /** An agent sends 2,000 events of a run, and some that tell how many were left out. */
    private static final long MOST_EVENTS = 20_000;

    private static final String AGENT = "agent/";
    private static final String HOST = "host/";

    private final String agent;
    private final Set<String> scopes;
    private final long mostIntervals;
    private final boolean isObserver;
    private String host = "";
    private long events;

    AgentRules(String agent, RunPlan plan) {
        this.agent = agent;
        scopes = plan.workloads().stream()
                .filter(workload -> workload.shares().stream()
                        .anyMatch(share -> share.agent().equals(agent)))
                .map(workload -> workload.tile() + "/" + workload.name())
                .collect(Collectors.toSet());
        isObserver = plan.observers().stream().anyMatch(each -> each.agent().equals(agent));
        mostIntervals = plan.phases().drainEndNanos() / plan.interval().toNanos() + LATE_INTERVALS;
    }

    /**
     * Checks a message.
     *
     * @throws RefusedMessageException with what the agent sent, to follow "since it sent"
     */
    void check(AgentState state, ToController message) throws RefusedMessageException {
        switch (message) {
            case ToController.Hello hello -> {
                require(state == AgentState.JOINING, "a second greeting");
                require(hello.agent().equals(agent), "the greeting of agent " + hello.agent());
                host = hello.host();
            }
            case ToController.Calibrated calibrated ->
                require(state == AgentState.GREETED, "a calibration out of turn");
            case ToController.Ready ready -> require(state == AgentState.CALIBRATED, "that it is ready, out of turn");
            case ToController.Snapshot snapshot -> {
                isMeasuring(state);
                require(!isObserver, "an interval, though it drives no load");
                check(snapshot.interval());
            }
            case ToController.ErrorsUpdate update -> {
                isMeasuring(state);
                isOwn(update.scope());
            }
            case ToController.AcknowledgedUpdate update -> {
                isMeasuring(state);
                isOwn(update.scope());
            }
            case ToController.Telemetry telemetry ->
                isOfItself(telemetry.samples().stream().map(sample -> sample.source()));
            case ToController.AgentEvent event -> {
                isOfItself(Stream.of(event.scope()));
                require(++events <= MOST_EVENTS, "more than " + MOST_EVENTS + " events");
            }
            case ToController.Heartbeat heartbeat -> {
                // It says nothing that could be wrong.
            }
            case ToController.Finished finished -> isMeasuring(state);
            case ToController.Failed failed -> {
                // An agent may fail at any time.
            }
        }
    }

    /** An agent that was lost, and is heard again, may still deliver what it has measured. */
    private static void isMeasuring(AgentState state) throws RefusedMessageException {
        require(state.compareTo(AgentState.READY) >= 0, "measurements before it was ready");
    }

    private void isOwn(String scope) throws RefusedMessageException {
        require(scopes.contains(scope), "figures of " + scope + ", which it does not drive");
    }

    private void isOfItself(Stream<String> sources) throws RefusedMessageException {
        String own = AGENT + agent;
        String foreign =
                sources.filter(source -> !isOwn(source, own)).findFirst().orElse(own);
        require(foreign.equals(own), "something of " + foreign);
    }

    /** What one that drives no load sends of SUTs, or of the host of the load, would change what is judged. */
    private boolean isOwn(String source, String own) {
        return source.equals(own)
                || source.equals(HOST + host)
                || (!isObserver && !source.startsWith(AGENT) && !source.startsWith(HOST));
    }

    private void check(IntervalSnapshot interval) throws RefusedMessageException {
        require(interval.agent().equals(agent), "an interval of agent " + interval.agent());
        require(
                interval.sequence() >= 0 && interval.sequence() <= mostIntervals,
                "interval " + interval.sequence() + " of a run that has at most " + mostIntervals);
        require(
                interval.startNanos() >= 0 && interval.endNanos() >= interval.startNanos(),
                "an interval that ends before it begins");
        for (WorkloadInterval workload : interval.workloads()) {
            isOwn(workload.tile() + "/" + workload.workload());
            for (LineInterval line : workload.lines()) {
                require(
                        counts(line.counts()).allMatch(count -> count >= 0)
                                && areCounts(line.errorsByClass())
                                && areCounts(line.declinedByReason()),
                        "a count below zero");
            }
        }
    }

    private static LongStream counts(LineInterval.Counts counts) {
        return LongStream.of(
                counts.issued(),
                counts.ok(),
                counts.declined(),
                counts.errors(),
                counts.abandoned(),
                counts.dropped(),
                counts.okEnds(),
                counts.censored(),
                counts.longestCensoredNanos());
    }

    private static boolean areCounts(Map<String, Long> counts) {
        return counts.values().stream().allMatch(count -> count >= 0);
    }

    private static void require(boolean isRight, String otherwise) throws RefusedMessageException {
        if (!isRight) {
            throw new RefusedMessageException(otherwise);
        }
    }
}
