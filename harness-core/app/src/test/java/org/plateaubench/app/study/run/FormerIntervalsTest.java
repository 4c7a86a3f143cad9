// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.app.study.StudyCheck;
import org.plateaubench.app.study.result.StudyResult;
import org.plateaubench.app.study.result.StudyResultTest;
import org.plateaubench.engine.document.Documents;

/** Results that an earlier version stored of trials which all have the same value. */
final class FormerIntervalsTest {
    private static final String FORMER = """
            {"schema": "plateau.study/1", "studyId": "s", "kind": "interference", "name": "n", "description": "", "complete": true,
             "message": "", "outcome": "pass", "cells": [%s, %s], "search": null,
             "interference": [{"victim": "store", "line": "all", "aggressor": "cache", "figure": "p95",
               "aloneMs": 0.18899999999999997, "togetherMs": 0.18899999999999997, "lowerBound": false, "slowDown": 1.0,
               "interval": {"lower": 0.9999999999999996, "upper": 1.0000000000000004, "level": 0.95}}],
             "remaining": 0, "expectedRunSeconds": 1.0, "warnings": []}
            """.formatted(
                    cell("a", "store", figure("store", null)),
                    cell("b", "store + cache", figure("store", """
                            1.0, "ofBaselineInterval": {"lower": 0.9999999999999996, "upper": 1.0000000000000004, "level": 0.95}
                            """) + "," + figure("cache", null)));

    private static String cell(String name, String workloads, String figures) {
        return """
                {"name": "%1$s", "levels": {"workloads": "%2$s"}, "scenario": "", "baseline": "a", "outcome": "pass", "trials": [
                   {"trial": 1, "runId": "%1$s-1", "outcome": "pass", "seconds": 1.0, "reasons": []},
                   {"trial": 2, "runId": "%1$s-2", "outcome": "pass", "seconds": 1.0, "reasons": []},
                   {"trial": 3, "runId": "%1$s-3", "outcome": "pass", "seconds": 1.0, "reasons": []}],
                 "figures": [%3$s],
                 "suts": null,
                 "score": {"reference": {"name": "lab", "digest": "0123456789abcdef"}, "state": "counts", "notation": "0.19 @ 1 tile",
                   "value": 0.189, "struckValue": null, "runClass": "standard", "verdict": "pass", "tiles": 1, "trials": 3,
                   "invalid": 0, "reasons": [],
                   "interval": {"lower": 0.18899999999999989, "upper": 0.18900000000000006, "level": 0.95}}}
                """.formatted(name, workloads, figures);
    }

    private static String figure(String workload, @Nullable String ofBaseline) {
        return """
                {"workload": "%s", "line": "all", "name": "p95", "unit": "ms", "limit": null, "lowerBound": false,
                 "values": {"trials": 3, "mean": 0.18899999999999997, "least": 0.189, "greatest": 0.189,
                   "standardDeviation": 3.399350046621641E-17, "variationPercent": 1.7986e-14,
                   "interval": {"lower": 0.18899999999999989, "upper": 0.18900000000000006, "level": 0.95}, "isExcessive": false},
                 "ofBaseline": %s}
                """.formatted(workload, ofBaseline == null ? "null, \"ofBaselineInterval\": null" : ofBaseline);
    }

    private static List<EndedRun> runs(String cell, String... workloads) {
        return IntStream.rangeClosed(1, 3)
                .mapToObj(trial -> new EndedRun(
                        new Step(cell, trial, List.of()),
                        cell + "-" + trial,
                        Outcome.PASS,
                        1,
                        List.of(workloads).stream()
                                .map(workload -> new Figure(workload, "all", "p95", "ms", 0.189, false, null, null))
                                .toList(),
                        List.of(),
                        null,
                        StudyResultTest.score("pass", 0.189),
                        null))
                .toList();
    }

    private static List<String> different(String stored) {
        StudyResult former = Documents.read(stored, StudyResult.class);
        return StudyCheck.different(
                former, former.again(Map.of("a", runs("a", "store"), "b", runs("b", "store", "cache"))));
    }

    @Test
    void resultsOfBeforeAreInOrder() {
        assertThat(different(FORMER)).isEmpty();
    }

    /** What is more than rounding was computed by no version. */
    @Test
    void otherDeviationsAndIntervalsAreFound() {
        assertThat(different(FORMER.replace("E-17", "E-3"))).hasSize(2);
        assertThat(different(FORMER.replace("1.7986e-14", "1.8"))).hasSize(2);
        assertThat(different(FORMER.replace("0.18899999999999989", "0.188"))).hasSize(2);
        assertThat(different(FORMER.replace("0.9999999999999996", "0.9")))
                .containsExactly(
                        "Computing again gives other results of the cell 'b', in figures.",
                        "Computing again gives another interference of the study.");
        assertThat(different(FORMER.replace("\"mean\": 0.18899999999999997", "\"mean\": 0.19")))
                .hasSize(2);
    }
}
