// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.calibration.Calibration;
import org.plateaubench.rig.Credentials;
import org.plateaubench.rig.Subjects;
import org.plateaubench.wire.Message;
import org.plateaubench.wire.MessageCodec;
import org.plateaubench.wire.RefusedMessageException;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.ToController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * A client that holds the credentials of an agent, and speaks the protocols of the broker and of agents by itself: it joins a
 * run as any agent does, and then sends what a test has it send.
 */
final class HostileAgent implements AutoCloseable {
    /** Kinds of frames: the last part of a message, below which others are, and what is none. */
    static final byte LAST = 1;

    private static final byte TAKEN = 2;
    private static final byte CLOCK = 3;
    /** First bytes of messages: one of a run, and one about its terms. */
    private static final byte OF_RUN = 0;

    private static final byte OF_TERMS = 1;

    private static final int HEADER_BYTES = 20;
    private static final short BEGIN = 0x5052;
    private static final long MILLI = 1_000_000L;
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Calibration.ParkError LATE =
            new Calibration.ParkError(100, MILLI / 10, MILLI / 5, MILLI / 2, MILLI, 0);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Credentials user;
    private final Socket socket;
    private final List<String> refusals = new CopyOnWriteArrayList<>();
    private final BlockingQueue<byte[]> messages = new LinkedBlockingQueue<>();
    private final CompletableFuture<Long> started = new CompletableFuture<>();
    private ByteArrayOutputStream unfinished = new ByteArrayOutputStream();
    private long expected;
    private long next;
    private volatile long lease;
    private volatile String run = "";
    private volatile boolean isHostile;

    private HostileAgent(Credentials user, Socket socket) {
        this.user = user;
        this.socket = socket;
    }

    /** Connects with the credentials of a file, and waits for a run. */
    static HostileAgent connect(String credentials) throws IOException, GeneralSecurityException {
        Credentials user = Credentials.read(Path.of(credentials));
        URI broker = URI.create(user.url());
        Socket plain = new Socket(broker.getHost(), broker.getPort());
        JsonNode info = JSON.readTree(line(plain.getInputStream()).substring("INFO ".length()));
        SSLSocket secure = (SSLSocket)
                trusting(user).getSocketFactory().createSocket(plain, broker.getHost(), broker.getPort(), true);
        secure.startHandshake();
        HostileAgent agent = new HostileAgent(user, secure);
        String signature = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(user.key().sign(ascii(info.path("nonce").asString())));
        agent.write(ascii("CONNECT {\"verbose\":false,\"pedantic\":false,\"tls_required\":true,\"lang\":\"java\","
                + "\"version\":\"1\",\"protocol\":1,\"name\":\"" + user.name() + "\",\"nkey\":\""
                + user.key().id() + "\",\"sig\":\"" + signature + "\"}\r\n"));
        agent.subscribe(Subjects.to(user.name(), "*"));
        Thread.ofVirtual().start(agent::read);
        Thread.ofVirtual().start(agent::join);
        return agent;
    }

    private static SSLContext trusting(Credentials user) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        store.setCertificateEntry(
                "broker",
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(new ByteArrayInputStream(ascii(user.authority()))));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
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

    private synchronized void write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Sends anything to any subject. */
    void publish(String subject, byte[] content) throws IOException {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.writeBytes(ascii("PUB " + subject + " " + content.length + "\r\n"));
        whole.writeBytes(content);
        whole.writeBytes(ascii("\r\n"));
        write(whole.toByteArray());
    }

    /** Asks for the messages of any subject. */
    void subscribe(String subject) throws IOException {
        write(ascii("SUB " + subject + " 1\r\n"));
    }

    /** Waits until the broker has refused something with words that contain all of the given ones. */
    void awaitRefusal(String... words) {
        Await.until(
                LIMIT,
                () -> List.of(words) + " is not in " + refusals,
                () -> refusals.stream().anyMatch(refusal -> Stream.of(words).allMatch(refusal::contains)));
    }

    /** Waits until the controller has announced the start of the load, and until the load starts. */
    void awaitStart() throws Exception {
        long origin = started.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        Await.until(LIMIT, () -> "the start", () -> System.nanoTime() >= origin);
    }

    /** Sends no more heartbeats from now on. */
    void turn() {
        isHostile = true;
    }

    /** The run that it has joined. */
    String run() {
        return run;
    }

    /** Its name. */
    String name() {
        return user.name();
    }

    /** Sends bytes as if they were those of a part of the run. */
    void raw(byte[] bytes) throws IOException {
        publish(Subjects.from(user.name(), run), bytes);
    }

    /** Sends a part with any number. */
    void part(byte kind, long number, byte[] content) throws IOException {
        raw(ByteBuffer.allocate(HEADER_BYTES + content.length)
                .putShort(BEGIN)
                .put((byte) 1)
                .put(kind)
                .putLong(lease)
                .putLong(number)
                .put(content)
                .array());
    }

    /** Sends the next part. */
    private synchronized void next(byte kind, byte[] content) throws IOException {
        part(kind, next++, content);
    }

    /** Sends bytes as a message of the run. */
    void say(byte[] message) throws IOException {
        next(LAST, talk(OF_RUN, message));
    }

    /** Sends a message of the run. */
    void say(ToController message) throws IOException, RefusedMessageException {
        say(MessageCodec.bytes(message));
    }

    private static byte[] talk(byte about, byte[] content) {
        return ByteBuffer.allocate(1 + content.length).put(about).put(content).array();
    }

    private void read() {
        try {
            InputStream input = new BufferedInputStream(socket.getInputStream());
            while (true) {
                String line = line(input);
                if (line.startsWith("MSG ")) {
                    List<String> words = List.of(line.split(" ", -1));
                    byte[] content = input.readNBytes(Integer.parseInt(words.getLast()));
                    input.skipNBytes(2);
                    arrived(words.get(1), ByteBuffer.wrap(content));
                } else if (line.startsWith("PING")) {
                    write(ascii("PONG\r\n"));
                } else if (line.startsWith("-ERR")) {
                    refusals.add(line);
                }
            }
        } catch (IOException e) {
            refusals.add("the connection has ended: " + e.getMessage());
        }
    }

    /** Takes what a controller sends as an agent does; only this thread calls it. */
    private void arrived(String subject, ByteBuffer frame) throws IOException {
        byte kind = frame.get(3);
        long number = frame.getLong(12);
        byte[] content = new byte[frame.capacity() - HEADER_BYTES];
        frame.get(HEADER_BYTES, content);
        if (kind <= LAST) {
            lease = frame.getLong(4);
            run = subject.substring(subject.lastIndexOf('.') + 1);
            if (number == expected) {
                expected++;
                unfinished.writeBytes(content);
                if (kind == LAST) {
                    messages.add(unfinished.toByteArray());
                    unfinished = new ByteArrayOutputStream();
                }
            }
            part(TAKEN, expected, new byte[0]);
        } else if (kind == CLOCK && content.length == 0 && !run.isEmpty()) {
            part(
                    CLOCK,
                    number,
                    ByteBuffer.allocate(Long.BYTES).putLong(System.nanoTime()).array());
        }
    }

    /** Behaves like an honest agent until it turns hostile. */
    private void join() {
        try {
            byte[] offer = messages.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
            if (offer == null) {
                throw new IOException("no controller has made an offer");
            }
            next(LAST, talk(OF_TERMS, ascii("{\"digests\":[]}")));
            say(new ToController.Hello(
                    user.name(), Message.PROTOCOL_VERSION, Message.SPI_VERSION, "elsewhere", 1, null, digests(offer)));
            say(new ToController.Calibrated(
                    new Calibration(new Calibration.ClockCost(25, 1), LATE, LATE, MILLI, 1_000 * MILLI)));
            while (!isHostile) {
                answer(messages.poll(1, TimeUnit.SECONDS));
            }
        } catch (IOException | RefusedMessageException | InterruptedException e) {
            started.completeExceptionally(e);
        }
    }

    private void answer(byte @Nullable [] message) throws IOException, RefusedMessageException {
        if (message == null) {
            say(new ToController.Heartbeat(0));
            return;
        }
        switch (MessageCodec.toAgent(Arrays.copyOfRange(message, 1, message.length))) {
            case ToAgent.Prepare prepare -> say(new ToController.Ready());
            case ToAgent.Start start -> started.complete(start.originNanos());
            default -> {
                // Its slice, secrets and addresses.
            }
        }
    }

    /** The digests of the plugins that an offer names, as an agent that has them reports them. */
    private static Map<String, String> digests(byte[] offer) {
        Map<String, String> digests = new HashMap<>();
        JsonNode plugins = JSON.readTree(offer, 1, offer.length - 1).path("plugins");
        plugins.valueStream()
                .forEach(plugin -> digests.put(
                        plugin.path("id").asString(),
                        plugin.path("jars")
                                .valueStream()
                                .map(jar -> jar.path("sha256").asString())
                                .collect(Collectors.joining("+"))));
        return digests;
    }

    @Override
    public void close() throws IOException {
        isHostile = true;
        socket.close();
    }
}
