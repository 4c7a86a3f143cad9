// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.runs.RunSummary;
import org.plateaubench.engine.document.Documents;

/**
 * A run in the catalog: what lists filter and sort by, and its documents. Immutable.
 *
 * @param id its id
 * @param fingerprint times of the last changes of the folder and its files, if settled
 * @param mark hash of what listeners are notified of; the course of a run in progress is not part of it
 * @param searchText id, name, plugins, workloads, tags and note, in lower case
 * @param document the run as lists show it, JSON
 * @param detail the details that only the page of the run shows, JSON
 */
record CatalogRow(
        String id,
        String fingerprint,
        int mark,
        String name,
        String status,
        @Nullable String verdict,
        @Nullable String runClass,
        Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable Double durationSeconds,
        @Nullable Double headline,
        boolean archived,
        List<String> tags,
        List<String> plugins,
        String searchText,
        String document,
        String detail) {
    private static final int MOST_SEARCHED_NOTE = 2_000;

    static CatalogRow of(String fingerprint, RunSummary summary) {
        return new CatalogRow(
                summary.id(),
                fingerprint,
                mark(summary),
                summary.name(),
                summary.state().label(),
                summary.verdict(),
                summary.runClass(),
                summary.startedAt(),
                summary.endedAt(),
                summary.durationSeconds(),
                summary.headline() == null ? null : summary.headline().value(),
                summary.annotation().archived(),
                summary.annotation().tags(),
                summary.plugins(),
                searchText(summary),
                Documents.line(RunDocument.of(summary)),
                Documents.line(new RunDocument.Detail(summary.phases(), summary.sealed())));
    }

    private static String searchText(RunSummary summary) {
        String note = summary.annotation().note();
        List<String> workloads = summary.workloads().stream()
                .map(RunSummary.Workload::name)
                .distinct()
                .toList();
        return String.join(
                        "\n",
                        summary.id(),
                        summary.name(),
                        String.join(" ", summary.plugins()),
                        String.join(" ", workloads),
                        String.join(" ", summary.annotation().tags()),
                        note.substring(0, Math.min(note.length(), MOST_SEARCHED_NOTE)))
                .toLowerCase(Locale.ROOT);
    }

    /** Hashes only texts and numbers, because the hash of an enum differs between processes. */
    private static int mark(RunSummary summary) {
        return Objects.hash(
                summary.name(),
                summary.state().label(),
                summary.verdict(),
                String.valueOf(summary.conclusion()),
                summary.annotation(),
                summary.headline(),
                summary.reasons(),
                summary.problems());
    }
}
