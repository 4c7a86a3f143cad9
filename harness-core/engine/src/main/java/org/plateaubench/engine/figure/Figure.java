// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.figure;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.TimeTotals.Estimate;

/**
 * A figure of an operation, a unit, a series or all operations of a workload. It is declared once, in
 * {@link OperationColumns}; results, reports, the live view, comparisons, histories, studies, metrics and documents
 * follow from the entry. Immutable.
 *
 * @param title name for people, such as a column of a page
 * @param shortTitle a shorter title for tables of 80 columns
 * @param section the table of a page that shows it
 * @param help a sentence for documents, schemas and metrics, without its full stop
 * @param percentile the percentile that it is, 100 for a maximum; 0 for other figures
 * @param views where it is shown, in addition to {@code result.json}
 */
public record Figure(
        String name,
        String title,
        String shortTitle,
        Kind kind,
        Section section,
        @Nullable Better better,
        String help,
        Computation computation,
        double percentile,
        Set<View> views) {
    public enum Kind {
        COUNT(""),
        RATE("/s"),
        SHARE("%"),
        TIME("ms");

        private final String unit;

        Kind(String unit) {
            this.unit = unit;
        }

        public String unit() {
            return unit;
        }
    }

    public enum Better {
        HIGHER,
        LOWER
    }

    public enum Section {
        OUTCOMES,
        /** Times from the intended start, of successes and refusals. */
        RESPONSE_TIMES,
        /** Times from the actual start, of successes and refusals. */
        SERVICE_TIMES,
        ERROR_TIMES
    }

    /** The places that show only some of the figures. */
    public enum View {
        SUMMARY,
        /** The lines of steps on the terminal. */
        BRIEF,
        /** The large figures above the tables of {@code report.html} and the console. */
        HEADLINE,
        REPORT,
        /** The latest interval of a run in progress. */
        LIVE,
        /** Time series, in which a count is a rate. */
        SERIES,
        COMPARISON,
        /** Comparisons that test whether sets of runs differ; each further test makes differences harder to show. */
        TEST,
        HISTORY,
        /** Studies and repeated runs. */
        STUDY,
        /** {@code /metrics} and OTLP, in addition to the counts by outcome and the histograms. */
        METRICS
    }

    /** The definition of a figure in a document. */
    public record Declared(
            String name,
            String title,
            String unit,
            Section section,
            @Nullable Better better,
            String help,
            Set<View> views) {}

    public Declared declared() {
        return new Declared(name, title, unit(), section, better, help, views);
    }

    /** Computes a figure from totals; null if there is nothing to compute it from. */
    @FunctionalInterface
    public interface Computation {
        @Nullable
        Value of(Totals totals);
    }

    /** A value in the unit of the figure, with the marks of {@link Estimate}. */
    public record Value(double number, boolean lowerBound, boolean lowResolution) {
        static Value exact(double number) {
            return new Value(number, false, false);
        }
    }

    static Figure count(String name, String help, ToLongFunction<Totals> count) {
        return of(name, Kind.COUNT, help, totals -> Value.exact((double) count.applyAsLong(totals)));
    }

    /** A count per second of the window; 0 if the window was not reached. */
    static Figure rate(String name, String help, ToLongFunction<Totals> count) {
        return of(
                name,
                Kind.RATE,
                help,
                totals -> Value.exact(
                        totals.seconds() > 0 ? Figures.rounded(count.applyAsLong(totals) / totals.seconds()) : 0));
    }

    /** A part of the intended operations in percent; null without any. */
    static Figure share(String name, String help, ToLongFunction<Totals> part) {
        return of(name, Kind.SHARE, help, totals -> {
            long all = totals.intended();
            return all == 0 ? null : Value.exact(Figures.percent(part.applyAsLong(totals), all));
        });
    }

    /** A percentile, or the longest time for 100. */
    static Figure percentile(String name, double percentile, String help, Function<Totals, TimeTotals> times) {
        Figure figure = of(name, Kind.TIME, help, totals -> {
            Estimate estimate = times.apply(totals).percentile(percentile);
            return estimate == null
                    ? null
                    : new Value(Figures.millis(estimate.nanos()), estimate.lowerBound(), estimate.lowResolution());
        });
        return figure.with(figure.section, Better.LOWER, percentile, figure.views);
    }

    /** An exact time in nanoseconds, or null. */
    static Figure exact(String name, String help, Function<Totals, @Nullable Double> nanos) {
        return of(name, Kind.TIME, help, totals -> {
                    Double value = nanos.apply(totals);
                    return value == null ? null : Value.exact(Figures.millis(value));
                })
                .better(Better.LOWER);
    }

    private static Figure of(String name, Kind kind, String help, Computation computation) {
        String title = Words.of(name);
        return new Figure(name, title, title, kind, Section.OUTCOMES, null, help, computation, 0, Set.of());
    }

    Figure title(String words) {
        return new Figure(name, words, words, kind, section, better, help, computation, percentile, views);
    }

    Figure shortTitle(String shorter) {
        return new Figure(name, title, shorter, kind, section, better, help, computation, percentile, views);
    }

    private Figure with(Section table, @Nullable Better direction, double ofTimes, Set<View> places) {
        return new Figure(name, title, shortTitle, kind, table, direction, help, computation, ofTimes, places);
    }

    Figure better(Better direction) {
        return with(section, direction, percentile, views);
    }

    Figure in(Section table) {
        return with(table, better, percentile, views);
    }

    Figure shownIn(View... places) {
        Set<View> all = EnumSet.noneOf(View.class);
        all.addAll(List.of(places));
        return with(section, better, percentile, all);
    }

    public @Nullable Value value(Totals totals) {
        return computation.of(totals);
    }

    /** A value as documents have it: counts are whole numbers. */
    public Number number(Value value) {
        if (kind == Kind.COUNT) {
            return (long) value.number();
        }
        return value.number();
    }

    public boolean isIn(View view) {
        return views.contains(view);
    }

    public String unit() {
        return kind.unit();
    }

    public String sentence() {
        return help + (kind == Kind.TIME || kind == Kind.SHARE ? ", in " + unit() : "") + ".";
    }

    /** A value in text: {@code >} marks a lower bound, {@code ~} few samples, {@code -} no value. */
    public String text(@Nullable Value value) {
        return value == null
                ? "-"
                : (value.lowerBound() ? ">" : "") + Figures.text(value.number()) + (value.lowResolution() ? "~" : "");
    }
}
