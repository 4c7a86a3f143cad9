// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.drive.spec.DriveSpec;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.recorder.WorkloadRecorder;
import org.plateaubench.measure.timeline.PhaseTimeline;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadSession;

/**
 * What users cost that wait on virtual threads, each with a connection and, of some, a task beside it that is blocked in a
 * read of a second one, as a mail program is that listens for news. Not part of the tests: {@code docs/performance.md} has
 * the command and the figures. Arguments: users, percent of them with a task, connections or {@code none}. The server is a
 * process of its own.
 */
final class IdleUsersCost {
    private static final String SERVE = "serve";
    private static final Duration SETTLE = Duration.ofSeconds(3);
    private static final Duration CLIMB = Duration.ofSeconds(10);

    private IdleUsersCost() {}

    /** A user with a connection, and maybe one that it listens on. */
    private static final class IdleDriver implements Driver {
        private final UserContext user;
        private final int port;
        private final boolean listens;
        private final AtomicInteger blocked;
        private Socket acting = new Socket();
        private Socket listening = new Socket();

        IdleDriver(UserContext user, int port, boolean listens, AtomicInteger blocked) {
            this.user = user;
            this.port = port;
            this.listens = listens;
            this.blocked = blocked;
        }

        @Override
        public void connect() throws IOException {
            if (port != 0) {
                acting = new Socket(InetAddress.getLoopbackAddress(), port);
            }
            if (listens) {
                listening = new Socket(InetAddress.getLoopbackAddress(), port);
                user.background("listen", () -> {
                    blocked.incrementAndGet();
                    int read = listening.getInputStream().read();
                    throw new IOException("the server said " + read);
                });
            }
        }

        @Override
        public Outcome execute(OperationCall call) {
            return Outcome.ok();
        }

        @Override
        public void close() throws IOException {
            acting.close();
            listening.close();
        }
    }

    private static DriveSpec spec(int users, PhaseTimes phases) {
        WorkloadDefinition definition = new WorkloadDefinition(
                List.of(OperationDefinition.of("check", "")),
                List.of(UnitDefinition.of("check")),
                Mix.Flat.only("check"),
                Pacing.cycle(Distribution.Exponential.ofMean(Duration.ofSeconds(200))),
                new MetricDefinition("rate", "1/s", "check", 1),
                List.of(),
                List.of(Execution.VIRTUAL));
        Load load = new Load.Closed(users, 1, List.of(), 1.5);
        return new DriveSpec(
                1,
                "idle",
                definition,
                load,
                Map.of(),
                Execution.VIRTUAL,
                phases,
                List.of(),
                1,
                Load.Share.everything(load),
                Load.Ramp.all(phases));
    }

    /** Accepts and never says a word. */
    private static void serve() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open();
                Selector selector = Selector.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 4_096);
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT);
            say(String.valueOf(server.socket().getLocalPort()));
            while (true) {
                selector.select(100);
                selector.selectedKeys().clear();
                for (SocketChannel next = server.accept(); next != null; next = server.accept()) {
                    next.configureBlocking(false);
                    next.register(selector, 0); // Its key holds it.
                }
            }
        }
    }

    private static long heapBytes() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static String residentKilobytes() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("VmRSS"))
                .findFirst()
                .orElse("VmRSS unknown");
    }

    @SuppressWarnings("SystemOut")
    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    /** Runs and prints. */
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals(SERVE)) {
            serve();
            return;
        }
        int users = Integer.parseInt(arguments[0]);
        int percent = Integer.parseInt(arguments[1]);
        boolean connects = arguments.length < 3;
        Process server = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        IdleUsersCost.class.getName(),
                        SERVE)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            measure(
                    users,
                    percent,
                    connects ? Integer.parseInt(server.inputReader().readLine()) : 0);
        } finally {
            server.destroy();
            server.waitFor();
        }
    }

    private static void measure(int users, int percent, int port) throws Exception {
        PhaseTimes phases =
                new PhaseTimes(CLIMB, CLIMB.plus(SETTLE.multipliedBy(3)), Duration.ZERO, Duration.ofSeconds(1));
        DriveSpec spec = spec(users, phases);
        WorkloadRecorder recorder = new WorkloadRecorder(1, "idle", WorkloadRun.lines(spec.definition()), List.of(), 1);
        AtomicInteger blocked = new AtomicInteger();
        WorkloadSession session = new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return new IdleDriver(user, port, user.user() % 100 < percent, blocked);
            }
        };
        long before = heapBytes();
        NanoClock clock =
                SystemClock.instance().startingAt(SystemClock.instance().nanoTime());
        try (WorkloadRun run =
                new WorkloadRun(spec, session, recorder, clock, new PhaseTimeline(phases), new LoopCost.Complaints())) {
            say(String.format("users made:   %,8d bytes of heap per user", (heapBytes() - before) / users));
            run.start();
            clock.parkUntil(CLIMB.plus(SETTLE).toNanos());
            recorder.drain(run.levels());
            clock.parkUntil(clock.nanoTime() + Duration.ofSeconds(1).toNanos());
            long asked = clock.nanoTime();
            run.levels();
            long levels = clock.nanoTime() - asked;
            say(String.format(
                    "users idle:   %,8d bytes of heap per user, %d users live, %d tasks blocked, %d platform threads, %s,"
                            + " levels asked for in %.2f ms",
                    (heapBytes() - before) / users,
                    run.levels().liveUsers(),
                    blocked.get(),
                    ManagementFactory.getThreadMXBean().getThreadCount(),
                    residentKilobytes(),
                    levels / 1e6));
        }
    }
}
