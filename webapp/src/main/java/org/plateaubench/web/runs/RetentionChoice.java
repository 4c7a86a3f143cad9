// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The runs that a policy removes at an instant, and why: a pure function of policy, runs and instant. Immutable.
 *
 * <p>Older runs are removed by age. Then the oldest of the rest are removed until number and then size are within the
 * bounds; spared runs count too, and are skipped.
 *
 * @param going runs to remove, the oldest first under each rule
 * @param spared runs that a rule would remove if they were not spared
 * @param all total of all runs
 * @param gone total of the runs to remove
 */
record RetentionChoice(List<Going> going, List<Spared> spared, Amount all, Amount gone) {
    /** Time in which a person can read or pin a new result. */
    static final Duration RECENT = Duration.ofDays(1);

    /** Earliest date of a run: the harness did not exist before. */
    static final Instant EARLIEST = Instant.parse("2026-01-01T00:00:00Z");

    private static final Comparator<RunFacts> OLDEST_FIRST =
            Comparator.comparing(RunFacts::datedAt).thenComparing(RunFacts::id);

    /** A rule of the policy. */
    enum Rule {
        AGE,
        COUNT,
        SIZE
    }

    /**
     * A run to remove.
     *
     * @param rule the first rule that removes it
     * @param reason a sentence for the user
     */
    record Going(RunFacts run, Rule rule, String reason) {}

    /**
     * A run that stays although a rule would remove it.
     *
     * @param rule the first such rule
     * @param why what spares it
     */
    record Spared(RunFacts run, Rule rule, Set<RunFacts.Spare> why) {}

    /** A number of runs and their size in bytes. */
    record Amount(long runs, long bytes) {
        private Amount less(RunFacts run) {
            return new Amount(runs - 1, bytes - run.sizeBytes());
        }

        private static Amount of(Collection<RunFacts> runs) {
            return new Amount(
                    runs.size(), runs.stream().mapToLong(RunFacts::sizeBytes).sum());
        }
    }

    static RetentionChoice of(RetentionPolicy policy, Collection<RunFacts> runs, Instant now) {
        return new Chooser(runs, now).choose(policy);
    }

    /** Returns what spares a run at an instant. */
    static Set<RunFacts.Spare> spares(RunFacts run, Instant now) {
        Set<RunFacts.Spare> spares = EnumSet.noneOf(RunFacts.Spare.class);
        spares.addAll(run.spares());
        boolean isDated = !run.datedAt().isAfter(now) && !run.datedAt().isBefore(EARLIEST);
        if (!isDated && !spares.contains(RunFacts.Spare.FOREIGN)) {
            spares.add(RunFacts.Spare.MISDATED);
        }
        Instant yesterday = now.minus(RECENT);
        if (run.datedAt().isAfter(yesterday) || run.changedAt().isAfter(yesterday)) {
            spares.add(RunFacts.Spare.RECENT);
        }
        return spares;
    }

    /** Passes over the runs, the oldest first, once for each rule. */
    private static final class Chooser {
        private final Instant now;
        private final Amount all;
        private final Set<RunFacts> left;
        private Amount kept;
        private final List<Going> going = new ArrayList<>();
        /** The spared runs in the order in which they were skipped, each once. */
        private final Map<RunFacts, Spared> spared = new LinkedHashMap<>();

        Chooser(Collection<RunFacts> runs, Instant now) {
            this.now = now;
            all = Amount.of(runs);
            kept = all;
            left = new LinkedHashSet<>(runs.stream().sorted(OLDEST_FIRST).toList());
        }

        RetentionChoice choose(RetentionPolicy policy) {
            Integer days = policy.keepDays();
            if (days != null) {
                Instant oldest = now.minus(Duration.ofDays(days));
                go(Rule.AGE, run -> run.datedAt().isBefore(oldest), run -> ageReason(run, days));
            }
            Integer runs = policy.keepRuns();
            if (runs != null) {
                go(
                        Rule.COUNT,
                        run -> kept.runs() > runs,
                        run -> "With it there are " + kept.runs() + " runs, and " + runs + " are kept.");
            }
            Long bytes = policy.keepBytes();
            if (bytes != null) {
                go(
                        Rule.SIZE,
                        run -> kept.bytes() > bytes,
                        run -> "With it the runs have " + size(kept.bytes()) + ", and " + size(bytes) + " are kept.");
            }
            return new RetentionChoice(
                    List.copyOf(going),
                    List.copyOf(spared.values()),
                    all,
                    new Amount(all.runs() - kept.runs(), all.bytes() - kept.bytes()));
        }

        private void go(Rule rule, Predicate<RunFacts> isTooMuch, Function<RunFacts, String> reason) {
            for (RunFacts run : List.copyOf(left)) {
                if (!isTooMuch.test(run)) {
                    return;
                }
                Set<RunFacts.Spare> why = spares(run, now);
                if (why.isEmpty()) {
                    going.add(new Going(run, rule, reason.apply(run)));
                    left.remove(run);
                    kept = kept.less(run);
                } else {
                    spared.putIfAbsent(run, new Spared(run, rule, why));
                }
            }
        }

        private String ageReason(RunFacts run, int days) {
            return "It is " + Duration.between(run.datedAt(), now).toDays() + " days old, and runs are kept for " + days
                    + " days.";
        }

        private static String size(long bytes) {
            return bytes < 1L << 30
                    ? String.format(Locale.ROOT, "%.1f MiB", bytes / (double) (1 << 20))
                    : String.format(Locale.ROOT, "%.2f GiB", bytes / (double) (1L << 30));
        }
    }
}
