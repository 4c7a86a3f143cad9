// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.runs.RunSummary;
import org.plateaubench.engine.document.Documents;

/**
 * The row of a run in the catalog. Immutable.
 *
 * @param fingerprint times of the last changes of the folder and its files, if settled
 * @param summary summary of the run
 * @param document the run as lists show it, JSON
 * @param detail the details that only the page of the run shows, JSON
 */
public record CatalogRow(String fingerprint, RunSummary summary, String document, String detail) {
    private static final int MOST_SEARCHED_NOTE = 2_000;

    static CatalogRow of(String fingerprint, RunSummary summary) {
        return new CatalogRow(
                fingerprint,
                summary,
                Documents.line(RunDocument.of(summary)),
                Documents.line(new RunDocument.Detail(summary.phases(), summary.sealed())));
    }

    /** Returns the word for its state. */
    public String status() {
        return summary.state().label();
    }

    /** Returns when the run started, as the database takes it. */
    public OffsetDateTime startedAt() {
        return summary.startedAt().atOffset(ZoneOffset.UTC);
    }

    /** Returns when the run ended, as the database takes it; null while it runs. */
    public @Nullable OffsetDateTime endedAt() {
        return summary.endedAt() == null ? null : summary.endedAt().atOffset(ZoneOffset.UTC);
    }

    /** Returns the text that a search covers: id, name, plugins, workloads, tags and note, in lower case. */
    public String searchText() {
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

    /** Returns a hash of what listeners are notified of; the course of a run in progress is not part of it. */
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

    Indexed indexed() {
        return new Indexed(summary.id(), fingerprint, status(), mark());
    }

    private List<String> workloads() {
        return summary.workloads().stream()
                .map(RunSummary.Workload::name)
                .distinct()
                .toList();
    }

    /**
     * A run as it is indexed.
     *
     * @param id its id
     * @param fingerprint fingerprint of its folder when it was read
     * @param status its status
     * @param mark hash of what listeners are notified of; 0 when unknown
     */
    record Indexed(String id, String fingerprint, String status, int mark) {}
}
