// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.installation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.command.LaunchedPlateau;

/** Servers from a folder that {@code ./plateau prefetch} has filled, on a host without network. */
@Tag("slow")
@Order(3)
final class OfflineIT {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void embeddedServerStartsOfflineFromPrefetchedFolder() throws IOException, InterruptedException {
        assumeThat(System.getProperty("user.name"))
                .as("only root can start a process without network")
                .isEqualTo("root");
        Path binaries = folder.resolve("binaries");
        LaunchedPlateau prefetched = LaunchedPlateau.start(
                folder, Map.of(), List.of("prefetch", "--to", binaries.toString(), "postgresql", "h2"));
        assertThat(prefetched.awaitExit(Duration.ofMinutes(8)))
                .as(prefetched.everything())
                .isZero();
        assertThat(prefetched.output()).contains("programs of postgresql.");
        // A server that root starts runs as another user, who must be able to read its programs.
        new ProcessBuilder("chmod", "-R", "a+rX", folder.toString()).start().waitFor();

        assertThat(validatedRun(binaries)).isIn(0, 1, 2);
        assertThat(validatedRun(Files.createDirectory(folder.resolve("empty")))).isEqualTo(3);
    }

    /** Runs with an empty cache, and with loopback as the only network. */
    private int validatedRun(Path binaries) throws IOException, InterruptedException {
        LaunchedPlateau run = LaunchedPlateau.startCommand(
                folder,
                Map.of(
                        "PLATEAU_BINARIES",
                        binaries.toString(),
                        "XDG_CACHE_HOME",
                        folder.resolve("cache").toString(),
                        "MAVEN_ARGS",
                        "",
                        "MAVEN_OPTS",
                        "-Dmaven.repo.local=" + folder.resolve("no-repository")),
                List.of(
                        "unshare",
                        "--net",
                        "sh",
                        "-c",
                        "ip link set lo up && exec \"$0\" \"$@\"",
                        LaunchedPlateau.home().resolve("plateau").toString(),
                        "run",
                        LaunchedPlateau.home()
                                .resolve("configs/runs/dvdstore-postgresql.yaml")
                                .toString(),
                        "--runs-dir",
                        folder.resolve("runs").toString(),
                        "--set",
                        "phases.rampUp=1s",
                        "--set",
                        "phases.steady=3s",
                        "--set",
                        "phases.rampDown=1s"));
        int code = run.awaitExit(Duration.ofMinutes(3));
        assertThat(run.everything()).as("exit code " + code).doesNotContain("\tat ");
        return code;
    }
}
