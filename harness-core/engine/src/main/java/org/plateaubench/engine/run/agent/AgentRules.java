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
 * Checks the messages of an agent: they must come in the order of the conversation, refer only to the agent and the
 * workloads of its slice, and contain no more than a run of this length can have. The codec has bounded each message;
 * this check precedes all use, since figures of another agent would falsify the run, and an interval in the far future
 * would prevent its end. Not thread-safe.
 */
public final class AgentRules {
    /**
     * The greatest number of distinct errors of a workload: those with their own message or class, and one for each
     * operation.
     */
    private static final int MOST_ERRORS = DistinctErrors.MESSAGES + DistinctErrors.CLASSES + 1_000;
    /** The greatest total number of characters in the operation, class and message of an error. */
    private static final int MOST_CHARACTERS = 10_000;
    /**
     * The greatest number of events in addition to one for each interval. An agent sends at most 2,000 events of a run,
     * and then for each interval the number of omitted ones.
     */
    private static final long MOST_EVENTS = 20_000;

    /** The greatest length of a name in the domain name system. */
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
     * Creates the rules for an agent that has not sent a message in this process.
     *
     * @param shares shares of the agents
     * @param host name of its host, as it has reported before; when that is empty, the first host that it names is its
     *     own
     * @param readers the agents that read telemetry of SUTs; null before agents read them
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

    /** Sets which agents read telemetry of which SUTs, which is known once the SUTs are started. */
    public void setReaders(SutReaders known) {
        readers = known;
    }

    /**
     * Checks a message.
     *
     * @throws RefusedMessageException with a description of the message, in words that follow "since it sent"
     */
    public void check(AgentState state, ToController message) throws RefusedMessageException {
        volume.add(message);
        switch (message) {
            case ToController.Hello hello -> {
                require(state == AgentState.JOINING, "a second greeting");
                require(hello.agent().equals(agent), "the greeting of agent " + hello.agent());
                // It becomes part of sentences on a terminal.
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
                // Things of two messages would be added up.
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
                // It contains nothing to check.
            }
            case ToController.Finished finished -> isMeasuring(state);
            case ToController.Failed failed -> {
                // An agent may fail at any time.
            }
        }
    }

    /** Checks that the agent may deliver measurements; an agent that was lost and is connected again may do so too. */
    private static void isMeasuring(AgentState state) throws RefusedMessageException {
        require(state.compareTo(AgentState.READY) >= 0, "measurements before it was ready");
        require(state != AgentState.FINISHED, "measurements after it had finished");
    }

    /**
     * Checks distinct errors. Their number is bounded, because an agent that invents errors would fill the memory of
     * the controller.
     */
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
     * Checks that samples are of SUTs that the agent reads, of its host or of itself. Events of SUTs may come from all
     * agents that drive load, because each reports failures when it finds out whether it reads a SUT.
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

    /**
     * Whether a source is the agent's own. Telemetry of SUTs, or of the host of the load, from an agent that drives no
     * load would change the judgement.
     */
    private boolean isOwn(String source, String own) {
        if (host.isEmpty() && source.startsWith(HostTelemetry.SOURCE)) {
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
