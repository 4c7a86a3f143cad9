// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.audit.Audit;
import org.plateaubench.engine.judge.document.ResultDocument;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.TimeSummary;
import org.plateaubench.engine.judge.result.WorkloadResult;
import org.plateaubench.engine.report.JUnitReport;
import org.plateaubench.engine.report.OpenedReport;
import org.plateaubench.engine.report.TextStyle;
import org.plateaubench.engine.report.TextSummary;
import org.plateaubench.engine.store.RunReader;
import org.plateaubench.engine.store.StoredRun;

/** A run folder that the judge of version 2 wrote, as it was: 80 operations each on threads and on an event loop. */
final class EarlierRunTest {
    private static final Path FOLDER = folder();

    private static Path folder() {
        try {
            return Path.of(Objects.requireNonNull(
                                    EarlierRunTest.class.getResource("20261122T072731Z-earlier-8eb347/plan.json"))
                            .toURI())
                    .resolveSibling("");
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void anEarlierRunIsJudgedByTodaysRules() throws Exception {
        StoredRun run = RunReader.read(FOLDER);
        assertThat(run.damage()).isEmpty();
        Judgement judgement = Judge.judge(run);
        Map<String, ?> now = Documents.tree(ResultDocument.of(judgement));
        Map<String, ?> then = Documents.parse(Files.readString(FOLDER.resolve("result.json")));
        assertThat(map(then.get("judge")).get("version")).isEqualTo("2");
        assertThat(map(now.get("judge")).get("version")).isEqualTo(Judge.VERSION);
        assertThat(counts(now)).isEqualTo(counts(then));
        assertThat(judgement.status()).isEqualTo("completed");
        // What a rule of today needs and the run does not have is not tested, and never held against it.
        Set<Object> rulesThen = new HashSet<>();
        list(then.get("audits")).forEach(audit -> rulesThen.add(map(audit).get("rule")));
        assertThat(judgement.audits())
                .filteredOn(audit -> !rulesThen.contains(audit.rule().label()))
                .noneMatch(Audit::voidsRun);
        assertThat(OpenedReport.text(run)).contains("earlier");
        assertThat(JUnitReport.of(judgement)).contains("earlier");
        assertThat(TextSummary.of(judgement, "runs/earlier", TextStyle.PLAIN)).contains("earlier");
    }

    @Test
    void noPercentileOfItLiesBeyondTheMaximumThatStoodBesideIt() throws Exception {
        for (WorkloadResult workload : Judge.judge(RunReader.read(FOLDER)).workloads()) {
            for (LineResult line : workload.lines()) {
                TimeSummary times = Objects.requireNonNull(line.block().responseTime());
                assertThat(times.percentilesMs().values())
                        .allSatisfy(value ->
                                assertThat(value).isBetween(Objects.requireNonNull(times.minMs()), times.maxMs()));
            }
        }
    }

    private static List<Object> counts(Map<String, ?> result) {
        return list(result.get("workloads")).stream()
                .map(workload -> list(map(workload).get("operations")).stream()
                        .map(line -> String.valueOf(map(line).get("counts")))
                        .toList())
                .map(Object.class::cast)
                .toList();
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    private static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }
}
