// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.process.OwnerOnly;
import org.plateaubench.wire.WorkloadSlice;

/**
 * A real broker and many simulated agents: each has its own connection and key, joins a run of a real controller, and
 * sends an interval each second. The main method prints start skew and message counts when the run is over.
 */
public final class SimulatedAgents {
    private static final int MAX_CONNECTING = 16;
    private static final long TICK_MILLIS = 200;
    private static final double MILLI = 1e6;

    /** Start of the run at each agent, on the clock of this process. */
    private final Queue<Long> origins = new ConcurrentLinkedQueue<>();

    private final Offers offers = new Offers();
    private final Map<String, WorkloadInterval> intervals = new ConcurrentHashMap<>();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong lastSentMillis = new AtomicLong();
    private final CountDownLatch running;

    private SimulatedAgents(int agents) {
        running = new CountDownLatch(agents);
    }

    /**
     * Folder, port, number of agents, and the nats-server. Writes {@code desk.credentials} into the folder, and prints
     * {@code connected} when a controller may begin.
     */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        int port = Integer.parseInt(arguments[1]);
        int agents = Integer.parseInt(arguments[2]);
        List<String> passwords = IntStream.rangeClosed(0, agents)
                .mapToObj(number -> OwnerOnly.newPassword())
                .toList();
        BrokerFolder broker = broker(folder.resolve("broker"), port, passwords);
        Credentials desk = broker.add("desk", Role.CONTROLLER, null);
        desk.write(folder.resolve("desk.credentials"));
        try (BrokerServer server = BrokerServer.start(Path.of(arguments[3]), broker)) {
            new SimulatedAgents(agents).serve(desk, port, passwords, agents);
            if (!server.isAlive()) {
                throw new IOException("The broker has ended: " + server.ending());
            }
        }
        System.exit(0);
    }

    /** Creates the broker with all users at once, since each added user would write the configuration again. */
    private static BrokerFolder broker(Path folder, int port, List<String> passwords)
            throws IOException, InterruptedException {
        OwnerOnly.folder(folder);
        String users = IntStream.range(1, passwords.size())
                .mapToObj(number -> "{\"name\":\"load" + number + "\",\"role\":\"agent\",\"password\":\""
                        + passwords.get(number) + "\"}")
                .collect(Collectors.joining(",\n"));
        Files.writeString(
                folder.resolve("users.json"),
                "{\"host\":\"localhost\",\"port\":" + port + ",\"clock\":\"\",\"users\":[" + users + "]}");
        return BrokerFolder.prepare(folder, "localhost", port, null);
    }

    private void serve(Credentials desk, int port, List<String> passwords, int agents) throws Exception {
        long startNanos = System.nanoTime();
        var tls = desk.tls(desk.clientKeys()).getSocketFactory();
        List<SimulatedAgent> all = new ArrayList<>();
        Semaphore permits = new Semaphore(MAX_CONNECTING);
        List<Thread> connecting = new ArrayList<>();
        for (int number = 1; number <= agents; number++) {
            SimulatedAgent agent = new SimulatedAgent("load" + number, passwords.get(number), this);
            all.add(agent);
            permits.acquire();
            connecting.add(Thread.ofVirtual().start(() -> {
                try {
                    agent.connect(tls, port);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                } finally {
                    permits.release();
                }
            }));
        }
        for (Thread thread : connecting) {
            thread.join();
        }
        long failed = all.stream().filter(agent -> !agent.isConnected()).count();
        System.out.printf(
                Locale.ROOT,
                "connected %d agents in %.1f s%s%n",
                agents - failed,
                (System.nanoTime() - startNanos) / 1e9,
                failed == 0 ? "" : ", " + failed + " were not");
        System.out.flush();
        while (!running.await(TICK_MILLIS, TimeUnit.MILLISECONDS)) {
            all.forEach(SimulatedAgent::tick);
        }
        // The last messages are still being delivered.
        TimeUnit.NANOSECONDS.sleep(Duration.ofSeconds(1).toNanos());
        print();
    }

    private void print() {
        long[] starts = origins.stream().mapToLong(Long::longValue).sorted().toArray();
        if (starts.length == 0) {
            System.out.println("no agent was started");
            return;
        }
        long middle = starts[starts.length / 2];
        double[] skew = Arrays.stream(starts)
                .mapToDouble(start -> Math.abs(start - middle) / MILLI)
                .sorted()
                .toArray();
        System.out.printf(
                Locale.ROOT,
                "started=%d skewP50=%.3f skewP99=%.3f skewMax=%.3f messages=%d last=%d%n",
                skew.length,
                skew[skew.length / 2],
                skew[(int) (skew.length * 0.99)],
                skew[skew.length - 1],
                sent.get(),
                lastSentMillis.get());
        System.out.flush();
    }

    /** Parses the offer once, since all agents of this process get the same one. */
    private static final class Offers {
        private byte[] bytes = {};
        private @Nullable Offer read;

        synchronized Offer of(byte[] text) throws IOException {
            Offer known = read;
            if (known == null || !Arrays.equals(bytes, text)) {
                known = RigDocument.read("The offer", text, Offer.class);
                read = known;
                bytes = text;
            }
            return known;
        }
    }

    /** All agents send the same interval, created once, because the cost of its creation must not be measured. */
    WorkloadInterval interval(WorkloadSlice slice) {
        return intervals.computeIfAbsent(
                slice.tile() + "/" + slice.workload(), scope -> SimulatedAgent.interval(slice));
    }

    Offer offer(byte[] text) throws IOException {
        return offers.of(text);
    }

    void started(long originNanos) {
        origins.add(originNanos);
    }

    void sent() {
        sent.incrementAndGet();
    }

    void measured() {
        lastSentMillis.accumulateAndGet(System.currentTimeMillis(), Math::max);
    }

    void ended() {
        running.countDown();
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
