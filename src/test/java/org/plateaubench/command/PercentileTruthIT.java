// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import tools.jackson.databind.JsonNode;

/**
 * Every printed percentile is that of the law of the server, to 1 % + 50 us, in closed, cycle and open load, with planned
 * stalls in the last two. The law is computed here, from the run file's figures alone.
 *
 * <p>A machine that does other things meanwhile delays answers, and then a run that prints longer times and says that it
 * was disturbed is right. So what is printed too long is measured again, a few times, if and only if the run itself
 * reports its disturbance, or the server does by the times it took by its own clock. Each percentile must be that of the
 * law in one of the runs; on a machine that never is undisturbed it may be too long in all of them by what the run
 * reported, and by no more. What is printed too short fails at once: nothing makes a server quicker.
 */
@Isolated("what runs beside it delays answers by more than it allows")
final class PercentileTruthIT {
    private static final Path FILE = LaunchedPlateau.home().resolve("configs/bench/percentile-truth.yaml");
    private static final int ATTEMPTS = 3;
    private static final double DISTURBING_LAG_MS = 0.5;
    private static final double DISTURBING_STALL_MS = 5;
    private static final Map<String, Double> PERCENTILES =
            Map.of("p50", 0.5, "p90", 0.9, "p95", 0.95, "p99", 0.99, "p99_9", 0.999);

    /** The share of answers that take longer than a time in ms. */
    @FunctionalInterface
    private interface Law {
        double shareAbove(double timeMs);

        /** The time that a share of the answers takes at most. */
        default double percentile(double share) {
            double low = 0;
            double high = 1_000;
            while (high - low > 1e-6) {
                double middle = (low + high) / 2;
                if (shareAbove(middle) > 1 - share) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            return high;
        }
    }

    /** Median 40 ms, standard deviation of the logarithm 0.3. */
    private static final Law LOGNORMAL = time -> 0.5 - aboveMedian(Math.log(time / 40) / 0.3);

    /** From 36 to 40 ms. */
    private static final Law UNIFORM = time -> Math.clamp((40 - time) / 4, 0, 1);

    /**
     * Of every 50 ms nothing is answered in the last 10: what is due then waits for the end, and when it is due has
     * nothing to do with how long it takes.
     */
    private static final Law STALLED = time -> {
        int steps = 2_000;
        double above = 0;
        for (int i = 0; i < steps; i++) {
            double waitMs = 10 * (i + 0.5) / steps;
            above += UNIFORM.shareAbove(time - waitMs) / steps;
        }
        return 40.0 / 50 * UNIFORM.shareAbove(time) + 10.0 / 50 * above;
    };

    private static final Map<String, Law> LAWS = Map.of("closed", LOGNORMAL, "cycle", STALLED, "open", STALLED);

    private static Law law(String workload) {
        return Objects.requireNonNull(LAWS.get(workload), workload);
    }

    /** Integral of the standard normal density from 0. */
    private static double aboveMedian(double x) {
        int steps = 1_000;
        double sum = 0;
        for (int i = 0; i < steps; i++) {
            double middle = x * (i + 0.5) / steps;
            sum += Math.exp(-middle * middle / 2);
        }
        return sum * x / steps / Math.sqrt(2 * Math.PI);
    }

    @Test
    void everyPrintedPercentileIsThatOfTheLaw(@TempDir Path folder) throws IOException, InterruptedException {
        Set<String> unproven = null;
        List<String> reported = new ArrayList<>();
        for (int attempt = 1; attempt <= ATTEMPTS && (unproven == null || !unproven.isEmpty()); attempt++) {
            JsonNode result = run(folder, "runs-" + attempt);
            Map<String, Double> misses = misses(result);
            if (unproven == null) {
                unproven = new TreeSet<>(misses.keySet());
            }
            unproven.retainAll(misses.keySet());
            List<String> disturbances = disturbances(result);
            reported.add(misses + " with " + disturbances);
            if (!misses.isEmpty()) {
                assertThat(disturbances)
                        .as("what the run reports of being disturbed, having missed the law by: %s ms", misses)
                        .isNotEmpty();
            }
            assertThat(misses.values())
                    .as("what the law was missed by, and how: %s", String.join("\n", reported))
                    .allSatisfy(missedMs -> assertThat(missedMs).isLessThanOrEqualTo(explainedMs(result)));
        }
    }

    @Test
    void theRunFileNamesThePercentilesOfTheLaws() throws IOException {
        assertThat(Files.readString(FILE))
                .contains("#   closed: " + named(LOGNORMAL), "#   cycle and open: " + named(STALLED));
    }

    private static String named(Law law) {
        return String.format(
                Locale.ROOT,
                "p50 %.2f, p90 %.2f, p95 %.2f, p99 %.2f, p99.9 %.2f",
                law.percentile(0.5),
                law.percentile(0.9),
                law.percentile(0.95),
                law.percentile(0.99),
                law.percentile(0.999));
    }

    private static JsonNode run(Path folder, String runs) throws IOException, InterruptedException {
        Map<String, String> undisturbed =
                Map.of("PLATEAU_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+AlwaysPreTouch -Xms320m -Xmn256m");
        Path runFolder = folder.resolve(runs);
        try (LaunchedPlateau launched = LaunchedPlateau.start(
                folder, undisturbed, List.of("run", FILE.toString(), "--quiet", "--runs-dir", runFolder.toString()))) {
            launched.awaitExit(Duration.ofMinutes(1));
            // Not the verdict: a disturbed run may be invalid and is judged here.
            assertThat(launched.exitCode()).as(launched.everything()).isIn(0, 2);
        }
        return RunFolder.only(runFolder).json("result.json");
    }

    /** The longest that the harness says it kept anything waiting. */
    private static double explainedMs(JsonNode result) {
        JsonNode harness = result.path("harness");
        return harness.path("longestStallMs").asDouble()
                + harness.path("dispatchLagMs").path("max").asDouble()
                + harness.path("completionLagMs").path("max").asDouble();
    }

    /** By how many milliseconds what is not that of the law is too long, by its name. */
    private static Map<String, Double> misses(JsonNode result) {
        Map<String, Double> misses = new TreeMap<>();
        for (String workload : List.of("closed", "cycle", "open")) {
            JsonNode asked = line(result, workload, "ask");
            assertThat(asked.path("counts").path("ok").asLong()).isGreaterThan(10_000);
            assertThat(asked.path("counts").path("errors").asLong()).isZero();
            for (String times : List.of("responseTimeMs", "serviceTimeMs")) {
                PERCENTILES.forEach((name, share) -> {
                    double law = law(workload).percentile(share);
                    double seen = asked.path(times).path(name).asDouble();
                    String what = workload + " " + times + " " + name;
                    assertThat(seen).as(what).isGreaterThan(law - tolerance(law));
                    if (seen > law + tolerance(law)) {
                        misses.put(what, seen - law);
                    }
                });
            }
        }
        return misses;
    }

    private static double tolerance(double lawMs) {
        return 0.01 * lawMs + 0.05;
    }

    /** What the run, or the server by its own clock, reports of being disturbed. */
    private static List<String> disturbances(JsonNode result) {
        List<String> disturbances = new ArrayList<>();
        JsonNode harness = result.path("harness");
        for (String lag : List.of("dispatchLagMs", "completionLagMs")) {
            double p99 = harness.path(lag).path("p99").asDouble();
            if (p99 > DISTURBING_LAG_MS) {
                disturbances.add(lag + " p99 " + p99);
            }
        }
        double stall = harness.path("longestStallMs").asDouble();
        if (stall > DISTURBING_STALL_MS) {
            disturbances.add("longestStallMs " + stall);
        }
        LAWS.forEach((workload, law) -> PERCENTILES.forEach((name, share) -> {
            double error = line(result, workload, "served")
                            .path("responseTimeMs")
                            .path(name)
                            .asDouble()
                    - law.percentile(share);
            if (Math.abs(error) > tolerance(law.percentile(share)) / 2) {
                disturbances.add(String.format(Locale.ROOT, "server of %s: %s off by %.3f", workload, name, error));
            }
        }));
        return disturbances;
    }

    private static JsonNode line(JsonNode result, String workload, String name) {
        for (JsonNode candidate : result.path("workloads")) {
            for (JsonNode line : candidate.path("operations")) {
                if (candidate.path("name").asString().equals(workload)
                        && line.path("name").asString().equals(name)) {
                    return line;
                }
            }
        }
        throw new AssertionError("no line " + name + " of " + workload + " in " + result);
    }
}
