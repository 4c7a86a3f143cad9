// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.SteadyBlocks;

/**
 * A period in which the SUT stopped, or in which attempts failed much more often than otherwise. The expected number of
 * successes decides: an empty second means nothing if an operation comes every ten seconds.
 *
 * @param errors whether attempts failed; otherwise hardly any operation succeeded
 * @param seconds lost time in it
 * @param expected number of successes, or errors, expected from the rest of the window
 */
public record Outage(
        boolean errors,
        double fromSeconds,
        double toSeconds,
        double seconds,
        double successes,
        double expected,
        double failed,
        double stalledSeconds) {
    /** The smallest lost time that counts: a share of the window, between these times. */
    private static final double MAX_SECONDS = 5;

    private static final double MIN_SECONDS = 2;
    private static final double MIN_SHARE = 0.05;
    /** A short slot with at most this share of the mean rate counts as empty; half at edges and if slots are long. */
    private static final double EMPTY_SHARE = 0.1;

    private static final double HALF = 0.5;
    /** The increase of the error share in a burst of errors: a tenth of the relevant rate. */
    private static final double MORE_ERRORS = 0.1;
    /** The share of the permitted false alarms of a run that outages may raise. */
    private static final double ALARM_SHARE = 0.1;

    /** Under a varying load, a standstill of at most this many mean unit times may only be late work. */
    private static final double MAX_LATE_UNITS = 2;

    private static final double MAD_FACTOR = 1.4826;
    private static final int MIN_WINDOWS = 8;

    public static double leastSeconds(double windowSeconds) {
        return Math.clamp(MIN_SHARE * windowSeconds, MIN_SECONDS, MAX_SECONDS);
    }

    public static double leastSeconds(SteadyBlocks blocks) {
        return leastSeconds(blocks.seconds());
    }

    /** The shortest significant standstill in seconds, if the rest varies only as Poisson counts do. */
    public static double detectableSeconds(SteadyBlocks blocks, int windows) {
        double rate = blocks.completions() / blocks.seconds() / blocks.operationsDueTogether();
        return rate == 0
                ? Double.POSITIVE_INFINITY
                : Math.max(Math.max(leastSeconds(blocks), lateSeconds(blocks)), evidence(blocks, windows) / rate);
    }

    /** The longest delay of the completions of a varying load, in seconds; 0 if the load does not vary. */
    private static double lateSeconds(SteadyBlocks blocks) {
        return blocks.shape() == SteadyBlocks.Shape.VARYING ? MAX_LATE_UNITS * blocks.unitSeconds() : 0;
    }

    /** The smallest divergence that is not attributed to chance, see {@link Significance}. */
    private static double evidence(SteadyBlocks blocks, int windows) {
        double tests = 2.0 * Math.max(1, windows) * Math.max(1, blocks.slots().size());
        return Math.log(tests / (ALARM_SHARE * Significance.FALSE_ALARMS));
    }

    public static @Nullable Outage of(SteadyBlocks blocks, int windows) {
        Scan scan = new Scan(blocks, evidence(blocks, windows));
        Outage standstill = scan.standstill();
        Outage burst = scan.burst();
        return standstill == null || (burst != null && burst.seconds > standstill.seconds) ? burst : standstill;
    }

    private boolean contains(double second) {
        return second > fromSeconds && second < toSeconds;
    }

    /** Whether the harness, and not the SUT, may have been stopped. */
    public boolean isOfHarness() {
        return stalledSeconds >= HALF * seconds;
    }

    private static final class Scan {
        private final SteadyBlocks blocks;
        private final List<SteadyBlocks.Slot> slots;
        private final double evidence;
        private final double length;
        private final double mean;
        private final @Nullable VaryingLoad varying;

        Scan(SteadyBlocks blocks, double evidence) {
            this.blocks = blocks;
            this.evidence = evidence;
            slots = blocks.slots();
            length = blocks.secondsPerSlot();
            mean = slots.stream()
                    .filter(SteadyBlocks.Slot::isKnown)
                    .mapToDouble(SteadyBlocks.Slot::successes)
                    .average()
                    .orElse(0);
            varying = blocks.shape() == SteadyBlocks.Shape.VARYING
                    ? new VaryingLoad(slots, mean, (int) Math.ceil(lateSeconds(blocks) / length) + 1)
                    : null;
        }

        @Nullable
        Outage standstill() {
            List<Outage> all = standstills();
            Outage longest = null;
            for (Outage each : all) {
                boolean isLonger = longest == null || each.seconds > longest.seconds;
                longest = isLonger && isBeyondNoise(each, all) ? each : longest;
            }
            return longest;
        }

        /** Sequences of slots too long and too empty for chance, if the rest varies only as Poisson counts do. */
        private List<Outage> standstills() {
            double emptyShare = length < MAX_SECONDS || blocks.shape() != SteadyBlocks.Shape.EVEN ? EMPTY_SHARE : HALF;
            List<Outage> all = new ArrayList<>();
            int next = 0;
            while (next < slots.size()) {
                int from = next;
                int to = from;
                while (to < slots.size() && isBelow(to, emptyShare)) {
                    to++;
                }
                next = Math.max(to, from + 1);
                if (to > from) {
                    from -= from > 0 && isBelow(from - 1, HALF) ? 1 : 0;
                    to += to < slots.size() && isBelow(to, HALF) ? 1 : 0;
                    standstill(from, to).ifPresent(all::add);
                }
            }
            return all;
        }

        private boolean isBelow(int slot, double share) {
            SteadyBlocks.Slot counts = slots.get(slot);
            return counts.isKnown()
                    && counts.successes() <= share * mean
                    && (varying == null || varying.expectsMore(counts.successes() / share, slot));
        }

        private Optional<Outage> standstill(int from, int to) {
            double successes = sum(from, to, true);
            double expected = expected(from, to);
            double lost = expected > 0 ? lost(successes, expected, to - from) * length : 0;
            return lost >= Math.max(leastSeconds(blocks), lateSeconds(blocks))
                            && divergence(successes, expected) / blocks.operationsDueTogether() > evidence
                    ? Optional.of(found(false, from, to, lost, expected))
                    : Optional.empty();
        }

        /** The number of lost slots; under a varying load they count at the mean rate. */
        private double lost(double successes, double expected, int width) {
            return varying == null ? (1 - successes / expected) * width : (expected - successes) / mean;
        }

        /**
         * The expected number of successes in some slots: on a ramp, at least that of equally many slots on either
         * side; under a varying load, the number expected from its plan.
         */
        private double expected(int from, int to) {
            if (varying != null) {
                return varying.expected(from, to);
            }
            if (blocks.shape() == SteadyBlocks.Shape.EVEN) {
                return mean * (to - from);
            }
            int width = to - from;
            return from < width || to + width > slots.size()
                    ? 0
                    : Math.min(sum(from - width, from, true), sum(to, to + width, true));
        }

        /** Whether an outage exceeds what the variation of other slots explains, which may exceed Poisson counts. */
        private boolean isBeyondNoise(Outage outage, List<Outage> all) {
            if (blocks.shape() != SteadyBlocks.Shape.EVEN) {
                return true;
            }
            double[] others = IntStream.range(0, slots.size())
                    .filter(slot -> all.stream().noneMatch(each -> each.contains((slot + HALF) * length)))
                    .mapToDouble(slot -> sum(slot, slot + 1, true))
                    .toArray();
            int width = (int) Math.round((outage.toSeconds - outage.fromSeconds) / length);
            width = Math.max(1, Math.min(width, others.length / MIN_WINDOWS));
            int places = Math.max(1, width / 2);
            double[] sums = new double[Math.max(0, (others.length - width) / places + 1)];
            for (int i = 0; i < sums.length; i++) {
                for (int k = 0; k < width; k++) {
                    sums[i] += others[i * places + k];
                }
            }
            if (sums.length == 0) {
                return false;
            }
            double median = SteadySeries.median(sums);
            double[] deviations =
                    Arrays.stream(sums).map(sum -> Math.abs(sum - median)).toArray();
            double deviation = MAD_FACTOR * SteadySeries.median(deviations);
            double missing = outage.expected - outage.successes;
            // Variation beyond that of Poisson counts does not average out over a longer time.
            double excess = median == 0 ? 0 : (deviation * deviation - median) * Math.pow(outage.expected / median, 2);
            return excess <= 0 || missing * missing / (2 * excess) > evidence;
        }

        @Nullable
        Outage burst() {
            double errors = sum(0, slots.size(), false);
            double share = errors / Math.max(1, errors + sum(0, slots.size(), true));
            Outage longest = null;
            int from = 0;
            while (from < slots.size()) {
                int to = from;
                while (to < slots.size() && fails(slots.get(to), share)) {
                    to++;
                }
                Outage found = to == from ? null : burst(from, to);
                longest = found != null && (longest == null || found.seconds > longest.seconds) ? found : longest;
                from = to + 1;
            }
            return longest;
        }

        private static boolean fails(SteadyBlocks.Slot slot, double share) {
            return slot.isKnown() && slot.errors() > (share + MORE_ERRORS) * (slot.errors() + slot.successes());
        }

        private @Nullable Outage burst(int from, int to) {
            double failed = sum(from, to, false);
            double attempts = failed + sum(from, to, true);
            double errors = sum(0, slots.size(), false);
            double all = errors + sum(0, slots.size(), true);
            // One error elsewhere is assumed, so that errors never count as impossible.
            double expected = attempts * (errors - failed + 1) / (all - attempts + 1);
            boolean isSignificant = failed > expected
                    && divergence(failed, expected) / Math.max(blocks.operationsDueTogether(), dispersion(from, to))
                            > evidence;
            double seconds = (to - from) * length;
            return isSignificant && seconds >= leastSeconds(blocks) ? found(true, from, to, seconds, expected) : null;
        }

        /** The variance of the errors elsewhere divided by their mean: one cause may produce many errors. */
        private double dispersion(int from, int to) {
            double squares = 0;
            double errors = 0;
            int count = 0;
            for (int i = 0; i < slots.size(); i++) {
                if (i < from || i >= to) {
                    errors += slots.get(i).errors();
                    squares += slots.get(i).errors() * slots.get(i).errors();
                    count++;
                }
            }
            return errors == 0 ? 1 : Math.max(1, squares / errors - errors / count);
        }

        private Outage found(boolean hasErrors, int from, int to, double seconds, double expected) {
            double stalled = 0;
            for (int i = from; i < Math.min(slots.size(), to + 1); i++) {
                stalled += slots.get(i).stalledSeconds();
            }
            double successes = sum(from, to, true);
            double errors = sum(from, to, false);
            return new Outage(hasErrors, from * length, to * length, seconds, successes, expected, errors, stalled);
        }

        private double sum(int from, int to, boolean successes) {
            double sum = 0;
            for (int i = from; i < to; i++) {
                SteadyBlocks.Slot slot = slots.get(i);
                double known = slot.isKnown() ? slot.successes() : mean;
                sum += successes ? known : slot.errors();
            }
            return sum;
        }

        private static double divergence(double count, double expected) {
            return expected - count + (count == 0 ? 0 : count * Math.log(count / expected));
        }
    }

    /**
     * The smallest expected number of successes in slots whose planned load goes up and down: the planned load, times
     * the successes of the whole window divided by its planned load. There are two reasons why this may be too much,
     * and the smallest value is used. Completions come later than the planned load, by an unknown time that has a
     * bound. And if the SUT is at its limit, or if each user has many operations in flight, more load does not give
     * more completions, so at most the mean rate is expected.
     */
    static final class VaryingLoad {
        private final double mean;
        private final int latest;
        private final double[] expectedBefore;

        /** {@code mean} is per slot; {@code latest} bounds by how many slots completions may come late. */
        VaryingLoad(List<SteadyBlocks.Slot> slots, double mean, int latest) {
            this.mean = mean;
            this.latest = latest;
            double planned = slots.stream()
                    .filter(SteadyBlocks.Slot::isKnown)
                    .mapToDouble(SteadyBlocks.Slot::load)
                    .sum();
            double successes = slots.stream()
                    .filter(SteadyBlocks.Slot::isKnown)
                    .mapToDouble(SteadyBlocks.Slot::successes)
                    .sum();
            expectedBefore = new double[slots.size() + 1];
            for (int i = 0; i < slots.size(); i++) {
                double expected = planned > 0 ? slots.get(i).load() * successes / planned : 0;
                expectedBefore[i + 1] = expectedBefore[i] + expected;
            }
        }

        /** The smallest expected number of successes in some slots; the load before the window counts as nothing. */
        double expected(int from, int to) {
            double least = mean * (to - from);
            for (int late = 0; late <= latest && late <= to; late++) {
                least = Math.min(least, within(from - late, to - late));
            }
            return least;
        }

        boolean expectsMore(double successes, int slot) {
            if (successes == 0) {
                return true;
            }
            for (int late = 0; late <= latest && late <= slot + 1; late++) {
                if (within(slot - late, slot + 1 - late) < successes) {
                    return false;
                }
            }
            return true;
        }

        private double within(int from, int to) {
            return expectedBefore[Math.max(0, to)] - expectedBefore[Math.max(0, from)];
        }
    }
}
