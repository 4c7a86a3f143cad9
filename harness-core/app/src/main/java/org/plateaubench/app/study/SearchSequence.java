// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.repetition.SearchSpec;
import org.plateaubench.engine.document.Documents;

/**
 * Searches for the greatest load whose run passes: by steps of doubling length up to the first load that fails, then by
 * bisection, and finally by repeated runs on both sides of the edge, which a majority decides. If a majority moves the
 * edge, the search continues from there. Loads are whole steps of the resolution above the smallest one. Immutable.
 */
public record SearchSequence(SearchSpec spec, DoubleFunction<List<String>> settings, Duration expectedRun)
        implements Sequence {
    private static final String PER_SECOND = "/s";
    /** The number of significant digits of a load: more than any load has, and fewer than a double has. */
    private static final MathContext DIGITS = new MathContext(12);

    /** The numbers of runs with one load that are evidence. */
    private record Tally(int passed, int failed) {
        boolean carries() {
            return passed > failed;
        }

        boolean isTied() {
            return passed == failed;
        }

        /** Whether further runs, up to this number, cannot change the majority. */
        boolean isDecided(int runs) {
            return Math.max(passed, failed) > runs / 2;
        }
    }

    /**
     * The known part of the edge.
     *
     * @param carried greatest load that passes below every load that fails; null when none passed
     * @param missed smallest load that fails; null when none failed
     * @param confirmed whether repeated runs decided both sides
     */
    public record Edge(@Nullable Double carried, @Nullable Double missed, boolean confirmed) {
        /**
         * The estimated capacity: the middle of the edge, null if a side of it is missing. If the capacity is close to
         * a load that was run, chance decides on which side of that load the edge is, and the middle is within one
         * resolution of the capacity in both cases.
         */
        public @Nullable Double capacity() {
            return carried == null || missed == null ? null : Double.valueOf((carried + missed) / 2);
        }
    }

    /** The index of the greatest load. */
    private int last() {
        return (int) Math.ceil((spec.to() - spec.from()) / spec.resolution() - 1e-9);
    }

    private double load(int index) {
        return index == last()
                ? spec.to()
                // Without digits that are only rounding errors, because the name of a cell contains its load.
                : new BigDecimal(spec.from() + index * spec.resolution())
                        .round(DIGITS)
                        .doubleValue();
    }

    /** A load in the form of a run file. */
    static String written(SearchSpec.Quantity quantity, double load) {
        return number(load) + (quantity == SearchSpec.Quantity.RATE ? PER_SECOND : "");
    }

    /** A load in words, such as {@code 12 users}, {@code 1 tile} or {@code 200/s}. */
    public static String words(SearchSpec.Quantity quantity, double load) {
        String unit = switch (quantity) {
            case TILES -> load == 1 ? " tile" : " tiles";
            case USERS -> load == 1 ? " user" : " users";
            case RATE -> PER_SECOND;
        };
        return number(load) + unit;
    }

    private static String number(double load) {
        return BigDecimal.valueOf(load).stripTrailingZeros().toPlainString();
    }

    /** The level of the only factor of a search, by its name. */
    public Map<String, String> levels(double load) {
        return Map.of(Documents.word(spec.maximise()), written(spec.maximise(), load));
    }

    /** The name of the cell of a load, such as {@code users=12}, from which the load can be parsed. */
    private String cell(double load) {
        return Documents.word(spec.maximise()) + "=" + written(spec.maximise(), load);
    }

    public static double load(String cell) {
        String level = cell.substring(cell.indexOf('=') + 1);
        return Double.parseDouble(
                level.endsWith(PER_SECOND) ? level.substring(0, level.length() - PER_SECOND.length()) : level);
    }

    private TreeMap<Integer, Tally> tallies(List<EndedRun> ended) {
        TreeMap<Integer, Tally> result = new TreeMap<>();
        for (EndedRun run : ended) {
            if (run.outcome().isEvidence()) {
                double load = load(run.step().cell());
                int index = load >= spec.to() ? last() : (int) Math.round((load - spec.from()) / spec.resolution());
                boolean passed = run.outcome() == Outcome.PASS;
                result.merge(
                        index,
                        new Tally(passed ? 1 : 0, passed ? 0 : 1),
                        (a, b) -> new Tally(a.passed() + b.passed(), a.failed() + b.failed()));
            }
        }
        return result;
    }

    /**
     * The greatest number of remaining runs: twice as many as bracketing, bisection and confirmation need if no run has
     * the wrong result by chance.
     */
    @Override
    public int remaining(List<EndedRun> ended) {
        int steps = 32 - Integer.numberOfLeadingZeros(last() + 1);
        int evidence =
                (int) ended.stream().filter(run -> run.outcome().isEvidence()).count();
        int all = 2 * steps + 2 * (spec.confirm() / 2 + 1);
        return probe(tallies(ended)).isEmpty() ? 0 : Math.max(1, all - evidence);
    }

    @Override
    public Next next(List<EndedRun> ended) {
        TreeMap<Integer, Tally> tallies = tallies(ended);
        OptionalInt probe = probe(tallies);
        Edge edge = edge(ended);
        if (probe.isEmpty()) {
            return new End(true, "");
        }
        long without = ended.stream().filter(run -> !run.outcome().isEvidence()).count();
        if (without > spec.repeats()) {
            return new End(
                    false,
                    without + " runs were not evidence about the SUT, more than the " + spec.repeats()
                            + " that are repeated. " + known(edge));
        }
        String beyond = Sequence.beyond(spec.budget(), ended, expectedRun);
        if (!beyond.isEmpty()) {
            return new End(false, beyond + " " + known(edge));
        }
        double load = load(probe.getAsInt());
        int trial = (int) ended.stream()
                        .filter(run -> load(run.step().cell()) == load)
                        .count()
                + 1;
        return new Step(cell(load), trial, settings.apply(load));
    }

    private String known(Edge edge) {
        Double carried = edge.carried();
        Double missed = edge.missed();
        return "So far " + (carried == null ? "no load passed" : words(spec.maximise(), carried) + " passed") + " and "
                + (missed == null ? "no load failed." : words(spec.maximise(), missed) + " failed.");
    }

    /** The next load by its index; empty when the edge is known. */
    private OptionalInt probe(TreeMap<Integer, Tally> tallies) {
        for (Map.Entry<Integer, Tally> tally : tallies.entrySet()) {
            if (tally.getValue().isTied()) {
                return OptionalInt.of(tally.getKey());
            }
        }
        int missed = missed(tallies);
        int carried = carried(tallies, missed);
        if (missed <= last() && missed - carried > 1) {
            return OptionalInt.of((missed + carried) / 2);
        }
        if (missed > last() && carried < last()) {
            return OptionalInt.of(Math.min(last(), 2 * carried + 2 - (carried < 0 ? 0 : 1)));
        }
        for (int side : new int[] {carried, missed}) {
            Tally tally = tallies.get(side);
            if (tally != null && !tally.isDecided(spec.confirm())) {
                return OptionalInt.of(side);
            }
        }
        return OptionalInt.empty();
    }

    private int missed(TreeMap<Integer, Tally> tallies) {
        return tallies.entrySet().stream()
                .filter(tally ->
                        !tally.getValue().carries() && !tally.getValue().isTied())
                .mapToInt(Map.Entry::getKey)
                .min()
                .orElse(last() + 1);
    }

    private static int carried(TreeMap<Integer, Tally> tallies, int missed) {
        return tallies.headMap(missed).entrySet().stream()
                .filter(tally -> tally.getValue().carries())
                .mapToInt(Map.Entry::getKey)
                .max()
                .orElse(-1);
    }

    /**
     * The edge that runs of any search show.
     *
     * @param confirmed whether repeated runs decided both sides
     */
    public static Edge sides(List<EndedRun> ended, boolean confirmed) {
        TreeMap<Double, Integer> leads = new TreeMap<>();
        ended.stream()
                .filter(run -> run.outcome().isEvidence())
                .forEach(run ->
                        leads.merge(load(run.step().cell()), run.outcome() == Outcome.PASS ? 1 : -1, Integer::sum));
        Double missed = leads.entrySet().stream()
                .filter(lead -> lead.getValue() < 0)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
        Double carried = leads.entrySet().stream()
                .filter(lead -> lead.getValue() > 0 && (missed == null || lead.getKey() < missed))
                .map(Map.Entry::getKey)
                .reduce((one, other) -> other)
                .orElse(null);
        return new Edge(carried, missed, confirmed);
    }

    /** The edge of the runs so far. */
    public Edge edge(List<EndedRun> ended) {
        TreeMap<Integer, Tally> tallies = tallies(ended);
        return sides(ended, !tallies.isEmpty() && probe(tallies).isEmpty());
    }
}
