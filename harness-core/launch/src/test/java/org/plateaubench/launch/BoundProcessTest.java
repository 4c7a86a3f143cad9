// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.launch;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class BoundProcessTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    @Test
    void outputLinesAndExitCodeArePassedOn() throws Exception {
        List<String> output = new ArrayList<>();
        List<String> errors = new ArrayList<>();
        try (BoundProcess process = start("echo one; echo two >&2; exit 3")) {
            assertThat(process.await(output::add, errors::add)).isEqualTo(3);
        }
        assertThat(output).containsExactly("one");
        assertThat(errors).containsExactly("two");
    }

    @Test
    void closeEndsTheProcessGracefully() throws Exception {
        Path file = folder.resolve("ended");
        BoundProcess process = start("echo ready; cat; echo done >" + file);
        assertThat(process.awaitLine("ready", TIMEOUT, line -> {})).isTrue();

        process.close();

        assertThat(process.isAlive()).isFalse();
        assertThat(file).hasContent("done");
    }

    @Test
    void hangingProcessIsKilledWithChildren() throws Exception {
        List<String> output = new ArrayList<>();
        BoundProcess process = BoundProcess.start(
                new ProcessBuilder("bash", "-c", "sleep 600 & echo $!; echo ready; wait"), Duration.ofMillis(200));
        assertThat(process.awaitLine("ready", TIMEOUT, output::add)).isTrue();

        process.close();

        assertEnded(Long.parseLong(output.get(0)));
    }

    @Test
    void awaitLineReturnsFalseIfTheProcessEndsFirst() throws Exception {
        try (BoundProcess process = start("echo sorry; exit 1")) {
            List<String> output = new ArrayList<>();
            assertThat(process.awaitLine("ready", TIMEOUT, output::add)).isFalse();
            assertThat(output).containsExactly("sorry");
        }
    }

    @Test
    void guardedProgramIgnoringInputIsEndedWithChildren() throws Exception {
        Path log = folder.resolve("log");
        BoundProcess process = BoundProcess.startGuarded(
                List.of("bash", "-c", "sleep 600 & echo $!; echo $WORD; wait"),
                folder,
                Map.of("WORD", "ready"),
                log.toFile());
        awaitLine(log, "ready");

        process.close();

        assertThat(process.isAlive()).isFalse();
        assertEnded(Long.parseLong(Files.readAllLines(log).get(0)));
    }

    @Test
    void exitCodeOfGuardedProgramIsReturned() throws Exception {
        try (BoundProcess process = BoundProcess.startGuarded(
                List.of("bash", "-c", "exit 7"),
                folder,
                Map.of(),
                folder.resolve("log").toFile())) {
            assertThat(process.await(line -> {}, line -> {})).isEqualTo(7);
        }
    }

    private static BoundProcess start(String script) throws LaunchFailure {
        return BoundProcess.start(new ProcessBuilder("bash", "-c", script), TIMEOUT);
    }

    private static void assertEnded(long pid) throws Exception {
        ProcessHandle left = ProcessHandle.of(pid).orElse(null);
        if (left != null) {
            left.onExit().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private static void awaitLine(Path log, String line) throws Exception {
        try (WatchService watch = log.getFileSystem().newWatchService()) {
            log.resolveSibling("").register(watch, ENTRY_CREATE, ENTRY_MODIFY);
            while (!Files.readAllLines(log).contains(line)) {
                WatchKey changed = watch.poll(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
                assertThat(changed)
                        .as("'%s' among %s", line, Files.readAllLines(log))
                        .isNotNull();
                changed.reset();
            }
        }
    }
}
