// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.plateaubench.process.FileTree;
import tools.jackson.databind.JsonNode;

/**
 * The shipped run of mail on Dovecot with Postfix and Radicale, shortened. {@link ShippedWorkloadsIT} drives the
 * embedded server.
 */
@Tag("slow")
@Order(2)
@Isolated("its runs must be valid")
final class MailIT {
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    /** A run, with its exit code and what it printed. */
    private record Ended(int exitCode, String printed, MailRun mail) {
        JsonNode json() {
            return mail.run().json("result.json");
        }

        @Override
        public String toString() {
            return mail + printed;
        }
    }

    /** With a path that is short, since Postfix takes no long one for its queue. */
    private static Path folder = Path.of("");

    private static Ended run = new Ended(-1, "", new MailRun(new RunFolder(folder), "mail"));

    @BeforeAll
    static void drive() throws IOException, InterruptedException {
        folder = Files.createTempDirectory("m");
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                LaunchedPlateau.home().resolve("configs/runs/mail-dovecot.yaml").toString(),
                "--runs-dir",
                folder.toString()));
        for (String change : List.of(
                "phases.rampUp=3s",
                "phases.steady=12s",
                "phases.rampDown=1s",
                "workloads.mail.load.users=8",
                "workloads.mail.parameters.acceleration=150")) {
            arguments.addAll(List.of("--set", change));
        }
        try (LaunchedPlateau launched = LaunchedPlateau.start(folder, Map.of(), arguments)) {
            int code = launched.awaitExit(PATIENCE);
            String printed = launched.everything();
            assertThat(RunFolder.all(folder)).as(printed).hasSize(1);
            run = new Ended(code, printed, new MailRun(RunFolder.only(folder), "mail"));
        }
    }

    @AfterAll
    static void remove() throws IOException {
        FileTree.remove(folder);
    }

    @Test
    void aShippedRunDoesWhatUsersDoAndAllOfItIsFoundAgain() {
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

    @Test
    void deliveryIsTimedFromTheAnswerToDataToThePush() {
        JsonNode delivery = run.mail().operation("delivery");
        assertThat(delivery.path("kind").asString()).isEqualTo("series");
        assertThat(delivery.path("counts").path("ok").asLong())
                .as(run.toString())
                .isPositive();
        JsonNode times = delivery.path("responseTimeMs");
        assertThat(times.path("p95").asDouble())
                .isBetween(times.path("min").asDouble(), times.path("max").asDouble());
        assertThat(times.path("max").asDouble()).isBetween(Double.MIN_VALUE, 60_000.0);
    }

    @Test
    void theResultIsOfClassDevAndNamesWhy() {
        assertThat(run.json().path("class").asString()).isEqualTo("dev");
        assertThat(run.json().path("classReasons").toString()).contains("SUT site is embedded", "acceleration");
    }

    @Test
    void realServersOfferWhatTheyAreAskedFor() {
        assertThat(run.mail().counter("moveFallbacks")).as(run.toString()).isZero();
        assertThat(run.mail().counter("expungeFallbacks")).isZero();
        assertThat(run.mail().counter("literalFallbacks")).isZero();
        assertThat(run.mail().counter("pipeliningFallbacks")).as(run.toString()).isZero();
        assertThat(run.mail().counter("statusFallbacks")).isZero();
        JsonNode sut = run.mail().run().json("environment.json").path("suts").path("site");
        assertThat(sut.toString()).contains("postfix", "dovecot").doesNotContain("password");
    }
}
