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

/** The times that plain clients measured for each server during the steady state of the parallel run. */
final class BareTimes {
    private static final double NANOS_PER_MS = 1e6;

    private final Map<String, List<double[]>> all = new HashMap<>();

    private final Map<String, List<Double>> ofHarness = new HashMap<>();

    private BareTimes() {}

    /**
     * Reads what the clients wrote.
     *
     * @param relays by name of the server the file of the relay before it, which says how long the server took
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
                double took = Double.parseDouble(parts[4]);
                double by = parts[5].equals("-1")
                        ? Objects.requireNonNull(served.get(parts[0] + " " + parts[1] + " " + parts[2]), line)
                        : Double.parseDouble(parts[5]);
                times.all
                        .computeIfAbsent(parts[0], any -> new ArrayList<>())
                        .add(new double[] {took / NANOS_PER_MS, by / NANOS_PER_MS});
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
        return Objects.requireNonNull(all.get(server), server);
    }

    /** The server's times for their requests by its own clock. */
    Times served(String server) {
        return Times.of(of(server).stream().mapToDouble(time -> time[1]).toArray());
    }

    /** The part of the clients' times that is not the server's by its own clock: transmission and wake-ups. */
    Times overhead(String server) {
        return Times.of(
                of(server).stream().mapToDouble(time -> time[0] - time[1]).toArray());
    }

    /**
     * A server's times behind a relay for the harness's requests, by its own clock, plus the plain client's
     * transmission times.
     */
    Times seen(String server) {
        return Times.of(ofHarness.getOrDefault(server, List.of()).stream()
                        .mapToDouble(served -> served)
                        .toArray())
                .plus(overhead(server));
    }
}
