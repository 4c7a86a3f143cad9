// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.TestRuns;
import org.plateaubench.engine.TestShop;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.plan.planning.Planner;
import org.plateaubench.engine.run.RunSetup.AgentLink;
import org.plateaubench.engine.run.event.RunObserver;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunReader;
import org.plateaubench.engine.store.RunWriter;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.SecretReferences;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.host.Calibration;
import org.plateaubench.measure.host.Calibration.ParkError;
import org.plateaubench.measure.host.RunningHost;
import org.plateaubench.wire.InJvmTransport;
import org.plateaubench.wire.Message;
import org.plateaubench.wire.MessageCodec;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.RefusedMessageException;
import org.plateaubench.wire.TelemetrySample;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.Transport;

/** The controller with scripted agents that follow the protocol or break it. */
public class RunControllerTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int SPEED = 20;
    private static final Map<String, String> PLUGINS =
            TestShop.catalog().plugins().stream().collect(Collectors.toMap(LoadedPlugin::id, LoadedPlugin::digest));

    private static final RunningHost THIS_HOST = RunningHost.ofThisProcess().orElseThrow();

    private static final ParkError LATE = new ParkError(100, SECOND / 1_000, SECOND / 500, SECOND / 50, SECOND / 10, 0);
    private static final Calibration CALIBRATION =
            new Calibration(new Calibration.ClockCost(25, 1), LATE, LATE, SECOND / 10, SECOND, 20_000, 2);

    @TempDir
    Path folder;

    private final InJvmTransport transport = new InJvmTransport(100);
    private final InJvmTransport observing = new InJvmTransport(100);
    private final InJvmTransport second = new InJvmTransport(100);
    private final FastClock clock = new FastClock();
    private boolean hasIdleAgent;
    private volatile Map<String, Object> programs = Map.of();
    private String yaml = TestRuns.PINGS;

    @AfterEach
    void stopClock() {
        clock.close();
    }

    /** Otherwise an agent would still create its users under load, and no interval would have the load of all agents. */
    @Test
    void agentsStartTogetherWhenAllAreReady() throws Exception {
        yaml = TestRuns.PINGS + "rig: { agents: 2 }\n";
        List<ToAgent> early = new ArrayList<>();
        List<Long> instants = new ArrayList<>();
        StoredRun run = run(first -> {
            ScriptedAgent last = new ScriptedAgent(second.agentEnd());
            Map<String, ScriptedAgent> both = Map.of("local-1", first, "local-2", last);
            both.forEach((name, agent) -> {
                agent.send(hello(name, "host", null));
                agent.send(new ToController.Calibrated(CALIBRATION));
            });
            both.values().forEach(agent -> agent.await(ToAgent.Prepare.class));
            first.send(new ToController.Ready(Map.of("1/shop", Map.of("fio", "3.33", "gcc", "12"))));
            first.poll(SECOND / 50).ifPresent(early::add);
            instants.add(clock.nanoTime());
            last.send(new ToController.Ready(Map.of("1/shop", Map.of("fio", "3.36", "gcc", "12"))));
            both.forEach((name, agent) -> {
                instants.add(((ToAgent.Start) agent.await(ToAgent.Start.class)).originNanos());
                agent.send(ResumedAgentsTest.interval(name, 0, true));
                agent.send(new ToController.Finished());
            });
        });
        assertThat(run.events().getLast().details()).containsEntry("status", "completed");
        assertThat(early).as("while the last one is not ready").isEmpty();
        assertThat(programs).isEqualTo(Map.of("1/shop", Map.of("fio", "3.33 and 3.36", "gcc", "12")));
        assertThat(instants.get(1)).isEqualTo(instants.get(2)).isGreaterThan(instants.get(0));
    }

    @Test
    void silentAgentIsLost() throws Exception {
        StoredRun run = run(agent -> {
            agent.join(Message.PROTOCOL_VERSION);
            agent.send(snapshot(0, false));
        });
        assertThat(types(run)).contains("agent-lost");
        assertThat(run.events().getLast().details())
                .containsEntry("status", "interrupted")
                .containsEntry("fault", true);
        assertThat(run.intervals())
                .extracting(StoredInterval::state)
                .startsWith(Delivery.ON_TIME, Delivery.MISSING, Delivery.MISSING)
                .hasSize(4);
    }

    @Test
    void disconnectedAgentIsLostAtOnce() throws Exception {
        StoredRun run = run(agent -> {
            agent.join(Message.PROTOCOL_VERSION);
            agent.close();
        });
        assertThat(types(run)).contains("agent-lost");
        assertThat(run.events().getLast().message()).contains("Agent local has gone");
    }

    @Test
    void lostIdleAgentIsNotedAndTheRunContinues() throws Exception {
        hasIdleAgent = true;
        ScriptedAgent database = new ScriptedAgent(observing.agentEnd());
        database.send(hello("db1", "db", null));
        database.send(new ToController.Calibrated(CALIBRATION));
        database.send(new ToController.Ready(Map.of()));
        StoredRun run = run(agent -> {
            agent.join(Message.PROTOCOL_VERSION);
            database.close();
            agent.send(snapshot(0, true));
            agent.send(new ToController.Finished());
        });
        assertThat(types(run)).contains("observer-lost").doesNotContain("agent-lost");
        assertThat(run.events().getLast().details()).containsEntry("status", "completed");
    }

    @Test
    void agentOfAnotherVersionIsRefused() throws Exception {
        StoredRun run = run(agent -> agent.send(new ToController.Hello("local", 99, 1, "host", 1, null, Map.of())));
        assertThat(run.events().getLast().message()).contains("uses protocol version 99/1");
        assertThat(run.events())
                .noneMatch(event -> "ramp-up".equals(event.details().get("name")));
    }

    @Test
    void agentWithOtherPluginsIsRefused() throws Exception {
        StoredRun run = run(agent -> agent.send(new ToController.Hello(
                "local", Message.PROTOCOL_VERSION, Message.SPI_VERSION, "host", 1, null, Map.of("pings", "another"))));
        assertThat(run.events().getLast().message())
                .isEqualTo(
                        "Agent local has other plugins than this controller: pings. They were changed while the run began;"
                                + " run it again.");
    }

    @Test
    void agentOnTheControllersHostReceivesHarnessProcesses() throws Exception {
        long controller = ProcessHandle.current().pid();
        assertThat(harnessProcesses(RunningHost.nameOr(Message.NO_HOST_NAME), THIS_HOST))
                .containsExactly(controller, 77L);
    }

    @Test
    void agentInAContainerReceivesNoControllerPid() throws Exception {
        assertThat(harnessProcesses(
                        RunningHost.nameOr(Message.NO_HOST_NAME), new RunningHost(THIS_HOST.start(), "of-a-container")))
                .containsExactly(77L);
    }

    /** Otherwise the two hosts would be taken for one, and only one of them would be sampled. */
    @Test
    void hostsWithTheSameNameAreSeparateInResults() throws Exception {
        hasIdleAgent = true;
        ScriptedAgent database = new ScriptedAgent(observing.agentEnd());
        database.send(hello("db1", "localhost", new RunningHost("of-db", "")));
        database.send(new ToController.Calibrated(CALIBRATION));
        database.send(new ToController.Ready(Map.of()));
        StoredRun run = run(agent -> {
            agent.send(hello("local", "localhost", new RunningHost("of-load", "")));
            agent.send(new ToController.Calibrated(CALIBRATION));
            agent.await(ToAgent.Prepare.class);
            agent.send(new ToController.Ready(Map.of()));
            agent.await(ToAgent.Start.class);
            database.await(ToAgent.Start.class);
            database.send(ofHost("localhost"));
            agent.send(ofHost("localhost"));
            agent.send(snapshot(0, true));
            agent.send(new ToController.Finished());
        });
        assertThat(run.events())
                .filteredOn(event -> event.type().equals("host-observed"))
                .extracting(event -> event.scope() + " " + event.details().get("host"))
                .containsExactlyInAnyOrder("agent/local localhost", "agent/db1 localhost (db1)");
        assertThat(run.events())
                .filteredOn(event -> event.type().equals("agent-process"))
                .extracting(event -> event.details().get("host"))
                .containsExactly("localhost", "localhost (db1)");
        assertThat(run.telemetry())
                .extracting(TelemetrySample::source)
                .containsExactlyInAnyOrder("host/localhost", "host/localhost (db1)");
    }

    private static ToController hello(String agent, String host, @Nullable RunningHost running) {
        return new ToController.Hello(agent, Message.PROTOCOL_VERSION, Message.SPI_VERSION, host, 77, running, PLUGINS);
    }

    private static ToController ofHost(String host) {
        return new ToController.Telemetry(List.of(new TelemetrySample(1, "host/" + host, "cpu", 0.5, "share", false)));
    }

    /** The harness processes that an agent with process id 77 receives. */
    private List<Long> harnessProcesses(String host, RunningHost running) throws Exception {
        List<Long> processes = new ArrayList<>();
        run(agent -> {
            agent.send(hello("local", host, running));
            agent.send(new ToController.Calibrated(CALIBRATION));
            processes.addAll(((ToAgent.Prepare) agent.await(ToAgent.Prepare.class)).harnessProcesses());
            agent.close();
        });
        return processes;
    }

    @Test
    void failedAgentEndsTheRunWithTheMessage() throws Exception {
        StoredRun run = run(agent -> {
            agent.greet(Message.PROTOCOL_VERSION);
            agent.send(new ToController.Failed("This agent has no plugin 'pings'."));
        });
        assertThat(run.events().getLast().message()).isEqualTo("This agent has no plugin 'pings'.");
    }

    @Test
    @Timeout(60)
    void runEndsAlthoughAnAgentNeverStopsSending() throws Exception {
        StoredRun run = run(agent -> {
            agent.join(Message.PROTOCOL_VERSION);
            agent.flood(new ToController.Heartbeat(0));
        });
        assertThat(run.events().getLast().message()).contains("Agent local has not ended after the drain.");
    }

    private static ToController snapshot(long sequence, boolean last) {
        return ResumedAgentsTest.interval("local", sequence, last);
    }

    private static List<String> types(StoredRun run) {
        return run.events().stream().map(RunEvent::type).toList();
    }

    /** The plan of a text for agent {@code local}, and agent {@code db1}, which drives nothing. */
    static RunPlan withIdleAgent(String yaml) throws WrongConfiguration {
        String rig = "rig: { agents: [ { label: { role: load } }, { label: { role: db }, drives: [] } ] }\n";
        return new Planner(TestShop.catalog(), List.of("local", "db1")).plan(TestRuns.read(rig + yaml));
    }

    private StoredRun run(Consumer<ScriptedAgent> script) throws Exception {
        RunPlan plan = hasIdleAgent ? withIdleAgent(yaml) : TestRuns.plan(yaml);
        RunFolder runFolder = RunFolder.create(folder, "trial", clock.wallTime());
        Thread agent = Thread.ofPlatform().daemon().start(() -> script.accept(new ScriptedAgent(transport.agentEnd())));
        try (RunWriter writer = new RunWriter(runFolder, clock)) {
            writer.file(StoredFile.PLAN, plan.canonicalText());
            writer.file(StoredFile.ENVIRONMENT, "{}");
            RunSetup setup = new RunSetup(
                    "trial",
                    plan,
                    TestShop.catalog(),
                    new SecretReferences(name -> null, folder),
                    Map.of(),
                    (_, message) -> message,
                    folder,
                    plan.agents().stream().map(this::link).toList());
            new RunController(
                            setup,
                            clock,
                            writer,
                            new IntervalAggregator(
                                    List.copyOf(plan.drivingAgents()), SECOND, SECOND, writer, RunObserver.NONE),
                            RunObserver.NONE,
                            new Interruption(),
                            found -> programs = found.programs())
                    .run();
        }
        assertThat(agent.join(Duration.ofMinutes(1))).isTrue();
        return RunReader.read(runFolder.path());
    }

    private AgentLink link(String agent) {
        InJvmTransport chosen = switch (agent) {
            case "db1" -> observing;
            case "local-2" -> second;
            default -> transport;
        };
        return new AgentLink(agent, chosen.controllerEnd());
    }

    /** The agent's end of a connection, controlled by a script. */
    private record ScriptedAgent(Transport<ToController, ToAgent> controller) {
        void greet(int version) {
            send(new ToController.Hello("local", version, Message.SPI_VERSION, "host", 1, null, PLUGINS));
            send(new ToController.Calibrated(CALIBRATION));
            await(ToAgent.Prepare.class);
        }

        long join(int version) {
            greet(version);
            send(new ToController.Ready(Map.of()));
            return ((ToAgent.Start) await(ToAgent.Start.class)).originNanos();
        }

        /** Sends a message repeatedly until the connection ends. */
        void flood(ToController message) {
            try {
                while (!controller.send(message) || controller.receive(0) == null) {
                    Thread.onSpinWait();
                }
            } catch (PeerLostException | InterruptedException e) {
                return;
            }
        }

        void send(ToController message) {
            try {
                assertThat(controller.send(message)).isTrue();
            } catch (PeerLostException e) {
                throw new IllegalStateException(e);
            }
        }

        ToAgent await(Class<? extends ToAgent> type) {
            try {
                @Nullable ToAgent message = null;
                while (!type.isInstance(message)) {
                    message = controller.receive(60 * SECOND);
                    assertThat(message).isNotNull();
                    assertThat(MessageCodec.read(ToAgent.class, MessageCodec.bytes(message)))
                            .isEqualTo(message);
                }
                return message;
            } catch (PeerLostException | RefusedMessageException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        /** The next message for the agent, if it arrives within a time by the machine's clock. */
        Optional<ToAgent> poll(long timeoutNanos) {
            try {
                return Optional.ofNullable(controller.receive(timeoutNanos));
            } catch (PeerLostException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        void close() {
            controller.close();
        }
    }

    /**
     * Runs faster than the machine's clock, so that deadlines of seconds can be tried. Its time passes in small steps
     * while this process runs, so that a machine that holds it up makes no agent silent.
     */
    private static final class FastClock implements NanoClock, AutoCloseable {
        private static final long STEP_NANOS = SECOND / 2_000;

        private final AtomicLong now = new AtomicLong(SECOND);
        private final AtomicBoolean closed = new AtomicBoolean();

        FastClock() {
            Thread.ofPlatform().daemon().start(() -> {
                while (!closed.get()) {
                    LockSupport.parkNanos(STEP_NANOS);
                    now.addAndGet(STEP_NANOS * SPEED);
                }
            });
        }

        @Override
        public long nanoTime() {
            return now.get();
        }

        @Override
        public Instant wallTime() {
            return SystemClock.instance().wallTime();
        }

        @Override
        public void parkUntil(long deadlineNanos) throws InterruptedException {
            while (now.get() < deadlineNanos) {
                SystemClock.instance().parkUntil(SystemClock.instance().nanoTime() + STEP_NANOS);
            }
        }

        @Override
        public void close() {
            closed.set(true);
        }
    }
}
