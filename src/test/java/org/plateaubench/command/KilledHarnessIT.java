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

/** {@code kill -9} of the harness, in every phase: no orphan, nothing lost, no verdict but invalid. */
@Tag("slow")
@Order(2)
final class KilledHarnessIT {
    private static final int COMPLETE_INTERVALS = 2;

    @TempDir
    private Path folder = Path.of("");

    /** A run whose harness was killed in a phase, with the intervals that were stored before that and at the end. */
    private record Killed(String phase, RunFolder run, List<JsonNode> seen, List<JsonNode> stored) {}

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
        CommandsInOne commands = new CommandsInOne(folder, Map.of());
        for (Killed one : killed) {
            commands.add("judge", one.run().path().toString(), "--write");
            commands.add("report", one.run().path().toString());
            commands.add(
                    "runs",
                    "--runs-dir",
                    Quickstart.runs(folder.resolve(one.phase())).toString());
        }
        Iterator<CommandsInOne.Done> done = commands.run().iterator();
        for (Killed one : killed) {
            assertInvalid(one, done.next());
            assertThat(done.next().exitCode()).as("report of " + one.phase()).isEqualTo(2);
            assertThat(done.next().output()).as(one.phase()).contains("crashed");
        }
    }

    private static Killed kill(String phase, Path folder) throws IOException, InterruptedException {
        List<ProcessHandle> children;
        RunFolder run;
        List<JsonNode> seen;
        try (LaunchedPlateau launched = start(phase, folder)) {
            run = Quickstart.awaitPhase(launched, folder, phase);
            if (isMeasured(phase)) {
                awaitIntervals(launched, run);
            }
            children = launched.descendants();
            seen = run.intervals();
            launched.signal("KILL");
            launched.awaitExit(Duration.ofMinutes(5));
        }
        Await.until(
                Duration.ofMinutes(1),
                () -> "orphans of " + phase + " " + children,
                () -> children.stream().noneMatch(ProcessHandle::isAlive));
        return new Killed(phase, run, seen, run.intervals());
    }

    private static void assertInvalid(Killed killed, CommandsInOne.Done judged) {
        List<JsonNode> stored = killed.stored();
        assertThat(stored)
                .as("what was there before the kill in %s, and perhaps more", killed.phase())
                .startsWith(killed.seen().toArray(JsonNode[]::new));
        assertThat(sequences(stored))
                .as("none is missing in %s", killed.phase())
                .isEqualTo(upTo(stored.size()));
        assertThat(judged.exitCode()).as(judged.everything()).isEqualTo(2);
        assertThat(judged.output()).contains("CRASHED");
        assertThat(killed.run().intervals()).as("judging changes nothing").isEqualTo(stored);
        if (isMeasured(killed.phase())) {
            assertThat(killed.seen()).hasSizeGreaterThanOrEqualTo(COMPLETE_INTERVALS);
        }
    }

    /** On a database, whose process ends by itself, and on a Redis, whose guard ends it. */
    private static LaunchedPlateau start(String phase, Path folder) throws IOException {
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
                () -> run.intervals().size() >= COMPLETE_INTERVALS);
    }

    private static List<Long> sequences(List<JsonNode> intervals) {
        return intervals.stream().map(line -> line.path("sequence").asLong()).toList();
    }

    private static List<Long> upTo(int count) {
        return LongStream.range(0, count).boxed().toList();
    }
}
