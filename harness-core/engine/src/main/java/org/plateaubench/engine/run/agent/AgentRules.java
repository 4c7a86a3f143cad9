// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.agent;

import static org.plateaubench.engine.run.agent.PlannedFigures.require;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.loader.isolation.ShownText;
import org.plateaubench.measure.host.HostCpuMeter;
import org.plateaubench.measure.host.HostTelemetry;
import org.plateaubench.measure.recorder.DistinctErrors;
import org.plateaubench.wire.RefusedMessageException;
import org.plateaubench.wire.TelemetrySample;
import org.plateaubench.wire.ToController;

/**
 * What an agent may say: in the order of the conversation, of itself, of the workloads of its slice, and no more than a run
 * of this length has. The codec has bounded each message; here it is checked before anything is counted, since a figure of
 * another agent, or an interval of the far future, would falsify the run or never let it end. One thread.
 */
public final class AgentRules {
    /**
     * Most distinct errors of a workload: beyond those with a message or a class of their own, one of each operation is
     * counted.
     */
    private static final int MOST_ERRORS = DistinctErrors.MESSAGES + DistinctErrors.CLASSES + 1_000;
    /** Most characters of operation, class and message of an error together. */
    private static final int MOST_CHARACTERS = 10_000;
    /**
     * Most events beyond one of each interval: an agent sends 2,000 events of a run, and then how many an interval left
     * out.
     */
    private static final long MOST_EVENTS = 20_000;

    /** The longest name that the domain name system knows. */
    private static final int LONGEST_HOST = 255;

    private static final String AGENT = "agent/";

    private final String agent;
    private final Set<String> scopes;
    private final IntervalRules intervals;
    private final RecordVolume volume;
    private final Set<String> acknowledged = new HashSet<>();
    private final Map<String, Set<List<String>>> errors = new HashMap<>();
    private final boolean isObserver;
    private final Set<String> suts;
    private @Nullable SutReaders readers;
    private String host;
    private final long mostEvents;
    private long events;

    /**
     * Rules for an agent that has said nothing yet in this process.
     *
     * @param shares what agents drive
     * @param host where it runs, as it has said before; when that is empty, the first host that it names is its own
     * @param readers who reads what of SUTs; null before agents are to read them
     */
    public AgentRules(String agent, AgentShares shares, String host, @Nullable SutReaders readers) {
        this.agent = agent;
        this.host = host;
        this.readers = readers;
        RunPlan plan = shares.plan();
        Map<String, PlannedFigures> figures = shares.figures(agent);
        scopes = Set.copyOf(figures.keySet());
        isObserver = plan.observers().stream().anyMatch(each -> each.agent().equals(agent));
        suts = plan.suts().stream().map(sut -> SutReaders.scope(plan, sut)).collect(Collectors.toSet());
        intervals = new IntervalRules(agent, plan, figures);
        volume = new RecordVolume(agent, plan, figures.values());
        mostEvents =
                MOST_EVENTS + plan.phases().drainEndNanos() / plan.interval().toNanos();
    }

    /** Who reads what of SUTs is known once they are started; no agent reads them before. */
    public void areReadBy(SutReaders known) {
        readers = known;
    }

    /**
     * Checks a message.
     *
     * @throws RefusedMessageException with what the agent sent, to follow "since it sent"
     */
    public void check(AgentState state, ToController message) throws RefusedMessageException {
        volume.add(message);
        switch (message) {
            case ToController.Hello hello -> {
                require(state == AgentState.JOINING, "a second greeting");
                require(hello.agent().equals(agent), "the greeting of agent " + hello.agent());
                // It stands in sentences on a terminal.
                require(
                        hello.host().length() <= LONGEST_HOST
                                && ShownText.of(hello.host()).equals(hello.host())
                                && HostsOfRun.own(hello.host()).equals(hello.host()),
                        "a name of its host that none has");
                host = hello.host();
            }
            case ToController.Calibrated calibrated ->
                require(state == AgentState.GREETED, "a calibration out of turn");
            case ToController.Ready ready -> require(state == AgentState.CALIBRATED, "that it is ready, out of turn");
            case ToController.Snapshot snapshot -> {
                isMeasuring(state);
                require(!isObserver, "an interval, though it drives no load");
                intervals.check(snapshot.interval());
            }
            case ToController.ErrorsUpdate update -> {
                isMeasuring(state);
                isOwn(update.scope());
                check(update);
            }
            case ToController.AcknowledgedUpdate update -> {
                isMeasuring(state);
                isOwn(update.scope());
                // Those of two messages are added up.
                require(acknowledged.add(update.scope()), "twice what " + update.scope() + " acknowledged");
            }
            case ToController.Telemetry telemetry -> {
                isOfItself(telemetry.samples().stream().map(sample -> sample.source()));
                isOfReadSuts(telemetry);
            }
            case ToController.AgentEvent event -> {
                isOfItself(Stream.of(event.scope()));
                require(++events <= mostEvents, "more than " + mostEvents + " events");
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
        require(state != AgentState.FINISHED, "measurements after it had finished");
    }

    /** What an agent counts by itself is bounded; one that invents errors would fill the memory of the controller. */
    private void check(ToController.ErrorsUpdate update) throws RefusedMessageException {
        Set<List<String>> known = errors.computeIfAbsent(update.scope(), scope -> new HashSet<>());
        for (DistinctErrors.Entry error : update.errors()) {
            require(error.count() > 0 && error.count() <= PlannedFigures.MOST_OF_A_COUNT, "a count that cannot be");
            List<String> words = List.of(error.operation(), error.errorClass(), error.message());
            require(
                    words.stream().mapToInt(String::length).sum() <= MOST_CHARACTERS,
                    "an error of more than " + MOST_CHARACTERS + " characters");
            known.add(words);
            require(known.size() <= MOST_ERRORS, "more than " + MOST_ERRORS + " distinct errors of a workload");
        }
    }

    private void isOwn(String scope) throws RefusedMessageException {
        require(scopes.contains(scope), "figures of " + ShownText.of(scope) + ", which it does not drive");
    }

    private void isOfItself(Stream<String> sources) throws RefusedMessageException {
        String own = AGENT + agent;
        String foreign =
                sources.filter(source -> !isOwn(source, own)).findFirst().orElse(own);
        require(foreign.equals(own), "something of " + ShownText.of(foreign));
    }

    /**
     * Samples are of SUTs that the agent reads, of its host or of itself. Events of SUTs are of all agents that drive load, since each
     * notes what fails while it asks whether it is the one that reads.
     */
    private void isOfReadSuts(ToController.Telemetry telemetry) throws RefusedMessageException {
        SutReaders known = readers;
        for (TelemetrySample sample : telemetry.samples()) {
            if (sample.source().startsWith(SutReaders.SUT)) {
                if (known == null) {
                    throw new RefusedMessageException("telemetry of a SUT before it was to read any");
                }
                known.check(agent, sample);
            } else {
                require(
                        sample.source().equals(AGENT + agent)
                                || sample.source().equals(HostTelemetry.SOURCE + host)
                                || (!isObserver && sample.source().equals(HostCpuMeter.SOURCE)),
                        "telemetry of " + ShownText.of(sample.source()));
                require(!sample.unit().equals(MeasureDefinition.EVENT_UNIT), "an event that no SUT has reported");
            }
        }
    }

    /** What one that drives no load sends of SUTs, or of the host of the load, would change what is judged. */
    private boolean isOwn(String source, String own) {
        if (host.isEmpty() && source.startsWith(HostTelemetry.SOURCE)) {
            // Runs of earlier versions do not record the host of an agent whose process had the number of the
            // controller's.
            host = source.substring(HostTelemetry.SOURCE.length());
        }
        return source.equals(own)
                || source.equals(HostTelemetry.SOURCE + host)
                || (!isObserver
                        && !source.startsWith(AGENT)
                        && !source.startsWith(HostTelemetry.SOURCE)
                        && (!source.startsWith(SutReaders.SUT) || suts.contains(source)));
    }
}
