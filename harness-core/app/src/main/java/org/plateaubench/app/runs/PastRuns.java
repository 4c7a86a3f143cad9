// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.runs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.report.comparison.ComparedFigure.Better;
import org.plateaubench.engine.report.comparison.FigureNames;
import org.plateaubench.engine.report.history.PastRun;
import org.plateaubench.engine.store.FolderId;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;

/**
 * Reads the data of stored runs that a history needs: figures from {@code result.json}, as judged when the run ended.
 * Run folders are not trusted; data that cannot be read are missing, and a run without a verdict does not count.
 * Thread-safe.
 */
public final class PastRuns {
    /** The greatest number of runs of a history; older ones are omitted. */
    public static final int MOST_RUNS = 1_000;

    private static final int MOST_TEXT = 200;
    private static final int MOST_WORKLOADS = 400;
    private static final int MOST_LINES = 200;

    private PastRuns() {}

    /** The folders of ended runs with a name, the newest {@value #MOST_RUNS} of them, in the order of time. */
    public static List<RunFolder> named(List<RunFolder> all, String name) throws IOException {
        List<RunFolder> ended = new ArrayList<>();
        for (RunFolder folder : all) {
            if (FolderId.of(folder.runId()).map(FolderId::name).orElse("").equals(name)
                    && folder.state() != RunFolder.State.RUNNING) {
                ended.add(folder);
            }
        }
        return ended.subList(Math.max(0, ended.size() - MOST_RUNS), ended.size());
    }

    /**
     * Reads a run that has ended.
     *
     * @param shared stores equal parts of plans and environments only once
     */
    public static PastRun read(RunFolder folder, SharedTrees shared) throws IOException {
        Map<String, Object> resultTree = tree(folder, StoredFile.RESULT);
        UntrustedTree result = new UntrustedTree(resultTree);
        ResultFigures figures = new ResultFigures(result);
        return new PastRun(
                folder.runId(),
                FolderId.of(folder.runId()).flatMap(FolderId::startedAt).orElse(null),
                folder.state().label(),
                figures.verdict(),
                result.at("class").textOrNone(MOST_TEXT),
                shared.share(tree(folder, StoredFile.PLAN)),
                shared.share(tree(folder, StoredFile.ENVIRONMENT)),
                values(result));
    }

    private static Map<String, Object> tree(RunFolder folder, StoredFile file) {
        try {
            return folder.document(file);
        } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
            // The run is shown without this, and does not count without a verdict.
            return Map.of();
        }
    }

    private static List<PastRun.Value> values(UntrustedTree result) {
        Map<String, Boolean> open = new TreeMap<>();
        for (UntrustedTree workload : result.at("workloads").elements(MOST_WORKLOADS)) {
            open.put(
                    workload.at("name").textOrNone(MOST_TEXT),
                    "open".equals(workload.at("load").at("kind").text(MOST_TEXT)));
        }
        List<PastRun.Value> values = new ArrayList<>();
        UntrustedTree score = result.at("score");
        String notation = score.at("notation").textOrNone(MOST_TEXT);
        add(
                values,
                new PastRun.Key(
                        "", "", "score", notation.replaceFirst("^[^@]*", "").strip(), Better.HIGHER),
                score.at("value").number(),
                false);
        for (UntrustedTree workload : result.at("aggregate").elements(MOST_WORKLOADS)) {
            String name = workload.at("name").textOrNone(MOST_TEXT);
            // In open load the plan determines rates.
            addWorkload(values, workload, name, Boolean.TRUE.equals(open.get(name)) ? null : Better.HIGHER);
        }
        return values;
    }

    private static void addWorkload(
            List<PastRun.Value> values, UntrustedTree workload, String name, @Nullable Better more) {
        UntrustedTree metric = workload.at("metric");
        add(
                values,
                new PastRun.Key(
                        name,
                        "",
                        metric.at("name").textOrNone(MOST_TEXT),
                        metric.at("unit").textOrNone(MOST_TEXT),
                        more),
                metric.at("value").number(),
                false);
        add(
                values,
                new PastRun.Key(name, "", FigureNames.THROUGHPUT, "/s", more),
                workload.at("all").at("throughputPerSecond").number(),
                false);
        for (UntrustedTree line : workload.at("operations").elements(MOST_LINES)) {
            UntrustedTree times = line.at("responseTimeMs");
            add(
                    values,
                    new PastRun.Key(name, line.at("name").textOrNone(MOST_TEXT), "p95", "ms", Better.LOWER),
                    times.at("p95").number(),
                    times.at("lowerBound").has("p95"));
        }
    }

    private static void add(List<PastRun.Value> values, PastRun.Key key, @Nullable Double value, boolean lowerBound) {
        if (value != null && values.stream().noneMatch(one -> one.key().equals(key))) {
            values.add(new PastRun.Value(key, value, lowerBound));
        }
    }
}
