// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/** The times that bare clients measured for each server during the steady state of the parallel run. */
final class BareTimes {
    private static final double NANOS_PER_MS = 1e6;

    private final Map<String, List<double[]>> byServer = new HashMap<>();

    private final Map<String, List<Double>> ofHarness = new HashMap<>();

    private BareTimes() {}

    /**
     * Reads the files of the clients and relays.
     *
     * @param relays by name of the server, the file of its relay with the server's times
     */
    static BareTimes read(Path clients, Map<String, Path> relays, RunFolder run) throws IOException {
        BareTimes times = new BareTimes();
        Map<String, Double> served = new HashMap<>();
        Set<String> bare = new HashSet<>();
        for (String line : Files.readAllLines(clients)) {
            String[] parts = line.split(" ", -1);
            bare.add(parts[0] + " " + parts[1]);
        }
        for (Map.Entry<String, Path> relay : relays.entrySet()) {
            for (String line : Files.readAllLines(relay.getValue())) {
                String[] parts = line.split(" ", -1);
                double nanos = Double.parseDouble(parts[2]);
                served.put(relay.getKey() + " " + parts[0] + " " + parts[1], nanos);
                if (!bare.contains(relay.getKey() + " " + parts[0])) {
                    times.ofHarness
                            .computeIfAbsent(relay.getKey(), any -> new ArrayList<>())
                            .add(nanos / NANOS_PER_MS);
                }
            }
        }
        long from = phaseNanos(run, "steady");
        long to = phaseNanos(run, "ramp-down");
        for (String line : Files.readAllLines(clients)) {
            String[] parts = line.split(" ", -1);
            long started = Long.parseLong(parts[3]);
            if (started >= from && started < to) {
                double total = Double.parseDouble(parts[4]);
                double serverNanos = parts[5].equals("-1")
                        ? Objects.requireNonNull(served.get(parts[0] + " " + parts[1] + " " + parts[2]), line)
                        : Double.parseDouble(parts[5]);
                times.byServer
                        .computeIfAbsent(parts[0], any -> new ArrayList<>())
                        .add(new double[] {total / NANOS_PER_MS, serverNanos / NANOS_PER_MS});
            }
        }
        return times;
    }

    private static long phaseNanos(RunFolder run, String name) {
        for (JsonNode event : run.lines("events.ndjson")) {
            if (event.path("type").asString().equals("phase")
                    && event.path("details").path("name").asString().equals(name)) {
                Instant at = Instant.parse(event.path("at").asString());
                return TimeUnit.SECONDS.toNanos(at.getEpochSecond()) + at.getNano();
            }
        }
        throw new AssertionError("no phase " + name);
    }

    private List<double[]> of(String server) {
        return Objects.requireNonNull(byServer.get(server), server);
    }

    /** The server's times for the requests of the bare clients, by the server's clock. */
    Times served(String server) {
        return Times.of(of(server).stream().mapToDouble(time -> time[1]).toArray());
    }

    /** The clients' times without the server's times: transmission and wake-ups. */
    Times overhead(String server) {
        return Times.of(
                of(server).stream().mapToDouble(time -> time[0] - time[1]).toArray());
    }

    /**
     * The times that the harness must have measured: the times of a server behind a relay for its requests, plus the
     * bare client's transmission times.
     */
    Times expected(String server) {
        return Times.of(ofHarness.getOrDefault(server, List.of()).stream()
                        .mapToDouble(served -> served)
                        .toArray())
                .plus(overhead(server));
    }
}
