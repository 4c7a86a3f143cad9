// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.plateaubench.app.runs.RunSummary;
import org.plateaubench.engine.store.Json;

/**
 * What the catalog keeps of a run. Immutable.
 *
 * @param fingerprint when the folder and its files were changed, as far as that is settled
 * @param summary what was read
 * @param document the run as lists give it, JSON
 * @param detail what only its own page shows, JSON
 */
record CatalogRow(String fingerprint, RunSummary summary, String document, String detail) {
    private static final int MOST_SEARCHED_NOTE = 2_000;

    static CatalogRow of(String fingerprint, RunSummary summary) {
        return new CatalogRow(
                fingerprint, summary, Json.toLine(RunTree.of(summary)), Json.toLine(RunTree.detail(summary)));
    }

    String status() {
        return RunTree.status(summary.state());
    }

    /** What a search looks at: id, name, plugins, workloads, tags and note, in lower case. */
    String searchText() {
        String note = summary.annotation().note();
        return String.join(
                        "\n",
                        summary.id(),
                        summary.name(),
                        String.join(" ", summary.plugins()),
                        String.join(" ", workloads()),
                        String.join(" ", summary.annotation().tags()),
                        note.substring(0, Math.min(note.length(), MOST_SEARCHED_NOTE)))
                .toLowerCase(Locale.ROOT);
    }

    /** Differs when something changed that is told to listeners, as the course of a run that goes on is not. */
    int mark() {
        return Objects.hash(
                summary.name(),
                summary.state(),
                summary.verdict(),
                summary.conclusion(),
                summary.annotation(),
                summary.headline(),
                summary.reasons(),
                summary.problems());
    }

    RunCatalog.Indexed indexed() {
        return new RunCatalog.Indexed(summary.id(), fingerprint, status(), mark());
    }

    private List<String> workloads() {
        return summary.workloads().stream()
                .map(RunSummary.Workload::name)
                .distinct()
                .toList();
    }
}
