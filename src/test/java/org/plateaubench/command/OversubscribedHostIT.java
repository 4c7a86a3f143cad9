// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import tools.jackson.databind.JsonNode;

/**
 * Runs while other programs spin (measurement rule M16): by the bounds of class standard, the run is invalid, or its
 * percentiles agree with those of an independent observer within its reported lag. The observer is the server, which
 * runs with real-time priority and stamps every question and answer. {@code verification/oversubscribed} has every kind
 * of execution and load for longer; here are an event loop and users on threads, at the same time.
 */
@Tag("slow")
@Isolated("it takes all processors")
final class OversubscribedHostIT {
    private static final int SPINNERS = 8;
    /** Transmission of request and response, with the work of kernel and client. */
    private static final double TRANSMISSION_MS = 0.15;

    private static final Map<String, Double> STANDARD = Map.of(
            "M16-dispatch-lag", 1.0,
            "M16-completion-lag", 1.0,
            "M16-wake-up-lag", 1.0,
            "M16-processor-wait", 1.0,
            "M16-longest-stall", 50.0,
            "M16-stolen-time", 2.0,
            "M16-throttled", 1.0,
            "M16-agent-cpu", 75.0);

    @TempDir
    Path folder;

    @Test
    void runIsInvalidOrAgreesWithExternalObserver() throws IOException, InterruptedException {
        assumeTrue(mayHaveRealTimePriority(), "chrt -f 50 is not allowed here, so the observer would not be reliable");
        List<Process> started = new ArrayList<>();
        try {
            Path log = folder.resolve("observer.log");
            started.add(observer(log));
            Await.until(
                    Duration.ofSeconds(30),
                    () -> "the observer has no port",
                    () -> !port(log).isEmpty());
            int port = Integer.parseInt(port(log));
            JsonNode result = run(port);
            assertThat(exceeded(result).isEmpty() ? deviations(result) : List.of())
                    .as("deviations of a run that is not invalid: %s", result.path("harness"))
                    .isEmpty();
            // Each of these audits must have a value: Linux provides all of them.
            for (JsonNode audit : result.path("audits")) {
                if (STANDARD.containsKey(audit.path("rule").asString())) {
                    assertThat(audit.path("value").isNumber())
                            .as(audit.toString())
                            .isTrue();
                }
            }
        } finally {
            end(started);
        }
    }

    private static void end(List<Process> started) throws InterruptedException {
        for (Process process : started) {
            // The children first: those of timeout would continue after it.
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
    }

    private static boolean mayHaveRealTimePriority() throws InterruptedException {
        try {
            return new ProcessBuilder("chrt", "-f", "50", "true").start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static Process observer(Path log) throws IOException {
        Path installation = LaunchedPlateau.home().resolve("distribution/target/plateau");
        return new ProcessBuilder(
                        "chrt",
                        "-f",
                        "50",
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        installation.resolve("lib") + "/*" + File.pathSeparator
                                + installation.resolve("plugins/proving") + "/*",
                        "org.plateaubench.plugin.proving.LawServer",
                        "law=lognormal",
                        "scaleNanos=5000000",
                        "sigma=0.3")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    private static String port(Path log) {
        try {
            String text = Files.readString(log);
            int mark = text.indexOf("plateau-ready ");
            int end = text.indexOf('\n', Math.max(0, mark));
            return mark < 0 || end < 0 ? "" : text.substring(mark, end).replaceAll("\\D", "");
        } catch (IOException e) {
            return "";
        }
    }

    private JsonNode run(int port) throws IOException, InterruptedException {
        Path file = folder.resolve("run.yaml");
        Files.writeString(file, """
                run: { name: oversubscribed }
                phases: { rampUp: 6s, steady: 12s, rampDown: 1s }
                suts:
                  observer: { service: known-law, mode: external, address: "127.0.0.1:%d" }
                workloads:
                  loop: { plugin: proving/law, sut: observer, execution: event-loop,
                          load: { users: 20, think: { exponential: 45ms } } }
                  threads: { plugin: proving/law, sut: observer, execution: platform,
                             load: { rate: 400/s, arrival: poisson, maxUsers: 32 } }
                """.formatted(port));
        Path runs = Quickstart.runs(folder);
        try (LaunchedPlateau launched = LaunchedPlateau.start(
                folder, Map.of(), List.of("run", file.toString(), "--quiet", "--runs-dir", runs.toString()))) {
            spinDuringTheRun(launched);
            launched.awaitExit(Duration.ofMinutes(5));
            // The verdict is not checked: the run is of class dev, and this test applies the bounds of class
            // standard.
            assertThat(launched.exitCode()).as(launched.everything()).isIn(0, 2);
        }
        return RunFolder.only(runs).json("result.json");
    }

    /** Spins from the beginning of ramp-up to the end of the steady state, since nothing is measured before and after. */
    private void spinDuringTheRun(LaunchedPlateau launched) throws IOException, InterruptedException {
        RunFolder run = Quickstart.awaitPhase(launched, folder, "ramp-up");
        List<Process> spinners = new ArrayList<>();
        try {
            for (int i = 0; i < SPINNERS; i++) {
                spinners.add(new ProcessBuilder("timeout", "120", "sh", "-c", "while :; do :; done").start());
            }
            Await.until(
                    Duration.ofMinutes(1),
                    launched::everything,
                    () -> run.hasEvent("phase", "\"ramp-down\"") || !launched.isAlive());
        } finally {
            end(spinners);
        }
    }

    /** The values of audits that exceed the bounds of class standard. */
    private static Map<String, Double> exceeded(JsonNode result) {
        Map<String, Double> exceeded = new TreeMap<>();
        for (JsonNode audit : result.path("audits")) {
            double bound = STANDARD.getOrDefault(audit.path("rule").asString(), Double.MAX_VALUE);
            if (audit.path("value").isNumber() && audit.path("value").asDouble() > bound) {
                exceeded.put(audit.path("rule").asString(), audit.path("value").asDouble());
            }
        }
        return exceeded;
    }

    private static List<String> deviations(JsonNode result) {
        List<String> deviations = new ArrayList<>();
        JsonNode harness = result.path("harness");
        for (JsonNode workload : result.path("workloads")) {
            for (String percentile : List.of("p50", "p99", "p99_9")) {
                double printed = RunFolder.serviceTimes(RunFolder.line(workload, "ask"))
                        .path(percentile)
                        .asDouble();
                double observed = RunFolder.line(workload, "served")
                        .path("figures")
                        .path(percentile)
                        .asDouble();
                double reportedLag = harness.path("dispatchLagMs")
                                .path(percentile)
                                .asDouble()
                        + Math.max(
                                harness.path("completionLagMs").path(percentile).asDouble(),
                                harness.path("wakeUpLagMs").path(percentile).asDouble());
                if (printed > observed * 1.01 + TRANSMISSION_MS + reportedLag) {
                    deviations.add(workload.path("name").asString() + " " + percentile + ": printed " + printed
                            + " ms, observed " + observed + " ms, reported lag " + reportedLag + " ms");
                }
            }
        }
        return deviations;
    }
}
