// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.web.runs.RetentionChoice.Rule;
import org.plateaubench.web.runs.RunFacts.Spare;

/** Which runs go: told by examples, and by what must hold whatever the runs and the policy are. */
final class RetentionChoiceTest {
    private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
    private static final List<Spare> SPARES = List.copyOf(EnumSet.allOf(Spare.class));
    private static final int CASES = 4_000;

    private static RunFacts run(String id, double daysAgo, long bytes, Spare... spares) {
        Instant at = NOW.minus(Duration.ofSeconds((long) (daysAgo * 86_400)));
        return new RunFacts(id, id, at, at, bytes, Set.of(spares));
    }

    private static RetentionPolicy policy(@Nullable Integer days, @Nullable Integer runs, @Nullable Long bytes) {
        return new RetentionPolicy(days, runs, bytes);
    }

    private static List<String> going(RetentionChoice choice, Rule rule) {
        return choice.going().stream()
                .filter(going -> going.rule() == rule)
                .map(going -> going.run().id())
                .toList();
    }

    @Test
    void eachRunGoesByTheFirstRuleThatTakesItTheOldestFirst() {
        List<RunFacts> runs =
                List.of(run("e", 2, 100), run("a", 40, 1), run("d", 5, 100), run("c", 9, 100), run("b", 10, 1));
        RetentionChoice choice = RetentionChoice.of(policy(30, 3, 150L), runs, NOW);
        assertThat(going(choice, Rule.AGE)).containsExactly("a");
        assertThat(going(choice, Rule.COUNT)).containsExactly("b");
        assertThat(going(choice, Rule.SIZE)).containsExactly("c", "d");
        assertThat(choice.gone()).isEqualTo(new RetentionChoice.Amount(4, 202));
        assertThat(choice.all()).isEqualTo(new RetentionChoice.Amount(5, 302));
        assertThat(choice.going().getFirst().reason()).isEqualTo("It is 40 days old, and runs are kept for 30 days.");
        assertThat(choice.going().get(1).reason()).isEqualTo("With it there are 4 runs, and 3 are kept.");
    }

    @ParameterizedTest
    @EnumSource(Spare.class)
    void whateverSparesARunIsSaidAndItCountsAllTheSame(Spare spare) {
        List<RunFacts> runs = List.of(run("old", 40, 1, spare), run("older", 50, 1), run("new", 3, 1));
        RetentionChoice choice = RetentionChoice.of(policy(30, 1, null), runs, NOW);
        assertThat(going(choice, Rule.AGE)).containsExactly("older");
        assertThat(going(choice, Rule.COUNT)).containsExactly("new");
        assertThat(choice.spared()).singleElement().satisfies(spared -> {
            assertThat(spared.run().id()).isEqualTo("old");
            assertThat(spared.rule()).isEqualTo(Rule.AGE);
            assertThat(spared.why()).contains(spare);
        });
    }

    @Test
    void aRunOfTheFutureOrOfBeforeThereWereRunsAndWhatChangedTodayStay() {
        RunFacts touched = new RunFacts(
                "touched", "touched", NOW.minus(Duration.ofDays(40)), NOW.minusSeconds(3_600), 1, Set.of());
        List<RunFacts> runs = List.of(run("future", -3, 1), run("ancient", 9_000, 1), run("fresh", 0.5, 1), touched);
        RetentionChoice choice = RetentionChoice.of(policy(1, 1, 1L << 20), runs, NOW);
        assertThat(choice.going()).isEmpty();
        assertThat(choice.spared())
                .extracting(spared -> spared.run().id() + " " + spared.why())
                .containsExactly(
                        "ancient [MISDATED]", "touched [RECENT]", "fresh [RECENT]", "future [RECENT, MISDATED]");
    }

    @Test
    void whateverTheRunsAndThePolicyTheseHold() {
        int went = 0;
        for (int seed = 0; seed < CASES; seed++) {
            Random random = new Random(seed);
            List<RunFacts> runs = runs(random);
            RetentionPolicy policy = policy(
                    random.nextBoolean() ? null : 1 + random.nextInt(60),
                    random.nextBoolean() ? null : 1 + random.nextInt(12),
                    random.nextBoolean() ? null : (long) random.nextInt(3_000));
            RetentionChoice choice = RetentionChoice.of(policy, runs, NOW);
            went += choice.going().size();
            holds(policy, runs, choice);
            List<RunFacts> shuffled = new ArrayList<>(runs);
            Collections.shuffle(shuffled, random);
            assertThat(RetentionChoice.of(policy, shuffled, NOW))
                    .as("the order in which runs are found, seed %d", seed)
                    .isEqualTo(choice);
        }
        assertThat(went).isGreaterThan(CASES);
    }

    private static List<RunFacts> runs(Random random) {
        List<RunFacts> runs = new ArrayList<>();
        for (int i = random.nextInt(16); i > 0; i--) {
            Set<Spare> spares = EnumSet.noneOf(Spare.class);
            if (random.nextInt(3) == 0) {
                spares.add(SPARES.get(random.nextInt(SPARES.size())));
            }
            // Some of one instant, some of today, some of the future.
            Instant dated = NOW.minus(Duration.ofHours(12L * (random.nextInt(120) - 4)));
            Instant changed = dated.plus(Duration.ofHours(12L * random.nextInt(4)));
            runs.add(new RunFacts("run-" + i, "run", dated, changed, random.nextInt(500), spares));
        }
        return runs;
    }

    private static void holds(RetentionPolicy policy, List<RunFacts> runs, RetentionChoice choice) {
        List<RunFacts> gone =
                choice.going().stream().map(RetentionChoice.Going::run).toList();
        List<RunFacts> kept = runs.stream().filter(run -> !gone.contains(run)).toList();
        List<RunFacts> free = kept.stream()
                .filter(run -> RetentionChoice.spares(run, NOW).isEmpty())
                .toList();
        String of = policy + " " + runs;
        assertThat(gone)
                .as("none twice, none that is not there, %s", of)
                .doesNotHaveDuplicates()
                .isSubsetOf(runs);
        assertThat(gone)
                .as("none that is spared, %s", of)
                .allMatch(run -> RetentionChoice.spares(run, NOW).isEmpty());
        assertThat(choice.spared())
                .as("spared, %s", of)
                .allMatch(spared -> kept.contains(spared.run()) && !spared.why().isEmpty());
        assertThat(choice.gone()).as(of).isEqualTo(new RetentionChoice.Amount(gone.size(), bytes(gone)));
        if (policy.isOff()) {
            assertThat(gone).as(of).isEmpty();
        }
        assertThat(RetentionChoice.of(policy, kept, NOW).going())
                .as("once is enough, %s", of)
                .isEmpty();
        holdsByRule(policy, kept, free, choice, of);
    }

    private static void holdsByRule(
            RetentionPolicy policy, List<RunFacts> kept, List<RunFacts> free, RetentionChoice choice, String of) {
        Integer days = policy.keepDays();
        Instant oldest = days == null ? Instant.MIN : NOW.minus(Duration.ofDays(days));
        assertThat(free)
                .as("none that is too old stays, %s", of)
                .noneMatch(run -> run.datedAt().isBefore(oldest));
        assertThat(of(choice, Rule.AGE))
                .as("none goes by age that is not, %s", of)
                .allMatch(run -> run.datedAt().isBefore(oldest));
        Integer most = policy.keepRuns();
        long afterCount = (long) kept.size() + of(choice, Rule.SIZE).size();
        if (most != null) {
            assertThat(kept.size() <= most || free.isEmpty())
                    .as("the number is met if it can be, %s", of)
                    .isTrue();
        }
        if (!of(choice, Rule.COUNT).isEmpty()) {
            assertThat(afterCount)
                    .as("no more go by number than must, %s", of)
                    .isGreaterThanOrEqualTo(most == null ? Long.MAX_VALUE : most);
        }
        Long bytes = policy.keepBytes();
        if (bytes != null) {
            assertThat(bytes(kept) <= bytes || free.isEmpty())
                    .as("the size is met if it can be, %s", of)
                    .isTrue();
        }
        List<RunFacts> bySize = of(choice, Rule.SIZE);
        if (!bySize.isEmpty()) {
            assertThat(bytes(kept) + bySize.getLast().sizeBytes())
                    .as("no more go by size than must, %s", of)
                    .isGreaterThan(bytes == null ? Long.MAX_VALUE : bytes);
        }
        assertThat(Stream.concat(of(choice, Rule.COUNT).stream(), bySize.stream()))
                .as("the oldest go, %s", of)
                .allMatch(
                        run -> free.stream().noneMatch(other -> other.datedAt().isBefore(run.datedAt())));
    }

    private static List<RunFacts> of(RetentionChoice choice, Rule rule) {
        return choice.going().stream()
                .filter(going -> going.rule() == rule)
                .map(RetentionChoice.Going::run)
                .toList();
    }

    private static long bytes(List<RunFacts> runs) {
        return runs.stream().mapToLong(RunFacts::sizeBytes).sum();
    }
}
