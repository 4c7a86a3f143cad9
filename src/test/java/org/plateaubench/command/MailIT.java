// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.process.FileTree;
import tools.jackson.databind.JsonNode;

/**
 * The shipped mail runs, shortened, against each server that the harness starts: the embedded one, and Dovecot with
 * Postfix and Radicale. Both at once, since the loads are light and a run takes its time.
 */
@Tag("slow")
@Order(2)
@Isolated("its runs must be valid")
final class MailIT {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final int USERS = 8;

    /** The mail server. */
    enum Server {
        EMBEDDED("mail.yaml"),
        DOVECOT("mail-dovecot.yaml");

        private final String file;

        Server(String file) {
            this.file = file;
        }

        boolean isReal() {
            return this != EMBEDDED;
        }
    }

    private record Ended(int exitCode, String printed, MailRun mail) {
        JsonNode json() {
            return mail.run().json("result.json");
        }

        @Override
        public String toString() {
            return mail + printed;
        }
    }

    private static final Map<Server, Path> FOLDERS = new EnumMap<>(Server.class);
    private static final Map<Server, Ended> RUNS = new EnumMap<>(Server.class);

    @BeforeAll
    static void run() throws IOException, InterruptedException {
        Map<Server, LaunchedPlateau> launched = new EnumMap<>(Server.class);
        try {
            for (Server server : Server.values()) {
                launched.put(server, start(server));
            }
            for (Map.Entry<Server, LaunchedPlateau> each : launched.entrySet()) {
                int code = each.getValue().awaitExit(PATIENCE);
                String printed = each.getValue().everything();
                assertThat(RunFolder.all(of(each.getKey()))).as(printed).hasSize(1);
                RunFolder run = RunFolder.only(of(each.getKey()));
                RUNS.put(each.getKey(), new Ended(code, printed, new MailRun(run, "mail")));
            }
        } finally {
            launched.values().forEach(LaunchedPlateau::close);
        }
    }

    /** With a path that is short, since Postfix takes no long one for its queue. */
    private static Path of(Server server) throws IOException {
        Path made = FOLDERS.get(server);
        if (made == null) {
            made = Files.createTempDirectory("m");
            FOLDERS.put(server, made);
        }
        return made;
    }

    @AfterAll
    static void remove() throws IOException {
        for (Path made : FOLDERS.values()) {
            FileTree.remove(made);
        }
    }

    private static LaunchedPlateau start(Server server) throws IOException {
        Path runFolder = of(server);
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                LaunchedPlateau.home()
                        .resolve("configs/runs")
                        .resolve(server.file)
                        .toString(),
                "--runs-dir",
                runFolder.toString()));
        List<String> changes = new ArrayList<>(List.of(
                "phases.rampUp=3s",
                "phases.steady=12s",
                "phases.rampDown=1s",
                "workloads.mail.load.users=" + USERS,
                "workloads.mail.parameters.acceleration=150"));
        changes.forEach(change -> arguments.addAll(List.of("--set", change)));
        return LaunchedPlateau.start(runFolder, Map.of(), arguments);
    }

    private static Ended ended(Server server) {
        return Objects.requireNonNull(RUNS.get(server));
    }

    @ParameterizedTest
    @EnumSource
    void aShippedRunDoesWhatUsersDoAndAllOfItIsFoundAgain(Server server) {
        Ended run = ended(server);
        assertThat(run.exitCode()).as(run.toString()).isZero();
        assertThat(run.json().path("status").asString()).isEqualTo("completed");
        assertThat(run.mail().errorClasses()).as(run.toString()).isEmpty();
        JsonNode metric = run.mail().result().path("metric");
        assertThat(metric.path("unit").asString()).isEqualTo("actions/min");
        assertThat(metric.path("value").asDouble()).isPositive();
        assertThat(run.mail().reconciliations())
                .hasSize(7)
                .allSatisfy(row -> assertThat(row.path("met").asBoolean())
                        .as(row.toString())
                        .isTrue());
        assertThat(run.mail()
                        .reconciliation("sampled copies by message and recipient")
                        .path("actual")
                        .asLong())
                .as(run.toString())
                .isPositive();
        assertThat(run.mail().reconciliation("mail delivered").path("actual").asLong())
                .as(run.toString())
                .isPositive();
        for (String name : List.of("wrongAnswers", "duplicates", "deliveriesLate", "idleDrops", "idleFallbacks")) {
            assertThat(run.mail().counter(name)).as(name + run).isZero();
        }
        for (String name :
                List.of("messagesSubmitted", "deliveriesTimed", "pushes", "imapSessions", "bytesIn", "bytesOut")) {
            assertThat(run.mail().counter(name)).as(name + run).isPositive();
        }
        assertThat(run.printed()).contains("actions per minute", "imap sessions per hour", "messages per second");
    }

    @ParameterizedTest
    @EnumSource
    void deliveryIsTimedFromTheAnswerToDataToThePush(Server server) {
        JsonNode delivery = ended(server).mail().operation("delivery");
        assertThat(delivery.path("kind").asString()).isEqualTo("series");
        assertThat(delivery.path("counts").path("ok").asLong())
                .as(ended(server).toString())
                .isPositive();
        JsonNode times = delivery.path("responseTimeMs");
        assertThat(times.path("p95").asDouble())
                .isBetween(times.path("min").asDouble(), times.path("max").asDouble());
        // The embedded server often pushes before its answer to DATA is read: that delivery took no time.
        assertThat(times.path("max").asDouble()).isBetween(server.isReal() ? Double.MIN_VALUE : 0, 60_000.0);
    }

    @ParameterizedTest
    @EnumSource
    void theResultIsOfClassDevAndNamesWhy(Server server) {
        Ended run = ended(server);
        assertThat(run.json().path("class").asString()).isEqualTo("dev");
        assertThat(run.json().path("classReasons").toString()).contains("SUT site is embedded", "acceleration");
    }

    @ParameterizedTest
    @EnumSource
    void realServersOfferWhatTheyAreAskedFor(Server server) {
        Ended run = ended(server);
        assertThat(run.mail().counter("moveFallbacks")).as(run.toString()).isZero();
        assertThat(run.mail().counter("expungeFallbacks")).isZero();
        assertThat(run.mail().counter("literalFallbacks")).isZero();
        if (server.isReal()) {
            assertThat(run.mail().counter("pipeliningFallbacks"))
                    .as(run.toString())
                    .isZero();
            assertThat(run.mail().counter("statusFallbacks")).isZero();
            JsonNode sut =
                    run.mail().run().json("environment.json").path("suts").path("site");
            assertThat(sut.toString()).contains("postfix", "dovecot").doesNotContain("password");
        } else {
            // What the page of the embedded server says it lacks.
            assertThat(run.mail().counter("pipeliningFallbacks")).isPositive();
        }
    }
}
