// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.plateaubench.plugin.proving.Frames;

/**
 * The client with which the times of the harness are compared: threads that only send a request, wait for the reply
 * and measure the time. It uses the same servers as the harness, at the same time and on the same processors, so that
 * delays of the system affect both equally. It is a separate process, which ends when its standard input is closed.
 */
final class BareClient {
    private static final long PAUSE_FROM_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long PAUSE_TO_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long TALLY = 0xba2e;
    private static final byte[] REDIS_GET = ascii("*2\r\n$3\r\nGET\r\n$4\r\nbare\r\n");
    private static final byte[] HTTP_GET = ascii("GET /bare HTTP/1.1\r\nHost: bare\r\n\r\n");
    private static final int MAX_REPLY_BYTES = 4096;

    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    private final long epochMinusNanoTime;

    private BareClient() {
        Instant now = Instant.now();
        epochMinusNanoTime = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano() - System.nanoTime();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /**
     * Arguments: the file to be written at the end, then for each server {@code name=protocol:port:connections}, where
     * the protocol is frames, resp or http. A line of the file is {@code name localPort number epochNanos nanos
     * servedNanos}, where servedNanos is -1 if the reply does not contain the server's own time.
     */
    public static void main(String[] arguments) throws IOException {
        BareClient client = new BareClient();
        for (int i = 1; i < arguments.length; i++) {
            String[] parts = arguments[i].split("[=:]", -1);
            for (int connection = 0; connection < Integer.parseInt(parts[3]); connection++) {
                long seed = 1_000L * i + connection;
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> client.sendRequests(parts[0], parts[1], Integer.parseInt(parts[2]), seed));
            }
        }
        while (System.in.read() >= 0) {
            // Until the test closes it.
        }
        synchronized (client.lines) {
            Files.write(Path.of(arguments[0]), client.lines);
        }
    }

    private void sendRequests(String name, String protocol, int port, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            boolean framed = protocol.equals("frames");
            byte[] request = framed ? frame(Frames.GREETING, TALLY) : protocol.equals("resp") ? REDIS_GET : HTTP_GET;
            byte[] reply = new byte[framed ? Frames.REPLY_BYTES : MAX_REPLY_BYTES];
            if (framed) {
                socket.getOutputStream().write(request);
                in.readFully(reply);
                request = frame(Frames.QUESTION, seed);
            }
            for (int number = 0; ; number++) {
                LockSupport.parkNanos(random.nextLong(PAUSE_FROM_NANOS, PAUSE_TO_NANOS));
                long started = System.nanoTime();
                socket.getOutputStream().write(request);
                if (framed) {
                    in.readFully(reply);
                } else if (in.read(reply) < 0) {
                    throw new IOException(name + " has closed the connection");
                }
                long nanos = System.nanoTime() - started;
                long served = framed ? ByteBuffer.wrap(reply).getLong(2 * Long.BYTES) : -1;
                lines.add(name + " " + socket.getLocalPort() + " " + number + " " + (started + epochMinusNanoTime) + " "
                        + nanos + " " + served);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] frame(int kind, long word) {
        return ByteBuffer.allocate(Frames.REQUEST_BYTES)
                .putInt(kind)
                .putInt(0)
                .putLong(word)
                .array();
    }
}
