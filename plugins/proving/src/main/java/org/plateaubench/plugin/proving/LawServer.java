// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.plateaubench.process.Lifeline;
import org.plateaubench.process.ReadyLine;

/**
 * Answers every question after a time drawn from a known law. The main program of the server's process; its class path
 * holds this plugin, {@code process} and the api, whose keyed draws are used.
 */
public final class LawServer {
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);
    private static final int BACKLOG = 4096;

    private final LatencyDistribution law;
    private final StallPlan stalls;
    /** Added to each answer for each other workload that has sent questions. */
    private final long crowdingNanos;

    private final ServerCounts counts;
    private final AnswerSender answers;
    private final long startNanos = System.nanoTime();

    private LawServer(Map<String, String> settings) {
        law = new LatencyDistribution(
                LatencyDistribution.Shape.valueOf(
                        settings.getOrDefault("law", "fixed").toUpperCase(Locale.ROOT)),
                Long.parseLong(settings.getOrDefault("shiftNanos", "0")),
                Long.parseLong(settings.getOrDefault("scaleNanos", "10000000")),
                Double.parseDouble(settings.getOrDefault("sigma", "0.5")));
        stalls = new StallPlan(
                Long.parseLong(settings.getOrDefault("stallEveryNanos", "0")),
                Long.parseLong(settings.getOrDefault("stallNanos", "0")));
        crowdingNanos = Long.parseLong(settings.getOrDefault("crowdingNanos", "0"));
        counts = new ServerCounts(Long.parseLong(settings.getOrDefault("seed", "1")));
        answers = new AnswerSender(counts);
    }

    /**
     * Starts the server. The arguments are {@code key=value}: host (127.0.0.1), port (0: any), law (fixed, uniform,
     * exponential, lognormal), shiftNanos, scaleNanos, sigma, stallEveryNanos, stallNanos, crowdingNanos, seed,
     * lifeline (true: ends with its standard input).
     */
    public static void main(String[] arguments) throws IOException {
        Map<String, String> settings = new HashMap<>();
        Arrays.stream(arguments)
                .map(argument -> argument.split("=", 2))
                .forEach(parts -> settings.put(parts[0], parts[parts.length - 1]));
        if (Boolean.parseBoolean(settings.getOrDefault("lifeline", "false"))) {
            Lifeline.watch(CLOSE_TIMEOUT);
        }
        AnswerSender.FineTimer.enable();
        try (ServerSocketChannel listening = ServerSocketChannel.open()) {
            int port = Integer.parseInt(settings.getOrDefault("port", "0"));
            listening.bind(new InetSocketAddress(settings.getOrDefault("host", "127.0.0.1"), port), BACKLOG);
            listening.configureBlocking(false);
            new LawServer(settings).serve(listening);
        }
    }

    private void serve(ServerSocketChannel listening) throws IOException {
        answers.start();
        try (Selector selector = Selector.open()) {
            listening.register(selector, SelectionKey.OP_ACCEPT);
            ReadyLine.announce(Integer.toString(listening.socket().getLocalPort()));
            while (true) {
                selector.select(key -> ready(selector, key));
            }
        }
    }

    private void ready(Selector selector, SelectionKey key) {
        if (!(key.attachment() instanceof Connection connection)) {
            accept(selector, (ServerSocketChannel) key.channel());
            return;
        }
        boolean open;
        try {
            open = connection.read();
            processRequests(connection, System.nanoTime());
            connection.compactRequests();
        } catch (IOException e) {
            open = false;
        }
        if (!open) {
            key.cancel();
            connection.close();
            counts.connected(-1);
        }
    }

    private void accept(Selector selector, ServerSocketChannel listening) {
        try {
            SocketChannel accepted = listening.accept();
            if (accepted != null) {
                accepted.configureBlocking(false);
                accepted.setOption(StandardSocketOptions.TCP_NODELAY, true);
                counts.connected(1);
                Connection connection = new Connection(accepted, counts.workloadCounts(Frames.ANY_WORKLOAD));
                accepted.register(selector, SelectionKey.OP_READ, connection);
            }
        } catch (IOException e) {
            // The client has disconnected before it was accepted, or there is no space for it; it will notice.
        }
    }

    private void processRequests(Connection connection, long nowNanos) throws IOException {
        ByteBuffer requests = connection.requests();
        while (requests.remaining() >= Frames.REQUEST_BYTES) {
            int kind = requests.getInt();
            requests.getInt();
            long word = requests.getLong();
            switch (kind) {
                case Frames.QUESTION -> scheduleAnswer(connection, word, nowNanos);
                case Frames.GREETING -> {
                    connection.assignTo(counts.workloadCounts(word));
                    connection.answerGreeting(word);
                }
                case Frames.TOTALS -> connection.sendTotals(counts.totals(word));
                case Frames.DESCRIPTION ->
                    connection.sendDescription((law + "; " + stalls).getBytes(StandardCharsets.UTF_8));
                case Frames.STALLS -> connection.sendStalls(stalls, nowNanos - startNanos);
                default -> throw new IOException("unknown request " + kind);
            }
        }
    }

    private void scheduleAnswer(Connection connection, long word, long nowNanos) {
        counts.received(connection.workloadCounts());
        long due = nowNanos
                - startNanos
                + law.quantileNanos(connection.workloadCounts().draw())
                + crowdingNanos * (counts.workloads() - 1);
        answers.add(new Connection.Due(
                connection, connection.workloadCounts(), word, nowNanos, startNanos + stalls.answerAtNanos(due)));
    }
}
