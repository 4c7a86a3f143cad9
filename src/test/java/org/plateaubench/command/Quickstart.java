// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The run file of the README, with phases short enough for a test. */
final class Quickstart {
    static final Path FILE = LaunchedPlateau.home().resolve("configs/runs/quickstart.yaml");

    private Quickstart() {}

    /** Arguments of a run with the given phases into {@code folder/runs}. */
    static List<String> arguments(Path folder, String rampUp, String steady, String rampDown, String... more) {
        List<String> arguments = ofFile(
                folder,
                FILE,
                "--set",
                "phases.rampUp=" + rampUp,
                "--set",
                "phases.steady=" + steady,
                "--set",
                "phases.rampDown=" + rampDown);
        arguments.addAll(List.of(more));
        return arguments;
    }

    /** Arguments of a run of any file into {@code folder/runs}. */
    private static List<String> ofFile(Path folder, Path file, String... more) {
        List<String> arguments = new ArrayList<>(
                List.of("run", file.toString(), "--runs-dir", runs(folder).toString()));
        arguments.addAll(List.of(more));
        return arguments;
    }

    static LaunchedPlateau startFile(Path folder, Map<String, String> environment, Path file, String... more)
            throws IOException {
        return LaunchedPlateau.start(folder, environment, ofFile(folder, file, more));
    }

    static Path runs(Path folder) {
        return folder.resolve("runs");
    }

    static LaunchedPlateau start(Path folder, String rampUp, String steady, String rampDown, String... more)
            throws IOException {
        return LaunchedPlateau.start(folder, Map.of(), arguments(folder, rampUp, steady, rampDown, more));
    }

    /** For tests that do not depend on the SUT: a run of a Redis with few keys, which needs a third of the processor time. */
    static LaunchedPlateau startLight(Path folder, String rampUp, String steady, String rampDown, String... more)
            throws IOException {
        return LaunchedPlateau.start(folder, Map.of(), lightArguments(folder, rampUp, steady, rampDown, more));
    }

    /** Writes the run file of {@link #startLight}, and returns the arguments of such a run. */
    static List<String> lightArguments(Path folder, String rampUp, String steady, String rampDown, String... more)
            throws IOException {
        Path file = Files.writeString(folder.resolve("light.yaml"), """
                run: { name: light, seed: 42 }
                phases: { rampUp: %s, steady: %s, rampDown: %s }
                suts: { cache: { service: redis, mode: embedded } }
                workloads:
                  cache:
                    plugin: redis
                    sut: cache
                    load: { users: 12, think: { exponential: 600ms } }
                    parameters: { keySpace: 1000 }
                """.formatted(rampUp, steady, rampDown));
        return ofFile(folder, file, more);
    }

    /** Waits until the run has recorded the phase, and returns its folder. */
    static RunFolder awaitPhase(LaunchedPlateau launched, Path folder, String phase) {
        Await.until(Duration.ofMinutes(3), () -> "no phase " + phase + launched.everything(), () -> {
            if (!launched.isAlive()) {
                throw new AssertionError("ended before " + phase + launched.everything());
            }
            List<Path> runs = RunFolder.all(runs(folder));
            return !runs.isEmpty() && new RunFolder(runs.getFirst()).hasEvent("phase", "\"" + phase + "\"");
        });
        return RunFolder.only(runs(folder));
    }

    static Path variant(Path folder, String text, String replacement) throws IOException {
        String original = Files.readString(FILE);
        if (!original.contains(text)) {
            throw new AssertionError("the quickstart does not contain '" + text + "'");
        }
        return Files.writeString(folder.resolve("variant.yaml"), original.replace(text, replacement));
    }
}
