// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.ObjectMapper;

/** A SUT for interactive work: it outlives the command that started it, and nothing outlives its keeper. */
final class SutCommandIT {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void startedStatusStopped() throws IOException, InterruptedException {
        LaunchedPlateau started = LaunchedPlateau.run(folder, "sut", "start", "h2");
        try {
            assertThat(started.exitCode()).as(started.everything()).isZero();
            assertThat(started.output()).contains("jdbc:h2:tcp://127.0.0.1:");
            assertThat(LaunchedPlateau.run(folder, "sut", "status").output()).contains("h2", "running");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(record())))
                    .isEqualTo("rw-------");

            LaunchedPlateau again = LaunchedPlateau.run(folder, "sut", "start", "h2");
            assertThat(again.exitCode()).isEqualTo(3);
            assertThat(again.errors()).contains("runs already");
        } finally {
            LaunchedPlateau.run(folder, "sut", "stop", "h2");
        }
        assertThat(LaunchedPlateau.run(folder, "sut", "status").output()).contains("no SUT");
    }

    @Test
    void theSutEndsWithItsKeeper() throws IOException, InterruptedException {
        assertThat(LaunchedPlateau.run(folder, "sut", "start", "h2").exitCode()).isZero();
        long keeper = new ObjectMapper()
                .readTree(Files.readString(record()))
                .path("keeperPid")
                .asLong();
        List<ProcessHandle> suts =
                ProcessHandle.of(keeper).orElseThrow().descendants().toList();
        assertThat(suts).isNotEmpty();

        LaunchedPlateau.signal(keeper, "KILL");

        Await.until(
                Duration.ofSeconds(20),
                () -> "orphans " + suts,
                () -> suts.stream().noneMatch(ProcessHandle::isAlive));
        assertThat(LaunchedPlateau.run(folder, "sut", "status").output()).contains("dead");
    }

    @Test
    void unknownNamesAreUsageErrors() throws IOException, InterruptedException {
        assertThat(LaunchedPlateau.run(folder, "sut", "start", "h3").exitCode()).isEqualTo(4);
        assertThat(LaunchedPlateau.run(folder, "sut", "start", "h2", "--set", "prot=1")
                        .exitCode())
                .isEqualTo(4);
        assertThat(LaunchedPlateau.run(folder, "sut", "stop", "h2").exitCode()).isEqualTo(4);
    }

    private Path record() {
        return folder.resolve(".plateau/suts/h2/sut.json");
    }
}
