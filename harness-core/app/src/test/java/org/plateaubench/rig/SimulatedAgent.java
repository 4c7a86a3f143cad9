// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.host.Calibration;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.ScheduleInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.rig.Engagement.MissingJars;
import org.plateaubench.wire.Heartbeats;
import org.plateaubench.wire.Message;
import org.plateaubench.wire.MessageCodec;
import org.plateaubench.wire.RefusedMessageException;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import org.plateaubench.wire.WorkloadSlice;

/**
 * A simulated agent without plugins, on virtual threads, which serves one run. It has one connection, where a real
 * agent has two, and sends no telemetry of its clock and its host.
 */
final class SimulatedAgent {
    private static final long SECOND = 1_000_000_000L;
    private static final long PRESENCE_NANOS = 5 * SECOND;
    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);
    private static final Calibration.ParkError LATE =
            new Calibration.ParkError(100, SECOND / 10_000, SECOND / 5_000, SECOND / 2_000, SECOND / 1_000, 0);
    private static final Calibration CALIBRATION =
            new Calibration(new Calibration.ClockCost(25, 1), LATE, LATE, SECOND / 1_000, SECOND, 20_000, 2);

    private final String name;
    private final String password;
    private final SimulatedAgents all;
    private final byte[] presence;
    // The agents do not report all at the same instant.
    private long presentNanos = System.nanoTime() - ThreadLocalRandom.current().nextLong(PRESENCE_NANOS);
    private long clockRequestNanos = presentNanos;
    private @Nullable Socket socket;
    private final BlockingQueue<ToAgent> commands = new LinkedBlockingQueue<>();
    private final AtomicLong stored = new AtomicLong();
    private long expected = 1;
    private volatile String run = "";
    private volatile long lease;
    private volatile int rigSize;
    private volatile boolean isOver;
    private long published;
    private boolean isMeasuring;

    SimulatedAgent(String name, String password, SimulatedAgents all) {
        this.name = name;
        this.password = password;
        this.all = all;
        presence = RigDocument.bytes(new Presence(name, "simulated", "simulated", 1, "", Map.of()));
    }

    boolean isConnected() {
        return socket != null;
    }

    void connect(SSLSocketFactory tls, int port) throws IOException {
        Socket plain = new Socket("localhost", port);
        plain.setTcpNoDelay(true);
        line(plain.getInputStream());
        SSLSocket secure = (SSLSocket) tls.createSocket(plain, "localhost", port, true);
        secure.startHandshake();
        InputStream input = new BufferedInputStream(secure.getInputStream(), 4_096);
        secure.getOutputStream()
                .write(SimulatedAgents.ascii("CONNECT {\"verbose\":false,\"pedantic\":false,\"tls_required\":true,"
                        + "\"lang\":\"java\",\"version\":\"1\",\"protocol\":1,\"name\":\"" + name + "\",\"user\":\""
                        + name + "\",\"pass\":\"" + password + "\"}\r\nSUB " + Subjects.to(name, "*")
                        + " 1\r\nSUB " + Subjects.inbox(name) + "> 2\r\nPING\r\n"));
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
        publish(subject, "", bytes);
    }

    private void publish(String subject, String replyTo, byte[] bytes) {
        byte[] header = SimulatedAgents.ascii("PUB " + subject + " " + replyTo + " " + bytes.length + "\r\n");
        byte[] message = new byte[header.length + bytes.length + 2];
        System.arraycopy(header, 0, message, 0, header.length);
        System.arraycopy(bytes, 0, message, header.length, bytes.length);
        message[message.length - 2] = '\r';
        message[message.length - 1] = '\n';
        write(message);
    }

    private void read(InputStream input) {
        try {
            while (true) {
                String line = line(input);
                if (line.startsWith("MSG ")) {
                    String[] words = line.split(" ", -1);
                    byte[] content = input.readNBytes(Integer.parseInt(words[words.length - 1]));
                    input.skipNBytes(2);
                    if (words[1].startsWith(Subjects.inbox(name))) {
                        stored.incrementAndGet();
                    } else {
                        receive(Subjects.lastPart(words[1]), Frame.of(content), words.length == 5 ? words[3] : "");
                    }
                } else if (line.startsWith("PING")) {
                    write(SimulatedAgents.ascii("PONG\r\n"));
                }
            }
        } catch (IOException | RefusedMessageException e) {
            // The broker has ended, after the run.
            isOver = true;
        }
    }

    private void receive(String topic, Frame frame, String replyTo) throws RefusedMessageException, IOException {
        if (topic.equals(Subjects.BROKER_CLOCK)) {
            return;
        }
        if (frame.isClockRequest()) {
            publish(Subjects.from(name, topic), frame.answer(System.nanoTime()).bytes());
            return;
        }
        switch (frame.kind()) {
            case OFFER -> {
                run = topic;
                lease = frame.lease();
                Offer offer = all.offer(frame.content());
                rigSize = offer.agents();
                publish(
                        replyTo,
                        frame.done(RigDocument.bytes(new MissingJars(List.of())))
                                .bytes());
                Thread.ofVirtual().start(() -> serve(offer));
            }
            case END -> {
                isOver = true;
                if (!replyTo.isEmpty()) {
                    publish(replyTo, frame.done(Frame.NO_CONTENT).bytes());
                }
            }
            default -> {
                if (frame.number() == expected) {
                    expected++;
                    commands.add(MessageCodec.read(ToAgent.class, frame.content()));
                }
                publish(replyTo, frame.done(Frame.NO_CONTENT).bytes());
            }
        }
    }

    /** Sends the periodic messages that are due: presence, and requests for the clock of the broker's host. */
    void tick() {
        long now = System.nanoTime();
        if (now - presentNanos >= PRESENCE_NANOS) {
            presentNanos = now;
            publish(Subjects.presence(name), presence);
        }
        if (!run.isEmpty()
                && !isOver
                && now - clockRequestNanos
                        >= Heartbeats.clockRequestInterval(rigSize).toNanos()) {
            clockRequestNanos = now;
            publish(
                    Subjects.from(name, Subjects.BROKER_CLOCK),
                    Frame.clock(Frame.NO_LEASE, now).bytes());
        }
    }

    private void serve(Offer offer) {
        try {
            drive(offer);
        } catch (IOException | RefusedMessageException | InterruptedException e) {
            System.out.println(name + ": " + e.getMessage());
        } finally {
            all.ended();
        }
    }

    private long signNanos() {
        return Heartbeats.interval(rigSize).toNanos();
    }

    private void send(ToController message) throws RefusedMessageException {
        Frame.Kind kind = message instanceof ToController.Finished ? Frame.Kind.FINAL : Frame.Kind.MESSAGE;
        Frame frame = new Frame(kind, lease, published++, MessageCodec.bytes(message));
        publish(Subjects.runStream(name, run), Subjects.inbox(name) + "stored", frame.bytes());
        if (isMeasuring) {
            all.sent();
        }
    }

    private void sign() {
        publish(Subjects.from(name, run), Frame.heartbeat(lease, "").bytes());
    }

    private void drive(Offer offer) throws RefusedMessageException, InterruptedException, IOException {
        send(new ToController.Hello(
                name, Message.PROTOCOL_VERSION, Message.SPI_VERSION, "simulated", 1, null, digests(offer)));
        send(new ToController.Calibrated(CALIBRATION));
        ToAgent.@Nullable PlanSlice plan = null;
        ToAgent.@Nullable Start start = null;
        while (start == null) {
            ToAgent next = commands.poll(signNanos(), TimeUnit.NANOSECONDS);
            switch (next) {
                case null -> sign();
                case ToAgent.PlanSlice slice -> plan = slice;
                case ToAgent.Prepare prepare -> send(new ToController.Ready(Map.of()));
                case ToAgent.Start started -> start = started;
                case ToAgent.Abort abort -> throw new IOException(abort.reason());
                default -> {
                    // Secrets and addresses are ignored.
                }
            }
        }
        if (plan == null) {
            throw new IOException("there was no plan");
        }
        all.started(start.originNanos());
        isMeasuring = true;
        measure(plan, start.originNanos());
    }

    private void measure(ToAgent.PlanSlice plan, long origin) throws RefusedMessageException, InterruptedException {
        long issueEnd = plan.phases().issueEndNanos();
        long intervals = Math.ceilDiv(issueEnd, plan.intervalNanos());
        for (long number = 0; number < intervals; number++) {
            long end = Math.min((number + 1) * plan.intervalNanos(), issueEnd);
            long due = origin + end;
            awaitDue(due);
            boolean isLast = number == intervals - 1;
            List<WorkloadInterval> workloads =
                    plan.workloads().stream().map(all::interval).toList();
            send(new ToController.Snapshot(new IntervalSnapshot(
                    name,
                    number,
                    number * plan.intervalNanos(),
                    end,
                    isLast,
                    workloads,
                    new AgentHealth(0, 0, 0.1, 0.1, 1 << 24, 20))));
        }
        while (stored.get() < published && !isOver) {
            Thread.sleep(POLL_INTERVAL);
        }
        send(new ToController.Finished());
        all.measured();
        // The broker ends with this process, so the process waits until the controller has read all messages.
        while (!isOver) {
            Thread.sleep(POLL_INTERVAL);
        }
    }

    /** Sends heartbeats until an instant. */
    private void awaitDue(long due) throws InterruptedException {
        for (long left = due - System.nanoTime(); left > signNanos(); left = due - System.nanoTime()) {
            Thread.sleep(Duration.ofNanos(signNanos()));
            sign();
        }
        Thread.sleep(Duration.ofNanos(Math.max(0, due - System.nanoTime())));
    }

    private static Map<String, String> digests(Offer offer) {
        // The same digest of a plugin as in LoadedPlugin.
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
