// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;

/** Faults during a run: it ends on time, reports the fault, and keeps its measurements. */
@Order(2)
@Execution(ExecutionMode.CONCURRENT)
final class FaultsIT {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    @TempDir
    private Path folder = Path.of("");

    /** The second of the two runs, and the lists of runs, are commands of one JVM. */
    @Tag("slow")
    @Test
    void aDatabaseThatIsDownAtStartIsOneSentenceWithinHalfAMinuteAndSoIsAPortThatIsTaken()
            throws IOException, InterruptedException {
        String closed = "127.0.0.1:" + Forked.freePort();
        Path down = Quickstart.variant(
                folder,
                "mode: embedded",
                "mode: external\n    url: \"jdbc:h2:tcp://" + closed + "/store\"\n    user: sa");
        String output;
        try (LaunchedPlateau launched = Quickstart.startFile(folder, Map.of(), down)) {
            assertThat(launched.awaitExit(PATIENCE)).as(launched.everything()).isEqualTo(3);
            // By the run's own events: on a busy machine a JVM alone takes as long to start.
            List<Instant> instants = RunFolder.only(Quickstart.runs(folder)).lines("events.ndjson").stream()
                    .map(event -> Instant.parse(event.path("at").asString()))
                    .toList();
            assertThat(Duration.between(instants.getFirst(), instants.getLast()))
                    .isLessThan(Duration.ofSeconds(30));
            assertThat(launched.errors()).contains(closed).doesNotContain("\tat ");
            assertThat(launched.errors().lines().filter(line -> !line.isBlank()))
                    .hasSizeLessThanOrEqualTo(3);
            output = launched.output();
        }
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            Path wanted = Quickstart.variant(folder, "mode: embedded", "mode: embedded\n    port: " + port);
            Path others = folder.resolve("others");
            CommandsInOne commands = new CommandsInOne(folder, Map.of());
            commands.add("run", wanted.toString(), "--runs-dir", others.toString());
            commands.add("runs", "--runs-dir", Quickstart.runs(folder).toString());
            commands.add("runs", "--runs-dir", others.toString());
            List<CommandsInOne.Done> done = commands.run();
            CommandsInOne.Done refused = done.getFirst();
            assertThat(refused.exitCode()).as(refused.everything()).isEqualTo(3);
            assertThat(refused.errors()).contains(port).doesNotContain("\tat ");
            assertCouldNotStart(output, Quickstart.runs(folder), done.get(1), closed);
            assertCouldNotStart(refused.output(), others, done.get(2), port);
        }
    }

    /** The same word and the true cause in every report of a run. */
    private static void assertCouldNotStart(String output, Path runs, CommandsInOne.Done listed, String cause) {
        RunFolder run = RunFolder.only(runs);
        assertThat(output.lines()).anyMatch(line -> line.startsWith("\u2715 COULD NOT START  "));
        assertThat(output).doesNotContainIgnoringCase("killed");
        JsonNode result = run.json("result.json");
        assertThat(result.path("status").asString()).isEqualTo("not-started");
        assertThat(result.path("conclusion").path("word").asString()).isEqualTo("Could not start");
        assertThat(result.path("conclusion").path("detail").asString()).contains(cause);
        assertThat(run.text("report.xml")).contains("value=\"Could not start: ");
        assertThat(run.text("report.html")).contains("<title>Could not start: ");
        assertThat(listed.output()).contains("not-started");
    }

    @Test
    void aSutThatIsKilledFailsTheRunWhichEndsOnTime() throws IOException, InterruptedException {
        try (LaunchedPlateau launched = Quickstart.start(folder, "1s", "8s", "1s")) {
            RunFolder run = Quickstart.awaitPhase(launched, folder, "steady");
            LaunchedPlateau.signal(sut(launched).pid(), "KILL");

            // Other tests run beside this one: where they hold up the harness too, the run is rightly invalid.
            assertThat(launched.awaitExit(PATIENCE)).as(launched.everything()).isIn(1, 2);
            JsonNode result = run.json("result.json");
            assertThat(result.path("status").asString()).isEqualTo("completed");
            assertThat(result.path("reasons"))
                    .anySatisfy(reason ->
                            assertThat(reason.path("severity").asString()).isEqualTo("fail"));
            assertThat(result.path("reasons"))
                    .filteredOn(reason -> reason.path("severity").asString().equals("invalid"))
                    .allSatisfy(
                            reason -> assertThat(reason.path("rule").asString()).startsWith("M16"));
            assertThat(result.path("workloads")
                            .path(0)
                            .path("all")
                            .path("errorsByClass")
                            .isEmpty())
                    .isFalse();
            assertThat(run.hasEvent("sut-failed", "db")).isTrue();
            assertThat(launched.output()).containsAnyOf("FAIL", "INVALID");
        }
    }

    @Tag("slow")
    @Test
    void aFullDiskEndsTheRunInOrderAndKeepsWhatWasWritten() throws IOException, InterruptedException {
        String command = Stream.concat(
                        Stream.of(LaunchedPlateau.home().resolve("plateau").toString()),
                        Quickstart.arguments(folder, "1s", "30s", "1s").stream())
                .map(word -> "'" + word + "'")
                .reduce("ulimit -f 64; trap '' XFSZ; exec", (line, word) -> line + " " + word);
        try (LaunchedPlateau launched =
                LaunchedPlateau.startCommand(folder, Map.of(), List.of("bash", "-c", command))) {
            int code = launched.awaitExit(PATIENCE);

            assertThat(code).as(launched.everything()).isEqualTo(3);
            assertThat(launched.errors())
                    .contains("everything written before is kept")
                    .doesNotContain("\tat ");
            RunFolder run = RunFolder.only(Quickstart.runs(folder));
            assertThat(run.intervals()).isNotEmpty();
            LaunchedPlateau judged =
                    LaunchedPlateau.run(folder, "judge", run.path().toString());
            assertThat(judged.exitCode()).as(judged.everything()).isEqualTo(2);
        }
    }

    private static ProcessHandle sut(LaunchedPlateau launched) {
        return child(launched, "H2Server");
    }

    private static ProcessHandle child(LaunchedPlateau launched, String command) {
        return launched.descendants().stream()
                .filter(process -> process.info().commandLine().orElse("").contains(command))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + command + " below " + launched.everything()));
    }
}
