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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * A SUT for interactive work: it continues after the command that started it, and its processes end with its keeper
 * process.
 */
@Tag("slow")
@Order(2)
@Execution(ExecutionMode.CONCURRENT)
final class SutCommandIT {
    private static final Duration ORPHANS_END = Duration.ofMinutes(1);

    @TempDir
    private Path folder = Path.of("");

    private SutCommands sut() {
        return new SutCommands(folder);
    }

    /** A service, and the parts of its output that say how to connect. */
    private record Service(String name, String url, String client) {}

    private static final List<Service> SERVICES = List.of(
            new Service("h2", "jdbc:h2:tcp://127.0.0.1:", "org.h2.tools.Shell"),
            new Service("postgresql", "jdbc:postgresql://127.0.0.1:", "psql -h 127.0.0.1"),
            new Service("mariadb", "jdbc:mariadb://127.0.0.1:", "mariadb --skip-ssl -h 127.0.0.1"));

    private List<CommandBatch.Result> runForEachService(String command) throws IOException, InterruptedException {
        return sut().runInOneJvm(SERVICES.stream()
                .map(service -> command + " " + service.name())
                .toList());
    }

    private Path data(Service service) {
        return folder.resolve(".plateau/suts/" + service.name() + "/service/data");
    }

    @Test
    void startedSutEndsWithKeeperAndDataRemainsUntilCleared() throws IOException, InterruptedException {
        try {
            List<CommandBatch.Result> started = runForEachService("start");
            for (int i = 0; i < SERVICES.size(); i++) {
                assertConnectionIsPrinted(SERVICES.get(i), started.get(i));
            }
            for (Service service : SERVICES) {
                sut().killKeeper(service.name(), ORPHANS_END);
            }
        } finally {
            runForEachService("stop");
        }
        for (Service service : SERVICES) {
            assertThat(sut().record(service.name())).doesNotExist();
            assertThat(data(service)).exists();
        }
        assertThat(runForEachService("clear"))
                .extracting(CommandBatch.Result::exitCode)
                .containsOnly(0);
        for (Service service : SERVICES) {
            assertThat(data(service)).doesNotExist();
        }
    }

    private void assertConnectionIsPrinted(Service service, CommandBatch.Result started) throws IOException {
        assertThat(started.exitCode()).as(started.everything()).isZero();
        assertThat(started.errors()).contains("starting " + service.name());
        Path password = data(service).resolve("password");
        assertThat(started.output())
                .contains(service.url(), service.client(), "password: in " + password, service.name() + ".log")
                .doesNotContain(Files.readString(password));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(sut().record(service.name()))))
                .isEqualTo("rw-------");
    }

    @Test
    void runningSutIsShownAndNotStartedOrCleared() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("run.yaml"), """
            run: { name: by-hand, seed: 1 }
            phases: { steady: 10s }
            suts:
              db: { service: h2, mode: embedded }
              other: { service: h2, mode: external, url: "jdbc:h2:tcp://127.0.0.1:1/nobody" }
            workloads:
              store: { plugin: dvdstore, sut: db, load: { users: 1 } }
            """);
        List<CommandBatch.Result> dead;
        try {
            LaunchedPlateau started = sut().launch("start", "run.yaml");
            assertThat(started.exitCode()).as(started.everything()).isZero();
            assertThat(started.output())
                    .contains("db (h2) runs", "stop it with: " + LaunchedPlateau.home() + "/plateau sut stop db");
            List<CommandBatch.Result> running =
                    sut().runInOneJvm(List.of("status", "start h2 --name db", "clear h2 --name db"));
            assertThat(running.get(0).output()).contains("db ", "h2", "running").doesNotContain("other");
            assertRefused(running.get(1), 3, "runs already");
            assertRefused(running.get(2), 3, "plateau sut stop db");
            sut().killKeeper("db", ORPHANS_END);
        } finally {
            dead = sut().runInOneJvm(List.of("status", "stop db", "status"));
        }
        assertThat(dead.getFirst().output()).contains("h2", "dead");
        assertThat(dead.getLast().output()).contains("no SUT");
    }

    @Test
    void printedStopCommandNamesFolder() throws IOException, InterruptedException {
        Path elsewhere = Files.createDirectories(folder.resolve("else where"));

        LaunchedPlateau started = sut().launch("start", "redis", "--folder", elsewhere.toString());

        assertThat(started.exitCode()).as(started.everything()).isZero();
        assertThat(started.output()).contains("/plateau sut stop redis --folder '" + elsewhere + "'");
        assertThat(sut().launch("stop", "redis", "--folder", elsewhere.toString())
                        .exitCode())
                .isZero();
    }

    /** PostgreSQL rejects the zone IST, which its driver would send. */
    @Test
    void jvmTimeZoneIsNotSentToDatabase() throws IOException, InterruptedException {
        Map<String, String> zone = Map.of("PLATEAU_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -Duser.timezone=IST");
        try {
            LaunchedPlateau started = LaunchedPlateau.start(folder, zone, List.of("sut", "start", "postgresql"));
            assertThat(started.awaitExit(Duration.ofMinutes(4)))
                    .as(started.everything())
                    .isZero();
        } finally {
            sut().runInOneJvm(List.of("stop postgresql"));
        }
    }

    /** An impossible request, and its message. */
    private record Refusal(int code, String command, String sentence) {}

    private static final List<Refusal> REFUSALS = List.of(
            new Refusal(4, "start h3 --set port=1", "plateau: unknown service 'h3'"),
            new Refusal(4, "start h2 --set prot=1", "plateau: prot: unknown parameter, did you mean 'port'?"),
            new Refusal(
                    4,
                    "start postgresql --set url=jdbc:postgresql://db.lab/ds",
                    "plateau: url: The key belongs to mode external"),
            new Refusal(
                    3, "start mariadb --set home=/no/such", "plateau: home: there is no program mariadbd in /no/such"),
            new Refusal(4, "stop h2", "no SUT h2 was started here"),
            new Refusal(4, "clear h2", "no SUT h2 was started here"));

    @Test
    void failedSutCommandsPrintOneSentence() throws IOException, InterruptedException {
        List<CommandBatch.Result> done =
                sut().runInOneJvm(REFUSALS.stream().map(Refusal::command).toList());
        for (int i = 0; i < done.size(); i++) {
            assertRefused(done.get(i), REFUSALS.get(i).code(), REFUSALS.get(i).sentence());
        }
    }

    private static void assertRefused(CommandBatch.Result done, int code, String words) {
        assertThat(done.exitCode()).as(done.everything()).isEqualTo(code);
        assertThat(done.errors()).contains(words).doesNotContain("plateau: plateau:", "Exception");
    }
}
