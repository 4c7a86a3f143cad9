// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.calibration.Calibration;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.ScheduleInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.measure.timeline.PhaseWindow;
import org.plateaubench.wire.Message;
import org.plateaubench.wire.MessageCodec;
import org.plateaubench.wire.PeerLostException;
import org.plateaubench.wire.RefusedMessageException;
import org.plateaubench.wire.SignsOfLife;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.WorkloadSlice;

/**
 * An agent without plugins, on a connection whose threads wait without a thread of the system; it serves one run. It has one connection
 * where an agent has two, and sends no telemetry of its clock and of its host.
 */
final class SimulatedAgent {
    private static final long SECOND = 1_000_000_000L;
    private static final long PRESENCE_NANOS = 5 * SECOND;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern NONCE = Pattern.compile("\"nonce\":\"([^\"]+)\"");
    private static final Calibration.ParkError LATE =
            new Calibration.ParkError(100, SECOND / 10_000, SECOND / 5_000, SECOND / 2_000, SECOND / 1_000, 0);
    private static final Calibration CALIBRATION =
            new Calibration(new Calibration.ClockCost(25, 1), LATE, LATE, SECOND / 1_000, SECOND);

    private final String name;
    private final UserKey key;
    private final SimulatedAgents all;
    private final byte[] presence;
    // Not all at one instant.
    private long presentNanos = System.nanoTime() - ThreadLocalRandom.current().nextLong(PRESENCE_NANOS);
    private long askedNanos = presentNanos;
    private @Nullable Socket socket;
    private volatile @Nullable Conversation conversation;
    private boolean isMeasuring;

    SimulatedAgent(String name, UserKey key, SimulatedAgents all) {
        this.name = name;
        this.key = key;
        this.all = all;
        presence = RigDocument.bytes(new Presence(name, "simulated", "simulated", 1, "", Map.of()));
    }

    boolean isConnected() {
        return socket != null;
    }

    void connect(SSLSocketFactory tls, int port) throws IOException {
        Socket plain = new Socket("localhost", port);
        plain.setTcpNoDelay(true);
        String info = line(plain.getInputStream());
        SSLSocket secure = (SSLSocket) tls.createSocket(plain, "localhost", port, true);
        secure.startHandshake();
        Matcher nonce = NONCE.matcher(info);
        if (!nonce.find()) {
            throw new IOException("no challenge: " + info);
        }
        String signature =
                Base64.getUrlEncoder().withoutPadding().encodeToString(key.sign(SimulatedAgents.ascii(nonce.group(1))));
        InputStream input = new BufferedInputStream(secure.getInputStream(), 4_096);
        secure.getOutputStream()
                .write(SimulatedAgents.ascii("CONNECT {\"verbose\":false,\"pedantic\":false,\"tls_required\":true,"
                        + "\"lang\":\"java\",\"version\":\"1\",\"protocol\":1,\"name\":\"" + name + "\",\"nkey\":\""
                        + key.id() + "\",\"sig\":\"" + signature + "\"}\r\nSUB " + Subjects.to(name, "*")
                        + " 1\r\nPING\r\n"));
        for (String answer = line(input); !answer.startsWith("PONG"); answer = line(input)) {
            if (answer.startsWith("-ERR")) {
                throw new IOException(answer);
            }
        }
        socket = secure;
        Thread.ofVirtual().start(() -> read(input));
    }

    private static String line(InputStream input) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int read = input.read(); read != '\n'; read = input.read()) {
            if (read < 0) {
                throw new EOFException("the broker has ended the connection");
            }
            line.append((char) read);
        }
        return line.toString().strip();
    }

    private synchronized void write(byte[] bytes) {
        Socket open = socket;
        if (open != null) {
            try {
                open.getOutputStream().write(bytes);
            } catch (IOException e) {
                socket = null;
            }
        }
    }

    private void publish(String subject, byte[] bytes) {
        byte[] head = SimulatedAgents.ascii("PUB " + subject + " " + bytes.length + "\r\n");
        byte[] whole = new byte[head.length + bytes.length + 2];
        System.arraycopy(head, 0, whole, 0, head.length);
        System.arraycopy(bytes, 0, whole, head.length, bytes.length);
        whole[whole.length - 2] = '\r';
        whole[whole.length - 1] = '\n';
        write(whole);
    }

    private void read(InputStream input) {
        try {
            while (true) {
                String line = line(input);
                if (line.startsWith("MSG ")) {
                    String[] words = line.split(" ", -1);
                    byte[] content = input.readNBytes(Integer.parseInt(words[words.length - 1]));
                    input.skipNBytes(2);
                    arrived(Subjects.last(words[1]), Frame.of(content));
                } else if (line.startsWith("PING")) {
                    write(SimulatedAgents.ascii("PONG\r\n"));
                }
            }
        } catch (IOException | RefusedMessageException e) {
            // The end of the broker, after that of the run.
            Conversation open = conversation;
            if (open != null) {
                open.end(String.valueOf(e.getMessage()));
            }
        }
    }

    private void arrived(String run, Frame frame) {
        if (run.equals(Subjects.BROKER_CLOCK)) {
            return;
        }
        Conversation open = conversation;
        if (open == null && frame.isPart() && frame.number() == 0) {
            Conversation begun = new Conversation(
                    "the controller",
                    frame.lease(),
                    1_024,
                    PATIENCE,
                    System.nanoTime(),
                    part -> publish(Subjects.from(name, run), part.bytes()));
            conversation = begun;
            open = begun;
            Thread.ofVirtual().start(() -> serve(begun));
        }
        if (open != null) {
            open.arrived(frame, System.nanoTime());
        }
    }

    /** What time brings at the broker: who it is, signs of life, and questions for the clock of the broker's host. */
    void tick() {
        long now = System.nanoTime();
        if (now - presentNanos >= PRESENCE_NANOS) {
            presentNanos = now;
            publish(Subjects.presence(name), presence);
        }
        Conversation open = conversation;
        if (open != null) {
            open.tick(now);
            if (now - askedNanos >= SignsOfLife.questionEvery(open.agents()).toNanos() && !open.isOver()) {
                askedNanos = now;
                publish(
                        Subjects.from(name, Subjects.BROKER_CLOCK),
                        Frame.clock(Roster.NO_LEASE, now).bytes());
            }
        }
    }

    private void serve(Conversation with) {
        try {
            Offer offer = all.offer(MessageKind.content(message(with)));
            with.setAgents(offer.agents());
            with.send(MessageKind.TERMS.of(RigDocument.bytes(new MissingJars(List.of()))));
            drive(with, offer);
        } catch (IOException | PeerLostException | RefusedMessageException | InterruptedException e) {
            System.out.println(name + ": " + e.getMessage());
        } finally {
            all.ended();
        }
    }

    private static byte[] message(Conversation with) throws PeerLostException, InterruptedException, IOException {
        byte[] message = with.receive(600 * SECOND);
        if (message == null) {
            throw new IOException("the controller said nothing for ten minutes");
        }
        return message;
    }

    private void say(Conversation with, ToController message) throws PeerLostException, RefusedMessageException {
        with.send(MessageKind.RUN.of(MessageCodec.bytes(message)));
        if (isMeasuring) {
            all.sent();
        }
    }

    private void drive(Conversation with, Offer offer)
            throws PeerLostException, RefusedMessageException, InterruptedException, IOException {
        say(
                with,
                new ToController.Hello(
                        name, Message.PROTOCOL_VERSION, Message.SPI_VERSION, "simulated", 1, null, digests(offer)));
        say(with, new ToController.Calibrated(CALIBRATION));
        ToAgent.@Nullable PlanSlice plan = null;
        ToAgent.@Nullable Start start = null;
        while (start == null) {
            byte[] next = with.receive(with.signNanos());
            if (next == null) {
                say(with, new ToController.Heartbeat(0));
                continue;
            }
            switch (MessageCodec.toAgent(MessageKind.content(next))) {
                case ToAgent.PlanSlice its -> plan = its;
                case ToAgent.Prepare prepare -> say(with, new ToController.Ready());
                case ToAgent.Start its -> start = its;
                case ToAgent.Abort abort -> throw new IOException(abort.reason());
                default -> {
                    // Secrets and addresses.
                }
            }
        }
        if (plan == null) {
            throw new IOException("there was no plan");
        }
        all.started(start.originNanos());
        isMeasuring = true;
        measure(with, plan, start.originNanos());
    }

    private void measure(Conversation with, ToAgent.PlanSlice plan, long origin)
            throws PeerLostException, RefusedMessageException, InterruptedException {
        long issueEnd = plan.phases().issueEndNanos();
        long intervals = Math.ceilDiv(issueEnd, plan.intervalNanos());
        for (long number = 0; number < intervals; number++) {
            long end = Math.min((number + 1) * plan.intervalNanos(), issueEnd);
            long due = origin + end;
            awaitDue(with, due, origin);
            boolean isLast = number == intervals - 1;
            List<WorkloadInterval> workloads =
                    plan.workloads().stream().map(all::interval).toList();
            say(
                    with,
                    new ToController.Snapshot(new IntervalSnapshot(
                            name,
                            number,
                            number * plan.intervalNanos(),
                            end,
                            isLast,
                            workloads,
                            new AgentHealth(0, 0, 0.1, 0.1, 1 << 24, 20))));
        }
        say(with, new ToController.Finished());
        all.measured();
        // The broker ends with this process: it is needed until the controller has taken everything.
        while (!with.isOver()) {
            with.receive(PATIENCE.toNanos());
        }
    }

    /** An agent shows that it lives, as often as there are agents. */
    private void awaitDue(Conversation with, long due, long origin)
            throws PeerLostException, RefusedMessageException, InterruptedException {
        for (long left = due - System.nanoTime(); left > with.signNanos(); left = due - System.nanoTime()) {
            Thread.sleep(Duration.ofNanos(with.signNanos()));
            say(with, new ToController.Heartbeat(System.nanoTime() - origin));
        }
        Thread.sleep(Duration.ofNanos(Math.max(0, due - System.nanoTime())));
    }

    private static Map<String, String> digests(Offer offer) {
        // As LoadedPlugin makes the digest of a plugin.
        return offer.plugins().stream()
                .collect(Collectors.toMap(
                        Offer.Plugin::id,
                        plugin -> plugin.jars().stream().map(Offer.Jar::sha256).collect(Collectors.joining("+"))));
    }

    static WorkloadInterval interval(WorkloadSlice slice) {
        Histogram histogram = new Histogram(1_000, 3_600 * SECOND, 3);
        long sum = 0;
        for (int each = 1; each <= 20; each++) {
            histogram.recordValue(each * 50_000L);
            sum += each * 50_000L;
        }
        Times times = new Times(histogram, sum, 50_000, 1_000_000, 0);
        LineInterval line = new LineInterval(
                slice.definition().operations().getFirst().name(),
                LineInterval.Kind.OPERATION,
                PhaseWindow.STEADY,
                new LineInterval.Counts(20, 20, 0, 0, 0, 0, 20, 0, 0),
                Map.of(),
                Map.of(),
                times,
                times,
                null);
        return new WorkloadInterval(
                slice.tile(),
                slice.workload(),
                List.of(line),
                List.of(),
                new WorkloadInterval.Levels(1, 0, 0, 0),
                ScheduleInterval.UNKNOWN,
                Map.of(),
                Map.of());
    }
}
