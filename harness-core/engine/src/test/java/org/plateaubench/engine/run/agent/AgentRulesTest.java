// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.agent;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.TestRuns;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.RunControllerTest;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.ScheduleInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.measure.recorder.DistinctErrors;
import org.plateaubench.measure.timeline.PhaseWindow;
import org.plateaubench.wire.RefusedMessageException;
import org.plateaubench.wire.TelemetrySample;
import org.plateaubench.wire.ToController;

/** What a hostile agent may try within messages that the codec reads. */
public final class AgentRulesTest {
    /** Of a run that recorded nothing of it. */
    public static final SutReaders UNKNOWN = new SutReaders(Map.of(), Map.of());

    private static final long SECOND = 1_000_000_000L;

    private final AgentRules rules;

    AgentRulesTest() throws WrongConfiguration {
        rules = new AgentRules("local", AgentShares.of(plan()), "", UNKNOWN);
    }

    private static RunPlan plan() throws WrongConfiguration {
        return TestRuns.plan(TestRuns.PINGS);
    }

    private static ToController snapshot(String agent, long sequence, WorkloadInterval... workloads) {
        return snapshot(agent, sequence, sequence * SECOND, (sequence + 1) * SECOND, false, workloads);
    }

    private static ToController snapshot(
            String agent, long sequence, long start, long end, boolean isLast, WorkloadInterval... workloads) {
        return new ToController.Snapshot(new IntervalSnapshot(
                agent, sequence, start, end, isLast, List.of(workloads), new AgentHealth(0, 0, 0, -1, 0, 0)));
    }

    private static WorkloadInterval workload(int tile, String name, long ok) {
        LineInterval line = new LineInterval(
                "ping",
                LineInterval.Kind.OPERATION,
                PhaseWindow.STEADY,
                new LineInterval.Counts(1, ok, 0, 0, 0, 0, 0, 0, 0),
                Map.of(),
                Map.of(),
                null,
                null,
                null);
        return new WorkloadInterval(
                tile,
                name,
                List.of(line),
                List.of(),
                new WorkloadInterval.Levels(0, 0, 0, 0),
                ScheduleInterval.UNKNOWN,
                Map.of(),
                Map.of());
    }

    private void assertRefused(AgentState state, ToController message, String what) {
        assertThatThrownBy(() -> rules.check(state, message))
                .isInstanceOf(RefusedMessageException.class)
                .hasMessage(what);
    }

    @Test
    void anAgentSpeaksOfItselfAndItsWorkloadsAlone() throws Exception {
        rules.check(AgentState.READY, snapshot("local", 3, workload(1, "pings", 1)));
        assertRefused(AgentState.READY, snapshot("load2", 3), "an interval of agent load2");
        assertRefused(
                AgentState.READY,
                snapshot("local", 4, workload(2, "pings", 1)),
                "figures of 2/pings, which it does not drive");
        assertRefused(
                AgentState.READY,
                new ToController.ErrorsUpdate("1/orders", List.of()),
                "figures of 1/orders, which it does not drive");
        assertRefused(
                AgentState.READY,
                new ToController.AcknowledgedUpdate("1/orders", Map.of()),
                "figures of 1/orders, which it does not drive");
        assertRefused(
                AgentState.READY,
                new ToController.AgentEvent(ToController.AgentEvent.Kind.FAULT, 0, "agent/load2", "It is bad."),
                "something of agent/load2");
        assertRefused(
                AgentState.JOINING,
                new ToController.Hello("load2", 1, 1, "host", 1, null, Map.of()),
                "the greeting of agent load2");
        for (String host : List.of("lab\u001b[2J", "x".repeat(256))) {
            assertRefused(
                    AgentState.JOINING,
                    new ToController.Hello("local", 1, 1, host, 1, null, Map.of()),
                    "a name of its host that none has");
        }
        // As results name a second host of that name.
        assertRefused(
                AgentState.JOINING,
                new ToController.Hello("local", 1, 1, "lab (load2)", 1, null, Map.of()),
                "a name of its host that none has");
    }

    @Test
    void countsAndNumbersHaveBounds() {
        assertRefused(AgentState.READY, snapshot("local", 3, workload(1, "pings", -1)), "a count that cannot be");
        assertRefused(
                AgentState.READY, snapshot("local", 4, workload(1, "pings", Long.MAX_VALUE)), "a count that cannot be");
        assertRefused(AgentState.READY, snapshot("local", -1), "interval -1 of a run that has at most 605");
        assertRefused(AgentState.READY, snapshot("local", 606), "interval 606 of a run that has at most 605");
    }

    /** A doubled interval under a new number, or one outside of the run, would be missed by nobody. */
    @Test
    void intervalsFollowEachOtherWithoutAHole() throws Exception {
        assertRefused(
                AgentState.READY,
                snapshot("local", 0, 5, SECOND, false),
                "interval 0 that does not begin where the one before ended");
        assertRefused(
                AgentState.READY,
                snapshot("local", 2, 0, SECOND, false),
                "interval 2 that does not begin where the one before ended");
        rules.check(AgentState.READY, snapshot("local", 0));
        assertRefused(AgentState.READY, snapshot("local", 0), "interval 0 after interval 0");
        assertRefused(
                AgentState.READY,
                snapshot("local", 1, 0, SECOND, false),
                "interval 1 that does not begin where the one before ended");
        rules.check(AgentState.READY, snapshot("local", 1));
        // What an agent could not send for long is missing, and known as such.
        rules.check(AgentState.READY, snapshot("local", 3));
        assertRefused(AgentState.READY, snapshot("local", 2), "interval 2 after interval 3");
        assertRefused(
                AgentState.READY,
                snapshot("local", 4, 4 * SECOND, 3 * SECOND, false),
                "an interval that ends before it begins, or long after the run");
        assertRefused(
                AgentState.READY,
                snapshot("local", 4, 4 * SECOND, Long.MAX_VALUE, false),
                "an interval that ends before it begins, or long after the run");
        rules.check(AgentState.READY, snapshot("local", 4, 4 * SECOND, 5 * SECOND, true));
        assertRefused(AgentState.READY, snapshot("local", 5), "interval 5 after its last");
    }

    @Test
    void noFigureIsThereTwice() throws Exception {
        WorkloadInterval pings = workload(1, "pings", 1);
        assertRefused(AgentState.READY, snapshot("local", 0, pings, pings), "figures of 1/pings twice in one interval");
        WorkloadInterval twice = new WorkloadInterval(
                1,
                "pings",
                List.of(pings.lines().getFirst(), pings.lines().getFirst()),
                List.of(),
                pings.levels(),
                pings.schedule(),
                Map.of(),
                Map.of());
        assertRefused(
                AgentState.READY, snapshot("local", 1, twice), "figures of ping of 1/pings twice in one interval");
        ToController told = new ToController.AcknowledgedUpdate("1/pings", Map.of());
        rules.check(AgentState.READY, told);
        assertRefused(AgentState.READY, told, "twice what 1/pings acknowledged");
        assertRefused(AgentState.FINISHED, snapshot("local", 2), "measurements after it had finished");
    }

    /** Figures under other names would be in the files of the run and in no result, and without a bound. */
    @Test
    void figuresThatTheWorkloadDoesNotHaveAreRefused() {
        WorkloadInterval pings = workload(1, "pings", 1);
        LineInterval ping = pings.lines().getFirst();
        assertRefused(
                AgentState.READY,
                snapshot("local", 0, with(pings, line("transfer", ping.kind(), ping.window()), Map.of(), Map.of())),
                "figures of transfer of 1/pings, which that workload does not have");
        assertRefused(
                AgentState.READY,
                snapshot(
                        "local",
                        1,
                        with(pings, line("x\n".repeat(5_000), ping.kind(), ping.window()), Map.of(), Map.of())),
                "figures of a name of 10000 characters of 1/pings, which that workload does not have");
        assertRefused(
                AgentState.READY,
                snapshot(
                        "local",
                        2,
                        with(pings, line("ping", LineInterval.Kind.SERIES, ping.window()), Map.of(), Map.of())),
                "figures of ping of 1/pings, which that workload does not have");
        assertRefused(
                AgentState.READY,
                snapshot(
                        "local",
                        3,
                        with(pings, line("ping", ping.kind(), PhaseWindow.steadyPart(7)), Map.of(), Map.of())),
                "figures of ping in steady-7 of 1/pings, which that workload does not have");
        assertRefused(
                AgentState.READY,
                snapshot("local", 4, with(pings, ping, Map.of("orders", 1L), Map.of())),
                "figures of orders of 1/pings, which that workload does not have");
        assertRefused(
                AgentState.READY,
                snapshot("local", 5, with(pings, ping, Map.of(), Map.of("depth", 1.0))),
                "figures of depth of 1/pings, which that workload does not have");
    }

    @Test
    void lagsOfAWindowAreThereOnce() {
        WorkloadInterval pings = workload(1, "pings", 1);
        LagInterval lag = new LagInterval(PhaseWindow.STEADY, null, null, null);
        WorkloadInterval twice = new WorkloadInterval(
                1, "pings", pings.lines(), List.of(lag, lag), pings.levels(), pings.schedule(), Map.of(), Map.of());
        assertRefused(AgentState.READY, snapshot("local", 0, twice), "figures of lag of 1/pings twice in one interval");
    }

    private static LineInterval line(String name, LineInterval.Kind kind, PhaseWindow window) {
        return new LineInterval(
                name,
                kind,
                window,
                new LineInterval.Counts(1, 1, 0, 0, 0, 0, 0, 0, 0),
                Map.of(),
                Map.of(),
                null,
                null,
                null);
    }

    private static WorkloadInterval with(
            WorkloadInterval workload, LineInterval line, Map<String, Long> counters, Map<String, Double> gauges) {
        return new WorkloadInterval(
                workload.tile(),
                workload.workload(),
                List.of(line),
                List.of(),
                workload.levels(),
                workload.schedule(),
                counters,
                gauges);
    }

    /** The disk of its controller is that of the results of all others. */
    @Test
    void whatAnAgentHasStoredIsBounded() throws Exception {
        ToController tenThousand = new ToController.Telemetry(
                Collections.nCopies(10_000, new TelemetrySample(1, "host/a", "c".repeat(100), 0.5, "share", false)));
        // Of 5 s, with one workload of one operation: 16 MiB, and 360 KiB for each of 6 intervals.
        for (int each = 0; each < 7; each++) {
            rules.check(AgentState.READY, tenThousand);
        }
        assertRefused(
                AgentState.READY,
                tenThousand,
                "records of more than 18 MiB, more than a run of this plan can" + " have");
        AgentRules again = new AgentRules("local", AgentShares.of(plan()), "", UNKNOWN);
        ToController.Snapshot wide =
                (ToController.Snapshot) snapshot("local", 0, with(workload(1, "pings", 1), wide(), Map.of(), Map.of()));
        assertThatThrownBy(() -> {
                    for (int each = 0; each < 605; each++) {
                        again.check(AgentState.READY, at(each, wide.interval()));
                    }
                })
                .isInstanceOf(RefusedMessageException.class)
                .hasMessageStartingWith("records of more than 18 MiB");
    }

    private static ToController at(long sequence, IntervalSnapshot interval) {
        return new ToController.Snapshot(new IntervalSnapshot(
                interval.agent(),
                sequence,
                sequence * SECOND,
                (sequence + 1) * SECOND,
                false,
                interval.workloads(),
                interval.health()));
    }

    /** Times in every bucket from 1 us to 1 h. */
    private static LineInterval wide() {
        Histogram histogram = new Histogram(1_000, 3_600 * SECOND, 3);
        for (double nanos = 1_000; nanos < 3_600e9; nanos *= 1.0005) {
            histogram.recordValue((long) nanos);
        }
        Times times = new Times(histogram, 1, 1_000, 3_600 * SECOND, 0);
        return new LineInterval(
                "ping",
                LineInterval.Kind.OPERATION,
                PhaseWindow.STEADY,
                new LineInterval.Counts(1, 1, 0, 0, 0, 0, 0, 0, 0),
                Map.of(),
                Map.of(),
                times,
                times,
                null);
    }

    @Test
    void errorsAreBounded() throws Exception {
        rules.check(AgentState.READY, errors("no answer", 1));
        assertRefused(AgentState.READY, errors("no answer", -1), "a count that cannot be");
        assertRefused(AgentState.READY, errors("x".repeat(10_000), 1), "an error of more than 10000 characters");
        for (int each = 1; each < 1_300; each++) {
            rules.check(AgentState.READY, errors("no answer " + each, 1));
        }
        rules.check(AgentState.READY, errors("no answer", 2));
        assertRefused(AgentState.READY, errors("another", 1), "more than 1300 distinct errors of a workload");
    }

    private static ToController errors(String message, long count) {
        return new ToController.ErrorsUpdate(
                "1/pings", List.of(new DistinctErrors.Entry("ping", "timeout", message, count, 1, 2)));
    }

    /** What an agent says out of turn would bring one back that was given up. */
    @Test
    void theOrderOfTheConversationIsKept() throws Exception {
        assertRefused(AgentState.LOST, new ToController.Ready(), "that it is ready, out of turn");
        assertRefused(
                AgentState.FINISHED,
                new ToController.Hello("local", 1, 1, "host", 1, null, Map.of()),
                "a second greeting");
        assertRefused(AgentState.CALIBRATED, new ToController.Finished(), "measurements before it was ready");
        rules.check(AgentState.LOST, snapshot("local", 4));
        rules.check(AgentState.LOST, new ToController.Finished());
    }

    @Test
    void eventsWithoutEndAreRefused() throws Exception {
        ToController event = new ToController.AgentEvent(ToController.AgentEvent.Kind.FAULT, 0, "", "Bad.");
        // One more in each of 5 intervals: how many it has left out.
        for (int each = 0; each < 20_005; each++) {
            rules.check(AgentState.READY, event);
        }
        assertRefused(AgentState.READY, event, "more than 20005 events");
    }

    /** The first host that it names is its own. */
    @Test
    void anAgentWhoseHostIsNotKnownHasOneHost() throws Exception {
        AgentRules one = new AgentRules("local", AgentShares.of(plan()), "", UNKNOWN);
        one.check(AgentState.READY, telemetry("host/lab1"));
        one.check(AgentState.READY, telemetry("host/lab1"));
        assertThatThrownBy(() -> one.check(AgentState.READY, telemetry("host/lab2")))
                .isInstanceOf(RefusedMessageException.class)
                .hasMessage("something of host/lab2");
    }

    /** What it said of the server that is measured, or of the host of the load, would be judged. */
    @Test
    void anAgentSpeaksOfItsOwnHostAndOneThatObservesOfNothingElse() throws Exception {
        AgentRules driving = new AgentRules("local", AgentShares.of(plan()), "", UNKNOWN);
        AgentRules observing =
                new AgentRules("db1", AgentShares.of(RunControllerTest.observed(plan(), "db1")), "", UNKNOWN);
        for (AgentRules each : List.of(driving, observing)) {
            String name = each == driving ? "local" : "db1";
            each.check(AgentState.JOINING, new ToController.Hello(name, 1, 1, "lab1", 1, null, Map.of()));
            each.check(AgentState.READY, telemetry("host/lab1"));
            assertThatThrownBy(() -> each.check(AgentState.READY, telemetry("host/lab2")))
                    .isInstanceOf(RefusedMessageException.class)
                    .hasMessage("something of host/lab2");
        }
        AgentRules ofDatabase = new AgentRules("local", AgentShares.of(TestRuns.plan(TestRuns.GOOD)), "", UNKNOWN);
        for (String source : List.of("host", "sut/db")) {
            ofDatabase.check(AgentState.READY, telemetry(source));
            assertThatThrownBy(() -> observing.check(AgentState.READY, telemetry(source)))
                    .isInstanceOf(RefusedMessageException.class)
                    .hasMessage("something of " + source);
        }
        assertThatThrownBy(() -> observing.check(AgentState.READY, snapshot("db1", 0)))
                .hasMessage("an interval, though it drives no load");
    }

    @Test
    void noAgentSpeaksOfASutThatTheRunDoesNotHave() throws Exception {
        AgentRules ofTwoTiles = new AgentRules(
                "local", AgentShares.of(TestRuns.plan(TestRuns.GOOD.replace("suts:", "tiles: 2\nsuts:"))), "", UNKNOWN);
        ofTwoTiles.check(AgentState.READY, telemetry("sut/2/db"));
        for (String source : List.of("sut/db", "sut/3/db", "sut/2/cache")) {
            assertThatThrownBy(() -> ofTwoTiles.check(AgentState.READY, telemetry(source)))
                    .isInstanceOf(RefusedMessageException.class)
                    .hasMessage("something of " + source);
        }
    }

    /** The power of a meter that another agent made up would be in the result, beside that of the agent that reads it. */
    @Test
    void telemetryOfASutComesOnlyFromAgentsThatReadIt() throws Exception {
        AgentShares shares = AgentShares.of(TestRuns.plan(
                "rig: { agents: [ { name: load1 }, { name: load2 }, { name: load3 } ] }\n" + TestRuns.GOOD));
        SutReaders readers =
                new SutReaders(Map.of("sut/db", Set.of("load1")), Map.of("sut/db", Set.of("load2", "load1")));
        AgentRules reading = rules("load1", shares, readers);
        reading.check(AgentState.READY, power());
        reading.check(AgentState.READY, telemetry("sut/db"));
        AgentRules atItsProcesses = rules("load2", shares, readers);
        atItsProcesses.check(AgentState.READY, telemetry("sut/db"));
        assertThatThrownBy(() -> atItsProcesses.check(AgentState.READY, power()))
                .isInstanceOf(RefusedMessageException.class)
                .hasMessage("telemetry of SUT db, which agent load1 reads");
        AgentRules foreign = rules("load3", shares, readers);
        // Each agent that drives load notes what fails while it asks which one reads.
        foreign.check(
                AgentState.READY,
                new ToController.AgentEvent(ToController.AgentEvent.Kind.FAULT, 0, "sut/db", "It has no counters."));
        for (ToController each : List.of(power(), telemetry("sut/db"))) {
            assertThatThrownBy(() -> foreign.check(AgentState.READY, each))
                    .isInstanceOf(RefusedMessageException.class)
                    .hasMessage("telemetry of SUT db, which agent load1 reads");
        }
        AgentRules early = new AgentRules("load1", shares, "", null);
        assertThatThrownBy(() -> early.check(AgentState.READY, power()))
                .hasMessage("telemetry of a SUT before it was to read any");
        SutReaders several = new SutReaders(Map.of("sut/db", Set.of("load2", "load1")), Map.of("sut/db", Set.of()));
        assertThatThrownBy(() -> rules("load3", shares, several).check(AgentState.READY, power()))
                .hasMessage("telemetry of SUT db, which agents load1, load2 read");
        SutReaders none = new SutReaders(Map.of("sut/db", Set.of()), Map.of("sut/db", Set.of()));
        assertThatThrownBy(() -> rules("load1", shares, none).check(AgentState.READY, power()))
                .hasMessage("telemetry of SUT db, which no agent reads");
    }

    /** An invented source could take the name of a file that is imported later, and an event would be one of a SUT. */
    @Test
    void whatIsNoTelemetryOfASutIsOfTheAgentOrItsHostAndNoEvent() throws Exception {
        AgentRules rules = rules(
                "load1",
                AgentShares.of(TestRuns.plan("rig: { agents: [ { name: load1 } ] }\n" + TestRuns.GOOD)),
                new SutReaders(Map.of(), Map.of()));
        rules.check(AgentState.JOINING, new ToController.Hello("load1", 1, 1, "lab1", 1, null, Map.of()));
        for (String source : List.of("host", "host/lab1", "agent/load1", "sut/db")) {
            rules.check(AgentState.READY, telemetry(source));
        }
        assertThatThrownBy(() -> rules.check(AgentState.READY, telemetry("imported/rack")))
                .isInstanceOf(RefusedMessageException.class)
                .hasMessage("telemetry of imported/rack");
        TelemetrySample event = new TelemetrySample(1, "agent/load1", "checkpoint", 400, "ms of an event", false);
        assertThatThrownBy(() -> rules.check(AgentState.READY, new ToController.Telemetry(List.of(event))))
                .isInstanceOf(RefusedMessageException.class)
                .hasMessage("an event that no SUT has reported");
    }

    private static AgentRules rules(String agent, AgentShares shares, SutReaders readers) {
        AgentRules known = new AgentRules(agent, shares, "", null);
        known.setReaders(readers);
        return known;
    }

    private static ToController power() {
        return new ToController.Telemetry(List.of(new TelemetrySample(1, "sut/db", "power", 90, "W", false)));
    }

    /** An agent has a share of every workload, of no users where others drive it. */
    @Test
    void anAgentSpeaksOfNoWorkloadThatOthersAreNamedFor() throws Exception {
        AgentShares shares = AgentShares.of(TestRuns.plan("""
                run: { name: trial, seed: 7 }
                phases: { rampUp: 1s, steady: 2s, rampDown: 1s, drain: 1s }
                rig: { agents: [ { name: load1, drives: [here] }, { name: load2, drives: [there] } ] }
                workloads:
                  here: { plugin: pings/fast, load: { users: 4 } }
                  there: { plugin: pings/fast, load: { users: 4 } }
                """));
        AgentRules first = new AgentRules("load1", shares, "", UNKNOWN);
        first.check(AgentState.READY, snapshot("load1", 0, workload(1, "here", 1)));
        assertThatThrownBy(() -> first.check(AgentState.READY, snapshot("load1", 1, workload(1, "there", 1))))
                .isInstanceOf(RefusedMessageException.class)
                .hasMessage("figures of 1/there, which it does not drive");
        new AgentRules("load2", shares, "", UNKNOWN)
                .check(AgentState.READY, snapshot("load2", 0, workload(1, "there", 1)));
    }

    private static ToController telemetry(String source) {
        return new ToController.Telemetry(List.of(new TelemetrySample(1, source, "cpu", 0.5, "share", false)));
    }
}
