// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.SearchSpec;
import org.plateaubench.engine.document.Documents;

/**
 * Searches for the greatest load whose run passes: by steps of doubling length up to the first load that fails, then by
 * bisection, and finally by repeated runs on both sides of the edge, which a majority decides. If a majority moves the
 * edge, the search continues from there. Loads are multiples of the resolution above the smallest one. Immutable.
 */
public record SearchSequence(SearchSpec spec, DoubleFunction<List<String>> settings, Duration expectedRun)
        implements Sequence {
    private static final String PER_SECOND = "/s";
    /** The number of significant digits of a load: more than any load has, and fewer than a double has. */
    private static final MathContext DIGITS = new MathContext(12);

    private record Tally(int passed, int failed) {
        static final Tally NONE = new Tally(0, 0);

        Tally plus(boolean isPass) {
            return new Tally(passed + (isPass ? 1 : 0), failed + (isPass ? 0 : 1));
        }

        /** Whether further runs, up to this number, cannot change the majority. */
        boolean isDecided(int runs) {
            return Math.max(passed, failed) > runs / 2;
        }
    }

    /** The greatest load that passes below all that fail, and the smallest that fails; null if there is none. */
    public record Edge(@Nullable Double carried, @Nullable Double missed, boolean confirmed) {}

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

    private int index(double load) {
        return load >= spec.to() ? last() : (int) Math.round((load - spec.from()) / spec.resolution());
    }

    static String setting(SearchSpec.Quantity quantity, double load) {
        return number(load) + (quantity == SearchSpec.Quantity.RATE ? PER_SECOND : "");
    }

    /** A load in words, such as {@code 12 users}, {@code 1 tile} or {@code 200/s}. */
    static String words(SearchSpec.Quantity quantity, double load) {
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

    Map<String, String> levels(double load) {
        return Map.of(Documents.word(spec.maximise()), setting(spec.maximise(), load));
    }

    static double load(String cell) {
        String level = cell.substring(cell.indexOf('=') + 1);
        return Double.parseDouble(
                level.endsWith(PER_SECOND) ? level.substring(0, level.length() - PER_SECOND.length()) : level);
    }

    private static TreeMap<Double, Tally> tallies(List<EndedRun> ended) {
        TreeMap<Double, Tally> result = new TreeMap<>();
        for (EndedRun run : ended) {
            if (run.outcome().isEvidence()) {
                double load = load(run.step().cell());
                result.put(load, result.getOrDefault(load, Tally.NONE).plus(run.outcome() == Outcome.PASS));
            }
        }
        return result;
    }

    /** Twice the number of runs that bracketing, bisection and confirmation need if chance decides no run. */
    @Override
    public int remaining(List<EndedRun> ended) {
        int steps = 32 - Integer.numberOfLeadingZeros(last() + 1);
        int evidence =
                (int) ended.stream().filter(run -> run.outcome().isEvidence()).count();
        int all = 2 * steps + 2 * (spec.confirm() / 2 + 1);
        return probe(ended) == null ? 0 : Math.max(1, all - evidence);
    }

    @Override
    public Next next(List<EndedRun> ended) {
        Double load = probe(ended);
        if (load == null) {
            return new End(true, "");
        }
        long notEvidence =
                ended.stream().filter(run -> !run.outcome().isEvidence()).count();
        if (notEvidence > spec.repeats()) {
            return new End(
                    false,
                    notEvidence + " runs were not evidence about the SUT, more than the " + spec.repeats()
                            + " that are repeated.");
        }
        long before =
                ended.stream().filter(run -> load(run.step().cell()) == load).count();
        return new Step(
                Documents.word(spec.maximise()) + "=" + setting(spec.maximise(), load),
                (int) before + 1,
                settings.apply(load));
    }

    private @Nullable Double probe(List<EndedRun> ended) {
        TreeMap<Double, Tally> tallies = tallies(ended);
        for (Map.Entry<Double, Tally> tally : tallies.entrySet()) {
            if (tally.getValue().passed() == tally.getValue().failed()) {
                return tally.getKey();
            }
        }
        Edge edge = edgeOf(ended, false);
        int missed = edge.missed() == null ? last() + 1 : index(edge.missed());
        int carried = edge.carried() == null ? -1 : index(edge.carried());
        if (missed <= last() && missed - carried > 1) {
            return load((missed + carried) / 2);
        }
        if (missed > last() && carried < last()) {
            return load(Math.min(last(), 2 * carried + 2 - (carried < 0 ? 0 : 1)));
        }
        for (Double load : new Double[] {edge.carried(), edge.missed()}) {
            if (load != null && !tallies.getOrDefault(load, Tally.NONE).isDecided(spec.confirm())) {
                return load;
            }
        }
        return null;
    }

    static Edge edgeOf(List<EndedRun> ended, boolean confirmed) {
        Double carried = null;
        for (Map.Entry<Double, Tally> tally : tallies(ended).entrySet()) {
            if (tally.getValue().failed() > tally.getValue().passed()) {
                return new Edge(carried, tally.getKey(), confirmed);
            }
            if (tally.getValue().passed() > tally.getValue().failed()) {
                carried = tally.getKey();
            }
        }
        return new Edge(carried, null, confirmed);
    }

    /** Results which show that not only the load decides whether a run passes, a sentence each. */
    static List<String> contradictions(SearchSpec.Quantity quantity, List<EndedRun> ended) {
        List<String> sentences = new ArrayList<>();
        Double missed = edgeOf(ended, false).missed();
        tallies(ended).forEach((load, tally) -> {
            if (tally.passed() > 0 && tally.failed() > 0) {
                sentences.add("Runs with " + words(quantity, load) + " disagree: " + tally.passed() + " passed and "
                        + tally.failed() + " failed.");
            }
            if (missed != null && load > missed && tally.passed() > tally.failed()) {
                sentences.add(words(quantity, load) + " passed although " + words(quantity, missed)
                        + ", a smaller load, failed: not only the load decided the results.");
            }
        });
        return sentences;
    }

    Edge edge(List<EndedRun> ended) {
        return edgeOf(ended, ended.stream().anyMatch(run -> run.outcome().isEvidence()) && probe(ended) == null);
    }
}
