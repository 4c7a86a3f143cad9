// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.power;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ObservedServiceType;
import org.plateaubench.spi.TelemetrySource;

/**
 * Queries the power of an analyser over one connection. The connection is opened again after any fault, so that a late
 * answer is not taken as the answer to the next query. One thread samples; another one may close.
 */
final class ScpiMeter implements TelemetrySource {
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final int MAX_CHARACTERS = 4_096;
    /** Interval in which the end of a run is noticed while an answer is awaited. */
    private static final int POLL_MILLIS = 100;

    private static final int NO_DATA = -2;
    /** The answer that means that there is no value (SCPI-99, volume 1, 7.2.1.5). */
    private static final double NOT_A_NUMBER = 9.91e37;

    private final SutAddress sut;
    private final LongSupplier nanoTime;
    private volatile @Nullable Socket connection;
    private volatile boolean closed;

    ScpiMeter(SutAddress sut, LongSupplier nanoTime) {
        this.sut = sut;
        this.nanoTime = nanoTime;
    }

    @Override
    public List<Sample> sample() throws IOException {
        try {
            Socket open = connection();
            long requestedNanos = nanoTime.getAsLong();
            send(open, sut.property("query"));
            String answer = line(open);
            return PowerReading.between(watts(answer), requestedNanos, nanoTime.getAsLong());
        } catch (IOException e) {
            disconnect();
            throw e;
        }
    }

    private Socket connection() throws IOException {
        Socket existing = connection;
        if (existing != null) {
            return existing;
        }
        Socket opened = new Socket();
        connection = opened;
        if (closed) {
            throw new IOException("The meter was closed while it connected.");
        }
        try {
            opened.setTcpNoDelay(true);
            opened.connect(new InetSocketAddress(sut.property("host"), Integer.parseInt(sut.property("port"))), (int)
                    LIMIT.toMillis());
        } catch (IOException e) {
            throw new IOException("The analyser at " + endpoint() + " was not reached (" + e.getMessage() + ").", e);
        }
        for (String message : ObservedServiceType.list(sut, "setup")) {
            send(opened, message);
        }
        return opened;
    }

    private String endpoint() {
        return sut.property("host") + ":" + sut.property("port");
    }

    private static void send(Socket open, String message) throws IOException {
        open.getOutputStream().write((message + "\n").getBytes(StandardCharsets.US_ASCII));
        open.getOutputStream().flush();
    }

    /** Reads one line of an answer, bounded in time and length. */
    private String line(Socket open) throws IOException {
        InputStream in = open.getInputStream();
        StringBuilder line = new StringBuilder();
        long deadline = nanoTime.getAsLong() + LIMIT.toNanos();
        open.setSoTimeout(POLL_MILLIS);
        while (line.length() < MAX_CHARACTERS) {
            int next;
            try {
                next = in.read();
            } catch (SocketTimeoutException e) {
                if (Thread.currentThread().isInterrupted()) {
                    throw new IOException("The query was cancelled.", e);
                }
                next = NO_DATA;
            }
            if (nanoTime.getAsLong() - deadline > 0) {
                throw new IOException(timeoutMessage());
            }
            if (next == NO_DATA) {
                continue;
            }
            if (next < 0) {
                throw new IOException("The analyser at " + endpoint() + " closed the connection.");
            }
            if (next == '\n') {
                return line.toString().strip();
            }
            line.append((char) next);
        }
        throw new IOException(
                "The analyser at " + endpoint() + " answers more than " + MAX_CHARACTERS + " characters in a line.");
    }

    private String timeoutMessage() {
        return "The analyser at " + endpoint() + " did not answer '" + sut.property("query") + "' within "
                + LIMIT.toSeconds() + " s.";
    }

    private double watts(String answer) throws IOException {
        String[] fields = answer.split(",", -1);
        int field = Integer.parseInt(sut.property("field"));
        try {
            double watts = Double.parseDouble(fields[field - 1].strip());
            if (watts != NOT_A_NUMBER && Double.isFinite(watts)) {
                return watts;
            }
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            // Reported below.
        }
        String shown = answer.length() > 80 ? answer.substring(0, 80) + "..." : answer;
        throw new IOException("The analyser at " + endpoint() + " answers '" + shown + "' to '" + sut.property("query")
                + "', which has no number in field " + field + ".");
    }

    private void disconnect() {
        Socket open = connection;
        connection = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // The connection is not used again.
            }
        }
    }

    /** Closes the meter, which also ends a running query. */
    @Override
    public void close() {
        closed = true;
        disconnect();
    }
}
