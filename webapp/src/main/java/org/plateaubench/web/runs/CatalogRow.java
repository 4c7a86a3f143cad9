// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.runs.RunSummary;

/**
 * A run in the catalog. Immutable.
 *
 * @param fingerprint times of the last changes of the folder and its files, if settled
 * @param run the run as lists show it
 * @param detail the details that only the page of the run shows
 */
record CatalogRow(String fingerprint, RunDocument run, RunDocument.Detail detail) {
    static CatalogRow of(String fingerprint, RunSummary summary) {
        return new CatalogRow(
                fingerprint, RunDocument.of(summary), new RunDocument.Detail(summary.phases(), summary.sealed()));
    }

    /** Returns whether a search finds the run, whose words are in lower case. */
    boolean hasAll(List<String> words) {
        if (words.isEmpty()) {
            return true;
        }
        List<String> workloads =
                run.workloads().stream().map(RunSummary.Workload::name).toList();
        String text = String.join(
                        "\n",
                        run.id(),
                        run.name(),
                        String.join(" ", run.plugins()),
                        String.join(" ", workloads),
                        String.join(" ", run.tags()),
                        run.note())
                .toLowerCase(Locale.ROOT);
        return words.stream().allMatch(text::contains);
    }

    /** Returns whether listeners hear the same of both; the course of a run in progress is not part of it. */
    boolean isToldAs(CatalogRow other) {
        return told().equals(other.told());
    }

    private List<@Nullable Object> told() {
        return Arrays.asList(
                run.name(),
                run.status(),
                run.verdict(),
                run.conclusion(),
                run.tags(),
                run.note(),
                run.archived(),
                run.pinned(),
                run.startedBy(),
                run.headline(),
                run.reasons(),
                run.problems());
    }
}
