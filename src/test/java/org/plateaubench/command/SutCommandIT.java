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
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * A SUT for interactive work: it continues after the command that started it, and no process continues after its
 * keeper.
 */
@Order(2)
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
            assertThat(started.output())
                    .contains("db (h2) runs", "stop it with: " + LaunchedPlateau.home() + "/plateau sut stop db");
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
        assertThat(started.output()).contains("/plateau sut stop h2 --folder '" + elsewhere + "'");
        assertThat(plateau("stop", "h2", "--folder", elsewhere.toString()).exitCode())
                .isZero();
    }

    @Test
    void startThatIsInterruptedLeavesNothing() throws IOException, InterruptedException {
        try (LaunchedPlateau started = LaunchedPlateau.start(folder, Map.of(), List.of("sut", "start", "h2"))) {
            Await.until(
                    Duration.ofMinutes(1),
                    started::everything,
                    () -> Files.exists(folder.resolve(".plateau/suts/h2/keeper.lock")));
            List<ProcessHandle> keeper = started.descendants();
            assertThat(keeper).isNotEmpty();

            started.signal("INT");

            assertThat(started.awaitExit(Duration.ofMinutes(1))).isEqualTo(130);
            Await.until(
                    Duration.ofMinutes(1),
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
                Duration.ofMinutes(1),
                () -> "orphans " + suts,
                () -> suts.stream().noneMatch(ProcessHandle::isAlive));
    }

    /** Impossible requests, and their messages. */
    private record Refusal(String arguments, String sentence) {}

    private static final List<Refusal> REFUSALS = List.of(
            new Refusal("start h3 --set port=1", "plateau: unknown service 'h3'"),
            new Refusal("start h2 --set prot=1", "plateau: prot: unknown parameter, did you mean 'port'?"),
            new Refusal(
                    "start postgresql --set url=jdbc:postgresql://db.lab/ds",
                    "plateau: url: The key belongs to mode external"),
            new Refusal(
                    "start mariadb --set bufferPoolMebibytes=4",
                    "plateau: bufferPoolMebibytes: must be from 16 to 1048576, found 4"),
            new Refusal("stop h2", "no SUT h2 was started here"),
            new Refusal("clear h2", "no SUT h2 was started here"),
            new Refusal("clear h3", "unknown service 'h3'"));

    @Test
    void whatCannotBeStartedStoppedOrClearedIsOneSentence() throws IOException, InterruptedException {
        refused(
                plateau("start", "mariadb", "--set", "home=/no/such"),
                3,
                "plateau: home: there is no program mariadbd in /no/such");
        CommandsInOne commands = new CommandsInOne(folder, Map.of());
        REFUSALS.forEach(refusal -> commands.add(("sut " + refusal.arguments()).split(" ", -1)));
        List<CommandsInOne.Done> done = commands.run();
        for (int i = 0; i < done.size(); i++) {
            CommandsInOne.Done each = done.get(i);
            refused(
                    each.exitCode(),
                    each.everything(),
                    each.errors(),
                    4,
                    REFUSALS.get(i).sentence());
        }
    }

    private static void refused(LaunchedPlateau launched, int code, String words) {
        refused(launched.exitCode(), launched.everything(), launched.errors(), code, words);
    }

    private static void refused(int exitCode, String everything, String errors, int code, String words) {
        assertThat(exitCode).as(everything).isEqualTo(code);
        assertThat(errors).contains(words).doesNotContain("plateau: plateau:", "Exception");
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
