// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code kill -9} of the harness, in every phase: no orphaned process, no lost interval, and the verdict invalid. */
@Tag("slow")
@Order(2)
final class KilledHarnessIT {
    private static final int COMPLETE_INTERVALS = 2;

    @TempDir
    private Path folder = Path.of("");

    /** A run whose harness was killed in a phase, with the intervals that were stored before that and at the end. */
    private record Killed(String phase, RunFolder run, List<JsonNode> storedBefore, List<JsonNode> stored) {}

    /** Whether the phase continues until intervals are stored. */
    private static boolean isMeasured(String phase) {
        return phase.equals("ramp-up") || phase.equals("steady");
    }

    @Test
    void killedHarnessLeavesReadableInvalidRun() throws IOException, InterruptedException {
        List<Killed> killed = new ArrayList<>();
        for (String phase : List.of("prepare", "ramp-up", "steady", "ramp-down", "drain")) {
            killed.add(kill(phase, Files.createDirectory(folder.resolve(phase))));
        }
        CommandBatch commands = new CommandBatch(folder, Map.of());
        for (Killed each : killed) {
            commands.add("judge", each.run().path().toString(), "--write");
            commands.add("report", each.run().path().toString());
            commands.add(
                    "runs",
                    "--runs-dir",
                    Quickstart.runs(folder.resolve(each.phase())).toString());
        }
        Iterator<CommandBatch.Result> done = commands.run().iterator();
        for (Killed each : killed) {
            assertInvalid(each, done.next());
            assertThat(done.next().exitCode()).as("report of " + each.phase()).isEqualTo(2);
            assertThat(done.next().output()).as(each.phase()).contains("crashed");
        }
    }

    private static Killed kill(String phase, Path folder) throws IOException, InterruptedException {
        List<ProcessHandle> children;
        RunFolder run;
        List<JsonNode> storedBefore;
        try (LaunchedPlateau launched = start(phase, folder)) {
            run = Quickstart.awaitPhase(launched, folder, phase);
            if (isMeasured(phase)) {
                awaitIntervals(launched, run);
            }
            children = launched.descendants();
            storedBefore = run.intervals();
            launched.signal("KILL");
            launched.awaitExit(Duration.ofMinutes(5));
        }
        Await.until(
                Duration.ofMinutes(1),
                () -> "orphans of " + phase + " " + children,
                () -> children.stream().noneMatch(ProcessHandle::isAlive));
        return new Killed(phase, run, storedBefore, run.intervals());
    }

    private static void assertInvalid(Killed killed, CommandBatch.Result judged) {
        List<JsonNode> stored = killed.stored();
        assertThat(stored)
                .as("the intervals stored before the kill in %s, and perhaps more", killed.phase())
                .startsWith(killed.storedBefore().toArray(JsonNode[]::new));
        assertThat(sequences(stored))
                .as("none is missing in %s", killed.phase())
                .isEqualTo(upTo(stored.size()));
        assertThat(judged.exitCode()).as(judged.everything()).isEqualTo(2);
        assertThat(judged.output()).contains("CRASHED");
        assertThat(killed.run().intervals()).as("judging changes nothing").isEqualTo(stored);
        if (isMeasured(killed.phase())) {
            assertThat(killed.storedBefore()).hasSizeGreaterThanOrEqualTo(COMPLETE_INTERVALS);
        }
    }

    /** A run of a database, which ends by itself, or of a Redis, which its guard process ends. */
    private static LaunchedPlateau start(String phase, Path folder) throws IOException {
        String rampUp = durationOf("ramp-up", phase);
        String steady = durationOf("steady", phase);
        return switch (phase) {
            case "prepare", "steady" -> Quickstart.start(folder, rampUp, steady, "2s");
            default -> Quickstart.startLight(folder, rampUp, steady, "2s");
        };
    }

    private static String durationOf(String phase, String killedPhase) {
        return phase.equals(killedPhase) ? "20s" : "1s";
    }

    private static void awaitIntervals(LaunchedPlateau launched, RunFolder run) {
        Await.until(
                Duration.ofMinutes(1),
                () -> "no intervals" + launched.everything(),
                () -> run.intervals().size() >= COMPLETE_INTERVALS);
    }

    private static List<Long> sequences(List<JsonNode> intervals) {
        return intervals.stream().map(line -> line.path("sequence").asLong()).toList();
    }

    private static List<Long> upTo(int count) {
        return LongStream.range(0, count).boxed().toList();
    }
}
