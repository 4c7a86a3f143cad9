// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.TestRuns;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.RunEnd;
import org.plateaubench.engine.run.event.RunObserver;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunReader;
import org.plateaubench.engine.store.RunWriter;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.wire.TelemetrySample;
import org.plateaubench.wire.ToController;

/** Data that agents stored completes a run whose controller was killed. */
final class ResumedAgentsTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    private Path runs;

    private final List<Long> logged = new ArrayList<>();
    private RunFolder folder;
    private RunWriter writer;
    private IntervalAggregator intervals;
    private ResumedAgents agents;

    @BeforeEach
    void open() throws Exception {
        RunPlan plan = RunControllerTest.withIdleAgent(TestRuns.PINGS);
        NanoClock clock = SystemClock.instance();
        folder = RunFolder.create(runs, "trial", clock.wallTime());
        writer = new RunWriter(folder, clock);
        writer.file(StoredFile.PLAN, plan.canonicalText());
        writer.file(StoredFile.ENVIRONMENT, "{}");
        writer.clockStarted(clock.nanoTime());
        intervals = new IntervalAggregator(
                List.of("local"),
                SECOND,
                0,
                new IntervalLog() {
                    @Override
                    public void interval(IntervalSnapshot snapshot, Delivery delivery) {
                        logged.add(snapshot.sequence());
                    }

                    @Override
                    public void missing(String agent, long sequence, long startNanos, long endNanos) {
                        logged.add(sequence);
                    }

                    @Override
                    public void errors(List<ErrorRecord> totals) {
                        assertThat(totals).isEmpty();
                    }
                },
                RunObserver.NONE);
        agents = new ResumedAgents(plan, agent -> "of-" + agent, writer, intervals);
    }

    @AfterEach
    void close() {
        writer.close();
    }

    /** An interval of an agent that drives nothing. */
    static ToController interval(String agent, long sequence, boolean isLast) {
        return new ToController.Snapshot(new IntervalSnapshot(
                agent,
                sequence,
                sequence * SECOND,
                (sequence + 1) * SECOND,
                isLast,
                List.of(),
                new AgentHealth(0, 0, 0, -1, 0, 0)));
    }

    private static ToController telemetry(String source) {
        return new ToController.Telemetry(List.of(new TelemetrySample(1, source, "clock-departure", 0, "ms", false)));
    }

    private RunEnd end() {
        intervals.finish(5 * SECOND);
        agents.checkComplete();
        return agents.end(Map.of(), Set.of(), null, 5 * SECOND);
    }

    @Test
    void completeJournalCompletesTheRun() throws Exception {
        for (int sequence = 0; sequence < 5; sequence++) {
            agents.add("local", interval("local", sequence, sequence == 4));
        }
        agents.add("local", telemetry("agent/local"));
        agents.add("local", telemetry("host/of-local"));
        agents.add("local", new ToController.Finished());
        assertThat(end().status()).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(logged).hasSize(5);
        assertThat(read().telemetry()).hasSize(2);
    }

    @Test
    void missingJournalOfIdleAgentIsNoted() throws Exception {
        agents.add("local", interval("local", 0, true));
        agents.add("local", new ToController.Finished());
        agents.addMissed("db1", "it has kept nothing of the run.");
        assertThat(end().status()).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(read().events())
                .filteredOn(event -> event.type().equals("observer-lost"))
                .singleElement()
                .satisfies(
                        event -> assertThat(event.message()).isEqualTo("Agent db1: it has kept nothing of the run."));
    }

    /** The journal of the second agent has the host's own name. */
    @Test
    void resumedTelemetryKeepsTheShownHostName() throws Exception {
        ResumedAgents ofSecond = new ResumedAgents(
                RunControllerTest.withIdleAgent(TestRuns.PINGS),
                agent -> agent.equals("db1") ? "localhost (db1)" : "localhost",
                writer,
                intervals);
        ofSecond.add("db1", telemetry("host/localhost"));
        ofSecond.add("local", telemetry("host/localhost"));
        assertThat(read().telemetry())
                .extracting(TelemetrySample::source)
                .containsExactly("host/localhost (db1)", "host/localhost");
    }

    private StoredRun read() throws Exception {
        return RunReader.read(folder.path());
    }
}
