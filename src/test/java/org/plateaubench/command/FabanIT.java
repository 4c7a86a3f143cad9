// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import tools.jackson.databind.JsonNode;

/**
 * Compares drivers written for Faban with workloads of Plateau that generate the same load, against servers with a
 * known distribution of response times: the numbers of operations, the mix, the pacing and the times must be equal.
 */
@Tag("slow")
@Isolated("it compares times")
final class FabanIT {
    private static final Path EXAMPLE = LaunchedPlateau.home().resolve("docs/examples/faban");
    private static final Path PLUGIN = LaunchedPlateau.home().resolve("distribution/target/plateau/plugins/faban");
    /** The response times of both servers are uniformly distributed from 20 to 40 ms. */
    private static final double MIN_MS = 20;

    private static final double MAX_MS = 40;
    /** The time that transmission, and waiting for a processor on a shared machine, may add. */
    private static final double ADDED_MS = 4;

    /** Allowed difference in standard errors: each of some 40 comparisons fails by chance once in a million. */
    private static final double DEVIATIONS = 5;
    /** Client work of the driver that fetches pages. */
    private static final double WORK_MS = 10;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void fabanDriversAndNativeWorkloadsAgree() throws IOException, InterruptedException {
        Path law = driver(folder, "LawDriver");
        Path pages = driver(folder, "PagesDriver");
        JsonNode result;
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofPlatform().daemon().start(() -> serve(server));
            String page = "http://127.0.0.1:" + server.getLocalPort();
            LaunchedPlateau launched = Quickstart.startFile(
                    folder,
                    LaunchedPlateau.AS_SHIPPED,
                    EXAMPLE.resolve("run.yaml"),
                    "--set",
                    "workloads.drivenAsked.parameters.driverJar=" + law,
                    "--set",
                    "workloads.drivenFetched.parameters.driverJar=" + pages,
                    "--set",
                    "workloads.fetched.parameters.origin=" + page,
                    "--set",
                    "workloads.drivenFetched.parameters.properties.page=" + page + "/");
            // The example misses a limit on purpose; on a busy machine the run may be invalid.
            assertThat(launched.awaitExit(Duration.ofMinutes(2)))
                    .as(launched.everything())
                    .isIn(1, 2);
        }
        RunFolder run = RunFolder.only(Quickstart.runs(folder));
        result = run.json("result.json");

        assertThat(result.path("status").asString()).isEqualTo("completed");
        assertSameRate(result);
        assertSamePercentiles(result);
        assertSameFetchRate(result);
        assertDeclaredMixAndGaps(result);
        assertMissedLimitFails(result);
        assertOwnFiguresAreKept(run, result);
    }

    private static void assertSameRate(JsonNode result) {
        JsonNode asked = workload(result, "asked");
        JsonNode driven = workload(result, "drivenAsked");
        long nativeCount = counts(asked.path("all"), "ok");
        long driverCount = counts(driven.path("all"), "ok");
        // 60 users, a cycle of 99.3 ms, 15 s: 9060 each. Four standard deviations of the difference of two Poisson
        // counts.
        assertThat((double) driverCount)
                .isCloseTo((double) nativeCount, within(4 * Math.sqrt(nativeCount + (double) driverCount)));
        assertThat(nativeCount).isBetween(8_600L, 9_500L);

        // Two thirds of the operations of the Markov chain are the second one.
        long second = counts(RunFolder.line(driven, "Ask-Again"), "ok");
        assertThat(second / (double) driverCount).isCloseTo(2 / 3.0, within(0.015));
        for (String operation : List.of("Ask", "Ask-Again")) {
            assertTimesMatchDistribution(RunFolder.serviceTimes(RunFolder.line(driven, operation)), 0);
            assertTimesMatchDistribution(
                    RunFolder.line(driven, operation + "-timed").path("figures"), 0);
        }
        assertTimesMatchDistribution(RunFolder.serviceTimes(RunFolder.line(asked, "ask")), 0);
        assertThat(median(RunFolder.line(driven, "Ask-Again").path("figures")))
                .as("waiting behind the schedule counts")
                .isGreaterThanOrEqualTo(
                        median(RunFolder.line(driven, "Ask-Again-timed").path("figures")));
    }

    /** Both samples come from one distribution, so their percentiles differ only by sampling error. */
    private static void assertSamePercentiles(JsonNode result) {
        JsonNode nativeTimes = RunFolder.serviceTimes(RunFolder.line(workload(result, "asked"), "ask"));
        JsonNode driven = RunFolder.serviceTimes(workload(result, "drivenAsked").path("all"));
        Map.of("p50", 0.5, "p90", 0.9, "p95", 0.95, "p99", 0.99).forEach((name, share) -> {
            double size = 1 / nativeTimes.path("measured").asDouble()
                    + 1 / driven.path("measured").asDouble();
            // The standard error of a percentile is that of its rank over the density, which is even over 20 ms.
            double error = Math.sqrt(share * (1 - share) * size) * (MAX_MS - MIN_MS);
            assertThat(driven.path(name).asDouble())
                    .as("%s of %s, native %s", name, driven, nativeTimes)
                    .isCloseTo(nativeTimes.path(name).asDouble(), within(DEVIATIONS * error + ADDED_MS / 2));
        });
    }

    private static void assertSameFetchRate(JsonNode result) {
        JsonNode fetched = workload(result, "fetched");
        JsonNode driven = workload(result, "drivenFetched");
        JsonNode page = RunFolder.line(driven, "Page");
        assertTimesMatchDistribution(RunFolder.serviceTimes(RunFolder.line(fetched, "fetch")), 0);
        assertTimesMatchDistribution(RunFolder.line(driven, "Page-timed").path("figures"), 0);
        // The driver's work after the response is part of the operation, but not of Faban's time.
        assertTimesMatchDistribution(RunFolder.serviceTimes(page), WORK_MS);
        // Think time: each unit takes 30 ms of service, 10 ms of work in one of them, and 50 ms of pause.
        double ratio = counts(fetched.path("all"), "ok") / (double) counts(driven.path("all"), "ok");
        assertThat(ratio).isCloseTo(90 / 80.0, within(0.06));
    }

    private static void assertTimesMatchDistribution(JsonNode times, double workMs) {
        assertThat(median(times)).as("p50 of %s", times).isBetween(29 + workMs, 30.5 + workMs + ADDED_MS);
        assertThat(times.path("p90").asDouble())
                .as("p90 of %s", times)
                .isBetween(37 + workMs, 38.5 + workMs + ADDED_MS);
        assertThat(times.path("min").asDouble(MIN_MS)).isGreaterThanOrEqualTo(MIN_MS - 0.05);
    }

    private static void assertDeclaredMixAndGaps(JsonNode result) {
        List<String> tested = new ArrayList<>();
        result.path("audits").forEach(audit -> {
            String rule = audit.path("rule").asString();
            String scope = audit.path("scope").asString();
            if (scope.startsWith("1/driven") && (rule.equals("M18-mix") || rule.equals("M19-draws"))) {
                tested.add(rule + " " + scope + " " + audit.path("state").asString());
            }
        });
        assertThat(tested).contains("M18-mix 1/drivenAsked ok", "M19-draws 1/drivenAsked ok");
        assertThat(tested).noneMatch(line -> line.endsWith("violated"));
    }

    private static void assertMissedLimitFails(JsonNode result) {
        List<String> missed = new ArrayList<>();
        result.path("reasons").forEach(reason -> {
            if (reason.path("rule").asString().equals("limit")) {
                missed.add(reason.path("scope").asString());
            }
        });
        assertThat(missed).as("max90th is 25 ms, and the 90th percentile 38 ms").contains("1/drivenAsked/Ask-Again");
        assertThat(missed).doesNotContain("1/drivenAsked/Ask", "1/drivenFetched/Page");
    }

    private static void assertOwnFiguresAreKept(RunFolder run, JsonNode result) {
        assertThat(counts(RunFolder.line(workload(result, "drivenAsked"), "customMetrics"), "ok"))
                .isEqualTo(1);
        assertThat(run.text("plugin-output.log")).contains("answers in the steady state");
    }

    private static JsonNode workload(JsonNode result, String name) {
        for (JsonNode workload : result.path("workloads")) {
            if (workload.path("name").asString().equals(name)) {
                return workload;
            }
        }
        throw new AssertionError("no workload " + name);
    }

    private static long counts(JsonNode line, String outcome) {
        return line.path("figures").path(outcome).asLong();
    }

    private static double median(JsonNode times) {
        return times.path("p50").asDouble();
    }

    /** Compiles an example driver against the API for Faban drivers, and packs it. */
    static Path driver(Path folder, String name) throws IOException {
        Path api = CompiledJar.jarIn(PLUGIN, "plateau-faban-api-");
        Path classes = CompiledJar.compile(
                folder.resolve(name), List.of(EXAMPLE.resolve(name + ".java")), "-proc:none", "-cp", api.toString());
        return CompiledJar.pack(classes, folder.resolve(name + ".jar"), new Manifest());
    }

    private static void serve(ServerSocket server) {
        SplittableRandom random = new SplittableRandom(11);
        try {
            while (true) {
                Socket client = server.accept();
                SplittableRandom clientRandom = random.split();
                Thread.ofPlatform().daemon().start(() -> answer(client, clientRandom));
            }
        } catch (IOException e) {
            // The test closes the server when it ends.
        }
    }

    private static void answer(Socket client, SplittableRandom random) {
        byte[] reply = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello".getBytes(StandardCharsets.US_ASCII);
        try (client) {
            client.setTcpNoDelay(true);
            BufferedReader in =
                    new BufferedReader(new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.isEmpty()) {
                    long until = System.nanoTime() + (long) (random.nextDouble(MIN_MS, MAX_MS) * 1e6);
                    for (long now = System.nanoTime(); now < until; now = System.nanoTime()) {
                        LockSupport.parkNanos(until - now);
                    }
                    client.getOutputStream().write(reply);
                }
            }
        } catch (IOException e) {
            // The client has closed its connection.
        }
    }
}
