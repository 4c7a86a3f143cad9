// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** One run of the quickstart file, and everything a user can do with it afterwards. */
@Isolated("its run must pass")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class QuickstartIT {
    private static final double NANOS_PER_MS = 1e6;
    private static final Pattern TOTALS = Pattern.compile("T:(\\d+) \\(([^)]*)\\)");
    private static final int WRONG_USAGE = 4;

    private Path folder = Path.of("");
    private String output = "";
    private RunFolder run = new RunFolder(Path.of(""));
    /** The results of the commands on the stored run. */
    private List<CommandBatch.Result> results = List.of();

    @BeforeAll
    void runOnce(@TempDir Path temporary) throws IOException, InterruptedException {
        folder = temporary;
        LaunchedPlateau launched = launch();
        assertThat(launched.exitCode()).as(launched.everything()).isZero();
        output = launched.output();
        run = new RunFolder(RunFolder.all(Quickstart.runs(folder)).getLast());
        runCommands();
    }

    private void runCommands() throws IOException, InterruptedException {
        Path copy = folder.resolve("copies/20261121T100000Z-copy-0c0b1a");
        try (Stream<Path> files = Files.walk(run.path())) {
            Files.createDirectories(copy.getParent());
            for (Path file : files.toList()) {
                Files.copy(file, copy.resolve(run.path().relativize(file)));
            }
        }
        String name = run.path().toString();
        CommandBatch commands = new CommandBatch(folder, Map.of());
        commands.add("report", name, "--json");
        commands.add("report", name, "--junit");
        commands.add("report", name);
        commands.add("compare", name, copy.toString());
        commands.add("compare", name, name);
        commands.add("compare", name);
        commands.add("runs", "--runs-dir", Quickstart.runs(folder).toString());
        commands.add("bundle", name, "--to", bundle().toString());
        commands.add("judge", name, "--write");
        results = commands.run();
    }

    private Path bundle() {
        return folder.resolve("run.bundle.zip");
    }

    /**
     * Uses loose limits, so that a stall of a second does not make the run invalid: the bound on lag is a fifth of
     * the tightest limit. {@code verification/quickstart-reliability} tests the limits of the shipped file.
     */
    private LaunchedPlateau launch() throws IOException, InterruptedException {
        List<String> arguments = Quickstart.arguments(
                folder,
                "3s",
                "10s",
                "2s",
                "--set",
                "workloads.store.qos={purchase: ['p95 < 20s'], '*': ['p95 < 20s', 'errors < 20%']}");
        LaunchedPlateau launched = LaunchedPlateau.start(folder, LaunchedPlateau.AS_SHIPPED, arguments);
        launched.awaitExit(Duration.ofMinutes(4));
        return launched;
    }

    @Test
    void verdictClassAndRunFolderArePrinted() {
        assertThat(output)
                .contains(
                        "PASSED",
                        "dev",
                        "purchase",
                        "p95",
                        run.path().getFileName().toString());
        assertThat(output.lines()).as(output).hasSizeLessThanOrEqualTo(25);
    }

    @Test
    void everyRunFileIsWritten() {
        assertThat(List.of(
                        "config.yaml",
                        "plan.json",
                        "environment.json",
                        "intervals.bin",
                        "telemetry.ndjson",
                        "events.ndjson",
                        "errors.ndjson",
                        "report.html",
                        "report.xml",
                        "result.json",
                        "MANIFEST.sha256"))
                .allMatch(run::has);
    }

    @Test
    void histogramLogProcessorAgreesWithResult() throws IOException, InterruptedException {
        JsonNode purchase = operation("purchase");
        for (String kind : List.of("response", "service")) {
            JsonNode times = kind.equals("response") ? purchase.path("figures") : RunFolder.serviceTimes(purchase);

            Processed processed = process("1/store/purchase/" + kind + "/ok/steady");

            JsonNode counts = purchase.path("figures");
            assertThat(processed.count())
                    .isEqualTo(times.path("measured").asLong())
                    .isEqualTo(
                            counts.path("ok").asLong() + counts.path("declined").asLong());
            double longest = times.path("max").asDouble();
            // The exact maximum is in the bucket whose upper end the tool prints, with a resolution of three digits.
            assertThat(processed.maximum()).isBetween(longest - 0.001, longest * 1.001 + 0.001);
            assertThat(processed.percentiles()).containsOnlyKeys("p50", "p90", "p95", "p99", "p99_9");
            processed
                    .percentiles()
                    .forEach((name, value) -> assertThat(times.path(name).asDouble())
                            .as(kind + " " + name)
                            .isCloseTo(Math.min(value, longest), within(0.001)));
        }
    }

    @Test
    void resultCountsAddUp() {
        JsonNode counts = operation("purchase").path("figures");
        long sum = 0;
        for (String outcome : List.of("ok", "declined", "errors", "abandoned", "dropped")) {
            sum += counts.path(outcome).asLong();
        }
        assertThat(counts.path("intended").asLong()).isEqualTo(sum).isPositive();
        double committed =
                result().path("workloads").path(0).path("metric").path("value").asDouble();
        double seconds = result().path("window").path("seconds").asDouble();
        assertThat(committed).isCloseTo(counts.path("ended").asLong() * 60 / seconds, within(0.01));
    }

    @Test
    void databaseContentsMatchSentOrders() {
        assertThat(audit("M22")).isEqualTo("ok");
        assertThat(run.hasEvent("reconciliation", "order")).isTrue();
    }

    @Test
    void harnessAuditsAreReported() {
        // A busy machine may violate these audits, so the test requires only that they have values and matching
        // states. A short steady state has just enough probes of the completion lag, and too few on a busy machine.
        assertThat(auditsOf("M16"))
                .filteredOn(audit -> !audit.path("state").asString().equals("not-tested"))
                .hasSizeGreaterThanOrEqualTo(3)
                .allSatisfy(audit -> assertThat(audit.path("state").asString())
                        .isEqualTo(
                                audit.path("value").asDouble()
                                                <= audit.path("bound").asDouble()
                                        ? "ok"
                                        : "violated"));
        assertThat(audit("M17")).isEqualTo("ok");
        assertThat(result().path("harness").path("dispatchLagMs").path("p99").isNumber())
                .isTrue();
    }

    @Test
    void cpuOfHostAgentAndSutIsSampled() {
        List<String> sources = run.lines("telemetry.ndjson").stream()
                .map(point -> point.path("source").asString())
                .distinct()
                .toList();
        assertThat(sources).anyMatch(source -> source.equals("host"));
        assertThat(sources).anyMatch(source -> source.startsWith("agent/"));
        assertThat(sources).anyMatch(source -> source.equals("sut/db"));
    }

    @Test
    void repeatedJudgementGivesSameResult() {
        CommandBatch.Result judged = results.get(8);

        assertThat(judged.exitCode()).as(judged.everything()).isZero();
        JsonNode again = run.json("judgements/001.json");
        assertThat(again.path("workloads")).isEqualTo(result().path("workloads"));
        assertThat(again.path("verdict")).isEqualTo(result().path("verdict"));
    }

    @Test
    void reportsAreProducedFromStoredRun() {
        assertThat(results.subList(0, 3))
                .extracting(CommandBatch.Result::exitCode)
                .containsOnly(0);
        assertThat(new ObjectMapper().readTree(results.get(0).output())).isEqualTo(result());
        assertThat(results.get(1).output()).startsWith("<?xml").contains("<testsuite");
        assertThat(results.get(2).output()).contains("PASSED", "purchase");
    }

    /** In another folder and by another process than the run. */
    @Test
    void bundleIsVerifiedWithoutRunFolder(@TempDir Path other) throws IOException, InterruptedException {
        CommandBatch.Result made = results.get(7);
        assertThat(made.exitCode()).as(made.everything()).isZero();
        Path bundle = Files.move(bundle(), other.resolve("run.bundle.zip"));
        LaunchedPlateau good = LaunchedPlateau.run(other, "verify-bundle", bundle.toString());
        assertThat(good.exitCode()).as(good.everything()).isZero();
        assertThat(good.output())
                .contains(run.path().getFileName().toString(), "outcome    Passed", " (judged again)", "IN ORDER");

        byte[] bytes = Files.readAllBytes(bundle);
        bytes[bytes.length / 2] ^= 1;
        Files.write(bundle, bytes);
        LaunchedPlateau altered = LaunchedPlateau.run(other, "verify-bundle", bundle.toString());
        assertThat(altered.exitCode()).as(altered.everything()).isEqualTo(1);
        assertThat(altered.output()).contains("NOT IN ORDER");
        assertThat(altered.errors()).containsAnyOf("is damaged", "was altered: it does not match MANIFEST.sha256");
    }

    @Test
    void runIsListed() {
        CommandBatch.Result listed = results.get(6);

        JsonNode result = result();
        assertThat(listed.output())
                .contains(run.path().getFileName().toString())
                .containsPattern(
                        " " + result.path("conclusion").path("word").asString().toLowerCase(Locale.ROOT) + " +dev");
    }

    @Test
    void comparisonWithCopyShowsNoDifference() {
        CommandBatch.Result compared = results.get(3);
        CommandBatch.Result twice = results.get(4);
        CommandBatch.Result alone = results.get(5);

        assertThat(compared.exitCode()).as(compared.everything()).isZero();
        assertThat(compared.output())
                .contains("0 better, 0 worse, ", "purchase", "equal")
                .doesNotContain("more  ", "slower  ", "missing");
        assertThat(twice.exitCode()).isEqualTo(WRONG_USAGE);
        assertThat(twice.everything()).contains("is named already");
        assertThat(alone.exitCode()).isEqualTo(WRONG_USAGE);
        assertThat(alone.everything()).contains("compare needs two runs or more");
    }

    private JsonNode result() {
        return run.json("result.json");
    }

    private JsonNode operation(String name) {
        return RunFolder.line(result().path("workloads").path(0), name);
    }

    /** The first audit of a rule that is not ok; {@code ok} when all are, and there is one. */
    private String audit(String rule) {
        List<JsonNode> audits = auditsOf(rule);
        return audits.stream()
                .filter(audit -> !audit.path("state").asString().equals("ok"))
                .findFirst()
                .map(JsonNode::toString)
                .orElse(audits.isEmpty() ? "no audit " + rule : "ok");
    }

    private List<JsonNode> auditsOf(String rule) {
        return result().path("audits")
                .valueStream()
                .filter(audit -> audit.path("rule").asString().startsWith(rule))
                .toList();
    }

    /** The output of HdrHistogram's own tool for the lines of one tag, in milliseconds. */
    private record Processed(long count, double maximum, Map<String, Double> percentiles) {}

    private Processed process(String tag) throws IOException, InterruptedException {
        Path out = folder.resolve("processed");
        Path log = folder.resolve("histograms.hlog");
        LaunchedPlateau report =
                LaunchedPlateau.run(folder, "report", run.path().toString(), "--histograms");
        assertThat(report.exitCode()).as(report.errors()).isZero();
        Files.writeString(log, report.output());
        Process processor = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        LaunchedPlateau.home().resolve("distribution/target/plateau/lib") + "/*",
                        "org.HdrHistogram.HistogramLogProcessor",
                        "-i",
                        log.toString(),
                        "-tag",
                        tag,
                        "-o",
                        out.toString(),
                        "-outputValueUnitRatio",
                        Double.toString(NANOS_PER_MS))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(processor.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(processor.exitValue()).isZero();
        // The last line has the totals: T:count ( 50% 90% 99% 99.9% 99.99% Max ); the 95th percentile is only in the
        // table.
        Matcher totals = TOTALS.matcher(Files.readAllLines(out).getLast());
        assertThat(totals.find()).isTrue();
        String[] values = totals.group(2).trim().split("\\s+", -1);
        Map<String, Double> percentiles = new TreeMap<>();
        percentiles.put("p50", Double.valueOf(values[0]));
        percentiles.put("p90", Double.valueOf(values[1]));
        percentiles.put("p99", Double.valueOf(values[2]));
        percentiles.put("p99_9", Double.valueOf(values[3]));
        for (String line : Files.readAllLines(Path.of(out + ".hgrm"))) {
            String[] columns = line.trim().split("\\s+", -1);
            if (columns.length >= 3 && columns[1].equals("0.950000000000")) {
                percentiles.put("p95", Double.valueOf(columns[0]));
            }
        }
        return new Processed(Long.parseLong(totals.group(1)), Double.parseDouble(values[5]), percentiles);
    }
}
