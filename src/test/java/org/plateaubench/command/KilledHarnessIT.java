// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** {@code kill -9} of the harness, in every phase: no orphan, nothing lost, no verdict but invalid. */
@Order(2)
@Execution(ExecutionMode.CONCURRENT)
final class KilledHarnessIT {
    private static final int WHOLE_INTERVALS = 2;

    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @ValueSource(strings = {"prepare", "ramp-up", "steady", "ramp-down", "drain"})
    void leavesAReadableRunThatIsInvalid(String phase) throws IOException, InterruptedException {
        List<ProcessHandle> suts;
        RunFolder run;
        List<JsonNode> seen;
        try (LaunchedPlateau launched = start(phase)) {
            run = Quickstart.awaitPhase(launched, folder, phase);
            if (phase.equals("ramp-up") || phase.equals("steady")) {
                awaitIntervals(launched, run);
            }
            suts = launched.descendants();
            seen = run.lines("intervals.ndjson");
            launched.signal("KILL");
            launched.awaitExit(Duration.ofMinutes(1));
        }
        Await.until(
                Duration.ofMinutes(1),
                () -> "orphans " + suts,
                () -> suts.stream().noneMatch(ProcessHandle::isAlive));
        List<JsonNode> stored = run.lines("intervals.ndjson");
        assertThat(stored)
                .as("what was there before the kill, and perhaps more")
                .startsWith(seen.toArray(JsonNode[]::new));
        assertThat(sequences(stored))
                .as("none is missing")
                .isEqualTo(upTo(sequences(stored).size()));

        CommandsInOne commands = new CommandsInOne(folder, Map.of());
        commands.add("judge", run.path().toString(), "--write");
        commands.add("runs", "--runs-dir", Quickstart.runs(folder).toString());
        List<CommandsInOne.Done> done = commands.run();
        CommandsInOne.Done judged = done.getFirst();

        assertThat(judged.exitCode()).as(judged.everything()).isEqualTo(2);
        assertThat(judged.output()).containsIgnoringCase("invalid").contains("not completed");
        assertThat(run.lines("intervals.ndjson")).as("judging changes nothing").isEqualTo(stored);
        if (phase.equals("ramp-up") || phase.equals("steady")) {
            assertThat(seen).hasSizeGreaterThanOrEqualTo(WHOLE_INTERVALS);
            assertThat(histograms(run)).as("each interval has its histograms").isGreaterThanOrEqualTo(timed(seen));
        }
        assertThat(done.getLast().output()).contains("crashed");
    }

    /** On a database, whose process ends by itself, and on a Redis, whose guard ends it. */
    private LaunchedPlateau start(String phase) throws IOException {
        String rampUp = times(phase, "ramp-up");
        String steady = times(phase, "steady");
        return switch (phase) {
            case "prepare", "steady" -> Quickstart.start(folder, rampUp, steady, "2s");
            default -> Quickstart.startLight(folder, rampUp, steady, "2s");
        };
    }

    private static String times(String phase, String of) {
        return phase.equals(of) ? "20s" : "1s";
    }

    private static void awaitIntervals(LaunchedPlateau launched, RunFolder run) {
        Await.until(
                Duration.ofMinutes(1),
                () -> "no intervals" + launched.everything(),
                () -> run.lines("intervals.ndjson").size() >= WHOLE_INTERVALS);
    }

    private static List<Long> sequences(List<JsonNode> intervals) {
        return intervals.stream().map(line -> line.path("sequence").asLong()).toList();
    }

    private static List<Long> upTo(int count) {
        return LongStream.range(0, count).boxed().toList();
    }

    /** Lines of intervals that hold response times of successes. */
    private static long timed(List<JsonNode> intervals) {
        return intervals.stream()
                .flatMap(interval -> interval.path("workloads").valueStream())
                .flatMap(workload -> workload.path("lines").valueStream())
                .filter(line -> line.has("response"))
                .count();
    }

    /** Histograms of response times of successes in the log, whole lines only. */
    private static long histograms(RunFolder run) {
        String text = run.text("intervals.hlog");
        return text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .filter(line -> line.startsWith("Tag=") && line.contains("/response/ok/"))
                .count();
    }
}
