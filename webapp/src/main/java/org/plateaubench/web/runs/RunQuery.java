// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.runs.RunSummary;

/**
 * A query for a list of runs: filter, order and page. Immutable.
 *
 * @param words words in lower case that the searched text must all contain
 * @param tags tags that a run must all have
 * @param plugins plugins; a run must use one of them; empty for any
 * @param archived true for archived runs, false for all other runs; null for both
 * @param from earliest start, inclusive; null for any
 * @param to latest start, exclusive; null for any
 */
record RunQuery(
        List<String> words,
        @Nullable String name,
        List<String> verdicts,
        List<String> statuses,
        List<String> tags,
        List<String> plugins,
        @Nullable Boolean archived,
        @Nullable Instant from,
        @Nullable Instant to,
        Sort sort,
        boolean descending,
        int limit,
        int offset) {
    private static final int MAX_WORDS = 10;

    enum Sort {
        STARTED("startedAt"),
        ENDED("endedAt"),
        DURATION("durationSeconds"),
        NAME("name"),
        STATUS("status"),
        VERDICT("verdict"),
        CLASS("class"),
        HEADLINE("headline");

        private final String label;

        Sort(String label) {
            this.label = label;
        }

        /** Returns the name of the order in the query of an address. */
        String label() {
            return label;
        }
    }

    /** Returns the order; runs without a value come last in either direction. */
    Comparator<RunSummary> order() {
        return switch (sort) {
            case STARTED -> by(RunSummary::startedAt);
            case ENDED -> by(RunSummary::endedAt);
            case DURATION -> by(RunSummary::durationSeconds);
            case NAME -> by(RunSummary::name);
            case STATUS -> by(run -> run.state().label());
            case VERDICT -> by(RunSummary::verdict);
            case CLASS -> by(RunSummary::runClass);
            case HEADLINE ->
                by(run -> run.headline() == null
                        ? null
                        : Double.valueOf(run.headline().value()));
        };
    }

    private <V extends Comparable<? super V>> Comparator<RunSummary> by(Function<RunSummary, @Nullable V> figure) {
        Comparator<RunSummary> byId = Comparator.comparing(RunSummary::id);
        return descending
                ? Comparator.comparing(figure, Comparator.nullsLast(Comparator.<V>reverseOrder()))
                        .thenComparing(byId.reversed())
                : Comparator.comparing(figure, Comparator.nullsLast(Comparator.<V>naturalOrder()))
                        .thenComparing(byId);
    }

    boolean matches(RunSummary run) {
        return (archived == null || archived == run.annotation().archived())
                && (name == null || name.equals(run.name()))
                && (from == null || !run.startedAt().isBefore(from))
                && (to == null || run.startedAt().isBefore(to))
                && (verdicts.isEmpty() || (run.verdict() != null && verdicts.contains(run.verdict())))
                && (statuses.isEmpty() || statuses.contains(run.state().label()))
                && (plugins.isEmpty() || run.plugins().stream().anyMatch(plugins::contains))
                && run.annotation().tags().containsAll(tags)
                && containsWords(run);
    }

    private boolean containsWords(RunSummary run) {
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
                        String.join(" ", run.annotation().tags()),
                        run.annotation().note())
                .toLowerCase(Locale.ROOT);
        return words.stream().allMatch(text::contains);
    }

    /** Returns the words of a search, in lower case. */
    static List<String> words(String text) {
        return Stream.of(text.strip().toLowerCase(Locale.ROOT).split("\\s+"))
                .filter(word -> !word.isEmpty())
                .limit(MAX_WORDS)
                .toList();
    }
}
