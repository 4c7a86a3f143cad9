// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** A SUT for interactive work: it outlives the command that started it, and nothing outlives its keeper. */
@Execution(ExecutionMode.CONCURRENT)
final class SutCommandIT {

    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource({
        "h2, jdbc:h2:tcp://127.0.0.1:, org.h2.tools.Shell",
        "postgresql, jdbc:postgresql://127.0.0.1:, psql -h 127.0.0.1",
        "mariadb, jdbc:mariadb://127.0.0.1:, mariadb --skip-ssl -h 127.0.0.1"
    })
    void whatIsStartedEndsWithItsKeeperAndKeepsItsDataUntilItIsCleared(String service, String url, String client)
            throws IOException, InterruptedException {
        Path data = folder.resolve(".plateau/suts/" + service + "/service/data");
        try {
            LaunchedPlateau started = plateau("start", service);
            assertThat(started.exitCode()).as(started.everything()).isZero();
            assertThat(started.errors()).contains("starting " + service);
            assertThat(started.output())
                    .contains(url, client, "password: in " + data.resolve("password"), service + ".log")
                    .doesNotContain(Files.readString(data.resolve("password")));
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(record(service))))
                    .isEqualTo("rw-------");

            killTheKeeper(service);
        } finally {
            plateau("stop", service);
        }
        assertThat(record(service)).doesNotExist();
        assertThat(data).exists();
        assertThat(plateau("clear", service).exitCode()).isZero();
        assertThat(data).doesNotExist();
    }

    @Test
    void runningOneIsShownAndNeitherStartedNorCleared() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("run.yaml"), """
                run: { name: by-hand, seed: 1 }
                phases: { steady: 10s }
                suts:
                  db: { service: h2, mode: embedded }
                  other: { service: h2, mode: external, url: "jdbc:h2:tcp://127.0.0.1:1/nobody" }
                workloads:
                  store: { plugin: dvdstore, sut: db, load: { users: 1 } }
                """);
        try {
            LaunchedPlateau started = plateau("start", "run.yaml");
            assertThat(started.exitCode()).as(started.everything()).isZero();
            assertThat(started.output()).contains("db (h2) runs", "stop it with: ./plateau sut stop db");
            assertThat(plateau("status").output())
                    .contains("db ", "h2", "running")
                    .doesNotContain("other");
            refused(plateau("start", "h2", "--name", "db"), 3, "runs already");
            refused(plateau("clear", "h2", "--name", "db"), 3, "plateau sut stop db");
            killTheKeeper("db");
            assertThat(plateau("status").output()).contains("h2", "dead");
        } finally {
            plateau("stop", "db");
        }
        assertThat(plateau("status").output()).contains("no SUT");
    }

    @Test
    void theStopCommandThatIsPrintedNamesTheFolder() throws IOException, InterruptedException {
        Path elsewhere = Files.createDirectories(folder.resolve("else where"));

        LaunchedPlateau started = plateau("start", "h2", "--folder", elsewhere.toString());

        assertThat(started.exitCode()).as(started.everything()).isZero();
        assertThat(started.output()).contains("./plateau sut stop h2 --folder '" + elsewhere + "'");
        assertThat(plateau("stop", "h2", "--folder", elsewhere.toString()).exitCode())
                .isZero();
    }

    @Test
    void startThatIsInterruptedLeavesNothing() throws IOException, InterruptedException {
        try (LaunchedPlateau started = LaunchedPlateau.start(folder, Map.of(), List.of("sut", "start", "h2"))) {
            Await.until(
                    Duration.ofSeconds(30),
                    started::everything,
                    () -> Files.exists(folder.resolve(".plateau/suts/h2/keeper.lock")));
            List<ProcessHandle> keeper = started.descendants();
            assertThat(keeper).isNotEmpty();

            started.signal("INT");

            assertThat(started.awaitExit(Duration.ofSeconds(10))).isEqualTo(130);
            Await.until(
                    Duration.ofSeconds(30),
                    () -> "left behind " + keeper,
                    () -> keeper.stream().noneMatch(ProcessHandle::isAlive));
        }
        assertThat(plateau("status").output()).contains("no SUT was started here");
    }

    private void killTheKeeper(String service) throws IOException, InterruptedException {
        JsonNode kept = new ObjectMapper().readTree(Files.readString(record(service)));
        long keeper = kept.path("keeperPid").asLong();
        List<ProcessHandle> suts =
                ProcessHandle.of(keeper).orElseThrow().descendants().toList();
        assertThat(suts).isNotEmpty();

        LaunchedPlateau.signal(keeper, "KILL");

        Await.until(
                Duration.ofSeconds(30),
                () -> "orphans " + suts,
                () -> suts.stream().noneMatch(ProcessHandle::isAlive));
    }

    @ParameterizedTest
    @CsvSource({
        "4, h3, port=1, unknown service 'h3'",
        "4, h2, prot=1, 'prot: unknown parameter, did you mean ''port''?'",
        "4, postgresql, url=jdbc:postgresql://db.lab/ds, url: The key belongs to mode external",
        "4, mariadb, bufferPoolMebibytes=4, 'bufferPoolMebibytes: must be from 16 to 1048576, found 4'",
        "3, mariadb, home=/no/such, home: there is no program mariadbd in /no/such"
    })
    void whatCannotBeStartedIsOneSentence(int code, String service, String setting, String sentence)
            throws IOException, InterruptedException {
        refused(plateau("start", service, "--set", setting), code, "plateau: " + sentence);
    }

    @Test
    void namesThatNobodyHasAreUsageErrors() throws IOException, InterruptedException {
        refused(plateau("stop", "h2"), 4, "no SUT h2 was started here");
        refused(plateau("clear", "h2"), 4, "no SUT h2 was started here");
        refused(plateau("clear", "h3"), 4, "unknown service 'h3'");
    }

    private static void refused(LaunchedPlateau launched, int code, String words) {
        assertThat(launched.exitCode()).as(launched.everything()).isEqualTo(code);
        assertThat(launched.errors()).contains(words).doesNotContain("plateau: plateau:", "Exception");
    }

    private LaunchedPlateau plateau(String... arguments) throws IOException, InterruptedException {
        String[] all = new String[arguments.length + 1];
        all[0] = "sut";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return LaunchedPlateau.run(folder, all);
    }

    private Path record(String service) {
        return folder.resolve(".plateau/suts/" + service + "/sut.json");
    }
}
