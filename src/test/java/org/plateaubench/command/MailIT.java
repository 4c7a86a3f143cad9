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
    private static final Duration TIMEOUT = Duration.ofMinutes(4);

    /** With a short path, because Postfix allows no long path of its queue. */
    private static Path folder = Path.of("");

    private static RunFolder run = new RunFolder(folder);
    private static int exitCode;
    private static String printed = "";

    @BeforeAll
    static void runMail() throws IOException, InterruptedException {
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
            exitCode = launched.awaitExit(TIMEOUT);
            printed = launched.everything();
            assertThat(RunFolder.all(folder)).as(printed).hasSize(1);
            run = RunFolder.only(folder);
        }
    }

    @AfterAll
    static void remove() throws IOException {
        FileTree.remove(folder);
    }

    private static JsonNode workload() {
        return run.json("result.json").path("workloads").path(0);
    }

    private static long counter(String name) {
        return run.intervals().stream()
                .mapToLong(interval -> interval.path("workloads")
                        .path(0)
                        .path("counters")
                        .path(name)
                        .asLong())
                .sum();
    }

    @Test
    void mailRunCompletesWithoutErrorsAndCountsAllWork() {
        assertThat(exitCode).as(printed).isZero();
        assertThat(run.lines("errors.ndjson")).isEmpty();
        JsonNode metric = workload().path("metric");
        assertThat(metric.path("unit").asString()).isEqualTo("actions/min");
        assertThat(metric.path("value").asDouble()).isPositive();
        List<JsonNode> reconciliations = run.lines("events.ndjson").stream()
                .filter(event -> event.path("type").asString().equals("reconciliation"))
                .map(event -> event.path("details"))
                .toList();
        assertThat(reconciliations)
                .hasSize(7)
                .allSatisfy(row -> assertThat(row.path("met").asBoolean())
                        .as(row.toString())
                        .isTrue());
        for (String what : List.of("sampled copies by message and recipient", "mail delivered")) {
            assertThat(reconciliations)
                    .filteredOn(row -> row.path("what").asString().startsWith(what))
                    .isNotEmpty()
                    .allSatisfy(row -> assertThat(row.path("actual").asLong()).isPositive());
        }
        assertThat(List.of("wrongAnswers", "duplicates", "deliveriesLate", "idleDrops", "idleFallbacks"))
                .allSatisfy(name -> assertThat(counter(name)).isZero());
        assertThat(List.of("messagesSubmitted", "deliveriesTimed", "pushes", "imapSessions", "bytesIn", "bytesOut"))
                .allSatisfy(name -> assertThat(counter(name)).isPositive());
        assertThat(printed).contains("actions/min");
    }

    @Test
    void deliveryIsTimedFromDataReplyToPush() {
        JsonNode delivery = RunFolder.line(workload(), "delivery");
        assertThat(delivery.path("kind").asString()).isEqualTo("series");
        assertThat(delivery.path("figures").path("ok").asLong()).isPositive();
        JsonNode times = delivery.path("figures");
        assertThat(times.path("p95").asDouble())
                .isBetween(times.path("min").asDouble(), times.path("max").asDouble());
        assertThat(times.path("max").asDouble()).isBetween(Double.MIN_VALUE, 60_000.0);
    }

    @Test
    void resultIsOfClassDevWithReasons() {
        JsonNode result = run.json("result.json");
        assertThat(result.path("class").asString()).isEqualTo("dev");
        assertThat(result.path("classReasons").toString()).contains("SUT site is embedded", "acceleration");
    }

    @Test
    void realServersNeedNoFallbacks() {
        for (String what : List.of("move", "expunge", "literal", "pipelining", "status")) {
            assertThat(counter(what + "Fallbacks")).as(what).isZero();
        }
        String site = run.json("environment.json").path("suts").path("site").toString();
        assertThat(site).contains("postfix", "dovecot").doesNotContain("password");
    }
}
