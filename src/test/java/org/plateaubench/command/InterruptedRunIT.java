// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Ctrl-C ramps down, a second one stops immediately, and neither loses data. */
@Order(3)
@Execution(ExecutionMode.CONCURRENT)
final class InterruptedRunIT {
    private static final Duration TIMEOUT = Duration.ofMinutes(3);

    @TempDir
    private Path folder = Path.of("");

    @Test
    void interruptRampsDownAndKeepsAllFiles() throws IOException, InterruptedException {
        try (LaunchedPlateau launched = Quickstart.startLight(folder, "1s", "20m", "3s")) {
            RunFolder run = Quickstart.awaitPhase(launched, folder, "steady");
            for (CommandBatch.Result result : runCommands(run, "report", "judge", "compare")) {
                assertThat(result.exitCode()).as(result.everything()).isEqualTo(3);
                assertThat(result.everything())
                        .contains("is still running (phase steady)")
                        .doesNotContainIgnoringCase("crash");
            }
            launched.signal("INT");
            Quickstart.awaitPhase(launched, folder, "ramp-down");

            assertThat(launched.awaitExit(TIMEOUT)).as(launched.everything()).isEqualTo(130);
            assertComplete(run);
            assertThat(launched.output().replaceAll("\\s+", " "))
                    .contains("STOPPED ON REQUEST", "The run was interrupted by Ctrl-C at ");
            assertThat(runCommands(run, "report", "judge"))
                    .extracting(CommandBatch.Result::exitCode)
                    .containsExactly(2, 2);
        }
    }

    @Test
    void secondRunIsWarnedAndSecondInterruptStopsImmediately() throws IOException, InterruptedException {
        Path unreachable = Files.writeString(folder.resolve("unreachable.yaml"), """
                run: { name: second, seed: 1 }
                phases: { rampUp: 1s, steady: 2s, rampDown: 1s }
                suts: { cache: { service: redis, mode: external, address: ["127.0.0.1:1"] } }
                workloads: { cache: { plugin: redis, sut: cache, load: { users: 1 } } }
                """);
        try (LaunchedPlateau launched = Quickstart.startLight(folder, "1s", "20m", "20m")) {
            RunFolder run = Quickstart.awaitPhase(launched, folder, "steady");
            LaunchedPlateau second = Quickstart.startFile(folder, Map.of(), unreachable);
            assertThat(second.awaitExit(Duration.ofMinutes(4)))
                    .as(second.everything())
                    .isEqualTo(3);
            assertThat(second.everything())
                    .contains("Run " + run.path().getFileName() + " (process ", "The two runs disturb each other");

            launched.signal("INT");
            Await.until(TIMEOUT, launched::everything, () -> run.hasEvent("phase", "\"ramp-down\""));
            launched.signal("INT");

            // It ends long before the end of its ramp-down.
            assertThat(launched.awaitExit(TIMEOUT)).as(launched.everything()).isEqualTo(130);
            assertComplete(run);
            assertThat(launched.everything()).doesNotContain("disturb each other");
        }
    }

    @Test
    void interruptDuringPreparationEndsWithoutMeasuring() throws IOException, InterruptedException {
        try (LaunchedPlateau launched = Quickstart.start(folder, "1s", "20m", "1s")) {
            Quickstart.awaitPhase(launched, folder, "prepare");
            launched.signal("INT");

            assertThat(launched.awaitExit(TIMEOUT)).as(launched.everything()).isEqualTo(130);
        }
    }

    private List<CommandBatch.Result> runCommands(RunFolder run, String... names)
            throws IOException, InterruptedException {
        CommandBatch commands = new CommandBatch(folder, Map.of());
        for (String name : names) {
            if (name.equals("compare")) {
                commands.add(name, run.path().toString(), "last");
            } else {
                commands.add(name, run.path().toString());
            }
        }
        return commands.run();
    }

    private static void assertComplete(RunFolder run) {
        assertThat(run.json("result.json").path("status").asString()).isEqualTo("interrupted");
        assertThat(run.json("result.json").path("verdict").asString()).isEqualTo("invalid");
        assertThat(run.has("MANIFEST.sha256")).isTrue();
        assertThat(run.has("report.html")).isTrue();
    }
}
