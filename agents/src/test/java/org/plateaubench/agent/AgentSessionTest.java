// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.wire.InJvmTransport;
import org.plateaubench.wire.MessageCodec;
import org.plateaubench.wire.TelemetrySample;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.WorkloadSlice;

/** Tests the agent's session message by message; each message passes through the codec, as between processes. */
class AgentSessionTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long INTERVAL = SECOND / 5;

    private final NanoClock clock = SystemClock.instance();
    private InJvmTransport transport = new InJvmTransport(1_000);
    private @Nullable Thread session;

    @AfterEach
    void endSession() throws Exception {
        transport.controllerEnd().close();
        if (session != null) {
            assertThat(session.join(Duration.ofSeconds(60))).isTrue();
        }
    }

    @Test
    void runIsPublishedInIntervalsWithoutGaps() throws Exception {
        prepare("ticks", 3);
        start();
        List<ToController> received = until(ToController.Finished.class);
        List<IntervalSnapshot> snapshots = snapshots(received);
        long due = 0;
        for (int i = 0; i < snapshots.size(); i++) {
            IntervalSnapshot snapshot = snapshots.get(i);
            assertThat(snapshot.sequence()).isEqualTo(i);
            assertThat(snapshot.startNanos())
                    .isEqualTo(i == 0 ? 0 : snapshots.get(i - 1).endNanos());
            assertThat(snapshot.last()).isEqualTo(i == snapshots.size() - 1);
            due += INTERVAL;
            if (!snapshot.last()) {
                assertThat(snapshot.endNanos()).isGreaterThanOrEqualTo(due);
            }
        }
        assertThat(snapshots).hasSizeGreaterThanOrEqualTo(5);
        assertThat(ok(snapshots)).isPositive();
    }

    @Test
    void lateStartIsReportedWithDelay() throws Exception {
        prepare("ticks", 1);
        until(ToController.Ready.class);
        long ago = SECOND / 4;
        send(new ToAgent.Start(clock.nanoTime() - ago));
        List<ToController> received = until(ToController.Finished.class);
        assertThat(lateStarts(received)).singleElement().satisfies(late -> {
            assertThat(late.source()).isEqualTo("agent/local");
            assertThat(late.unit()).isEqualTo("ms");
            assertThat(late.value()).isGreaterThanOrEqualTo(ago / 1e6).isEqualTo(late.runNanos() / 1e6);
        });
    }

    @Test
    void earlyStartIsNotReported() throws Exception {
        prepare("ticks", 1);
        until(ToController.Ready.class);
        send(new ToAgent.Start(clock.nanoTime() + 5 * SECOND));
        assertThat(lateStarts(until(ToController.Finished.class))).isEmpty();
    }

    private static List<TelemetrySample> lateStarts(List<ToController> received) {
        return received.stream()
                .filter(ToController.Telemetry.class::isInstance)
                .flatMap(message -> ((ToController.Telemetry) message).samples().stream())
                .filter(sample -> sample.series().equals("late-start"))
                .toList();
    }

    @Test
    void unknownPluginFailsTheRunNotTheAgent() throws Exception {
        prepare("nothing", 1);
        assertThat(until(ToController.Failed.class).getLast())
                .isEqualTo(new ToController.Failed("This agent has no plugin 'nothing'."));
    }

    @Test
    void filesArriveInParts() throws Exception {
        prepare(
                "ticks",
                1,
                INTERVAL,
                Map.of("users.csv", "shop/users.csv", "b.csv", "shop/b.csv"),
                new ToAgent.FilePart("shop/b.csv", "", true),
                new ToAgent.FilePart("shop/users.csv", "name\nA", false),
                new ToAgent.FilePart("shop/users.csv", "nn\n", true));
        until(ToController.Ready.class);
        assertThat(TickPlugin.files)
                .containsExactlyInAnyOrderEntriesOf(Map.of("users.csv", "name\nAnn\n", "b.csv", ""));
    }

    @Test
    void messageOutOfOrderIsRefused() throws Exception {
        launch();
        send(new ToAgent.Start(0));
        assertThat(until(ToController.Failed.class).getLast())
                .isEqualTo(new ToController.Failed("Agent local expected PlanSlice and was sent Start."));
    }

    @Test
    void agentWithoutWorkloadsOnlySamplesHost() throws Exception {
        launch();
        PhaseTimes phases =
                new PhaseTimes(Duration.ofMillis(100), Duration.ofSeconds(1), Duration.ZERO, Duration.ofSeconds(1));
        send(new ToAgent.PlanSlice("run", "local", phases, 7, INTERVAL, List.of()));
        send(new ToAgent.Secrets(Map.of()));
        send(new ToAgent.SutAddresses(Map.of()));
        send(new ToAgent.Prepare(Map.of(), List.of(), true, List.of("absent"), List.of("/absent"), false));
        start();
        List<ToController> received = until(ToController.Finished.class);
        assertThat(snapshots(received)).isEmpty();
        assertThat(received)
                .filteredOn(ToController.Telemetry.class::isInstance)
                .flatExtracting(message -> ((ToController.Telemetry) message).samples())
                .extracting(TelemetrySample::series)
                .contains("memory used", "program absent processes", "cost of this telemetry");
        assertThat(received)
                .filteredOn(ToController.AgentEvent.class::isInstance)
                .extracting(message -> ((ToController.AgentEvent) message).message())
                // On a busy machine, another event reports a late start.
                .filteredOn(message -> !message.startsWith("The start reached agent"))
                .singleElement()
                .asString()
                .startsWith("This host has no control group /absent that could be sampled");
    }

    @Test
    void stoppedAgentPublishesLastIntervalAndFinishes() throws Exception {
        prepare("ticks", 60);
        start();
        until(ToController.Snapshot.class);
        send(new ToAgent.Stop(INTERVAL * 2));
        List<IntervalSnapshot> snapshots = snapshots(until(ToController.Finished.class));
        assertThat(snapshots.getLast().last()).isTrue();
        assertThat(snapshots).as("of 300 that were planned").hasSizeLessThan(200);
    }

    @Test
    void heartbeatIsSentDuringLongInterval() throws Exception {
        prepare("ticks", 5, 60 * SECOND);
        start();
        List<ToController> received = until(ToController.Finished.class);
        // There is only the last snapshot, after a steady state of five seconds.
        assertThat(snapshots(received)).hasSize(1);
        assertThat(received.subList(0, received.indexOf(firstSnapshot(received))))
                .filteredOn(ToController.Heartbeat.class::isInstance)
                .isNotEmpty();
    }

    private static ToController firstSnapshot(List<ToController> received) {
        return received.stream()
                .filter(ToController.Snapshot.class::isInstance)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void sessionEndsWhenControllerDisconnects() throws Exception {
        prepare("ticks", 60);
        start();
        until(ToController.Snapshot.class);
        transport.controllerEnd().close();
        assertThat(session).isNotNull();
        assertThat(session.join(Duration.ofSeconds(60))).isTrue();
    }

    @Test
    void slowControllerReceivesEverySnapshot() throws Exception {
        transport = new InJvmTransport(8);
        prepare("ticks", 1);
        start();
        clock.parkUntil(clock.nanoTime() + 2 * SECOND);
        List<IntervalSnapshot> snapshots = snapshots(until(ToController.Finished.class));
        assertThat(snapshots)
                .extracting(IntervalSnapshot::sequence)
                .isEqualTo(LongStream.range(0, snapshots.size()).boxed().toList());
        assertThat(snapshots.getLast().last()).isTrue();
    }

    private void launch() {
        session = Thread.ofPlatform()
                .daemon()
                .start(new AgentSession(
                        "local", transport.agentEnd(), PluginCatalog.of(new TickPlugin()), clock, _ -> {}));
    }

    /** Begins a session and sends all messages before the start message. */
    private void prepare(String plugin, int seconds) throws Exception {
        prepare(plugin, seconds, INTERVAL);
    }

    private void prepare(String plugin, int seconds, long intervalNanos) throws Exception {
        prepare(plugin, seconds, intervalNanos, Map.of());
    }

    private void prepare(
            String plugin, int seconds, long intervalNanos, Map<String, String> files, ToAgent.FilePart... parts)
            throws Exception {
        launch();
        WorkloadSlice workload = new WorkloadSlice(
                1,
                "ticks",
                plugin,
                Map.of("token", "${env:TOKEN}"),
                null,
                TickPlugin.DEFINITION,
                new Load.Closed(2, 1),
                Map.of(),
                Execution.PLATFORM,
                List.of(),
                1,
                files,
                new Load.Share(0, 2, 0, 0, 0),
                new Load.Ramp(0, 100_000_000));
        PhaseTimes phases = new PhaseTimes(
                Duration.ofMillis(100), Duration.ofSeconds(seconds), Duration.ZERO, Duration.ofSeconds(1));
        send(new ToAgent.PlanSlice("run", "local", phases, 7, intervalNanos, List.of(workload)));
        for (ToAgent.FilePart part : parts) {
            send(part);
        }
        send(new ToAgent.Secrets(Map.of("env:TOKEN", TickPlugin.TOKEN)));
        send(new ToAgent.SutAddresses(Map.of()));
        send(new ToAgent.Prepare(Map.of(), List.of(), true, List.of(), List.of(), true));
    }

    private void start() throws Exception {
        until(ToController.Ready.class);
        send(new ToAgent.Start(clock.nanoTime() + SECOND / 10));
    }

    private void send(ToAgent message) throws Exception {
        assertThat(transport.controllerEnd().send(MessageCodec.read(ToAgent.class, MessageCodec.bytes(message))))
                .isTrue();
    }

    /** Receives all messages up to and including the first one of a type. */
    private List<ToController> until(Class<? extends ToController> type) throws Exception {
        List<ToController> received = new ArrayList<>();
        while (received.isEmpty() || !type.isInstance(received.getLast())) {
            ToController message = transport.controllerEnd().receive(60 * SECOND);
            assertThat(message).as("before the deadline").isNotNull();
            received.add(MessageCodec.read(ToController.class, MessageCodec.bytes(message)));
        }
        return received;
    }

    private static List<IntervalSnapshot> snapshots(List<ToController> received) {
        return received.stream()
                .filter(ToController.Snapshot.class::isInstance)
                .map(message -> ((ToController.Snapshot) message).interval())
                .toList();
    }

    private static long ok(List<IntervalSnapshot> snapshots) {
        return snapshots.stream()
                .flatMap(snapshot -> snapshot.workloads().stream())
                .flatMap(workload -> workload.lines().stream())
                .mapToLong(line -> line.counts().ok())
                .sum();
    }
}
