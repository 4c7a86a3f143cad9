// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.config.SearchSpec;
import org.plateaubench.engine.config.SearchSpec.Quantity;
import org.plateaubench.engine.document.Documents;

/** The search for the greatest load that passes, against systems of known capacity. */
final class SearchSequenceTest {
    /** From 20 to 2,000 users by 20. */
    private static SearchSequence search(int repeats) {
        SearchSpec spec = new SearchSpec(Quantity.USERS, "", 20, 2_000, 20, 5, repeats);
        return new SearchSequence(spec, load -> List.of("load=" + load), Duration.ofSeconds(60));
    }

    private static EndedRun ended(Step step, Outcome outcome) {
        return EndedRun.withoutResult(step, "run", outcome, 60, List.of());
    }

    /** Runs a search against a system to its end; returns its runs in order. */
    private static List<EndedRun> carriedOut(SearchSequence search, ToDoubleFunction<Double> capacityOf, Outcome over) {
        List<EndedRun> ended = new ArrayList<>();
        while (search.next(ended) instanceof Step step) {
            double load = SearchSequence.load(step.cell());
            ended.add(ended(step, load <= capacityOf.applyAsDouble(load) ? Outcome.PASS : over));
            assertThat(ended).hasSizeLessThan(200);
        }
        return ended;
    }

    @Test
    void capacityWithoutNoiseIsFoundExactly() {
        for (int capacity = 20; capacity < 2_000; capacity += 7) {
            int trueCapacity = capacity;
            SearchSequence search = search(0);
            List<EndedRun> ended = carriedOut(search, load -> trueCapacity, Outcome.FAIL);
            SearchSequence.Edge edge = search.edge(ended);
            double carried = capacity - capacity % 20;
            assertThat(edge.carried()).isEqualTo(carried);
            assertThat(edge.missed()).isEqualTo(carried + 20);
            assertThat(edge.confirmed()).isTrue();
            assertThat(ended).hasSizeLessThanOrEqualTo(search.remaining(List.of()) + 4);
        }
    }

    /** The number of searches, out of a thousand, with an edge at most one resolution from the true capacity. */
    private static int found(double minimum, double maximum, double noise) {
        Random random = new Random(21);
        int found = 0;
        for (int i = 0; i < 1_000; i++) {
            double capacity = minimum + (maximum - minimum) * random.nextDouble();
            SearchSequence search = search(0);
            List<EndedRun> ended =
                    carriedOut(search, load -> capacity * (1 + noise * random.nextGaussian()), Outcome.FAIL);
            Double carried = search.edge(ended).carried();
            Double missed = search.edge(ended).missed();
            found += carried != null && missed != null && Math.abs((carried + missed) / 2 - capacity) <= 20 ? 1 : 0;
        }
        return found;
    }

    /** A run's capacity varies by 1.5 % from run to run, as published studies have it below 2 %. */
    @Test
    void noisyCapacityIsFoundWithinResolution() {
        assertThat(found(100, 1_100, 0.015)).isGreaterThanOrEqualTo(980);
        assertThat(found(1_000, 1_100, 0.015))
                .as("a resolution of 2 % of the capacity")
                .isGreaterThanOrEqualTo(950);
        assertThat(found(1_000, 1_100, 0.04))
                .as("a resolution that is half of the noise is too fine, and shows that the test can fail")
                .isLessThan(900);
    }

    @Test
    void invalidRunIsRepeated() {
        SearchSequence search = search(1);
        Step first = (Step) search.next(List.of());
        List<EndedRun> ended = new ArrayList<>(List.of(ended(first, Outcome.INVALID)));
        Step repeated = (Step) search.next(ended);
        assertThat(repeated.cell()).isEqualTo(first.cell());
        assertThat(repeated.trial()).isEqualTo(2);
        ended.add(ended(repeated, Outcome.NOT_CARRIED_OUT));
        assertThat(search.next(ended)).isInstanceOfSatisfying(Sequence.End.class, end -> {
            assertThat(end.complete()).isFalse();
            assertThat(end.sentence()).contains("not evidence about the SUT");
        });
    }

    @Test
    void capacityOutsideRangeHasOneBound() {
        SearchSequence search = search(0);
        SearchSequence.Edge least = search.edge(carriedOut(search, load -> 0, Outcome.FAIL));
        assertThat(least).isEqualTo(new SearchSequence.Edge(null, 20.0, true));
        SearchSequence.Edge greatest = search.edge(carriedOut(search, load -> 1e9, Outcome.FAIL));
        assertThat(greatest).isEqualTo(new SearchSequence.Edge(2_000.0, null, true));
    }

    @Test
    void greatestLoadNeedNotBeMultipleOfStep() {
        SearchSpec spec = new SearchSpec(Quantity.TILES, "", 1, 10, 4, 1, 0);
        SearchSequence search = new SearchSequence(spec, load -> List.of(), Duration.ofSeconds(60));
        for (double capacity : new double[] {1, 5, 9, 10}) {
            SearchSequence.Edge edge = search.edge(carriedOut(search, load -> capacity, Outcome.FAIL));
            assertThat(edge.carried()).isEqualTo(capacity);
            assertThat(edge.confirmed()).isTrue();
        }
    }

    @Test
    void loadIsPrintedWithUnit() {
        for (Quantity quantity : Quantity.values()) {
            SearchSpec spec = new SearchSpec(quantity, "", 1, 40, 3, 1, 0);
            SearchSequence search = new SearchSequence(spec, load -> List.of(), Duration.ofSeconds(60));
            List<EndedRun> ended = carriedOut(search, load -> 7, Outcome.FAIL);
            String level = quantity == Quantity.RATE ? "7/s" : "7";
            assertThat(ended).extracting(run -> run.step().cell()).contains(Documents.word(quantity) + "=" + level);
            assertThat(search.levels(7)).containsExactly(Map.entry(Documents.word(quantity), level));
            StudyResult.SearchResult result = new StudyResult.SearchResult(
                    Documents.word(quantity),
                    search.edge(ended).carried(),
                    search.edge(ended).missed(),
                    3,
                    true);
            String unit = switch (quantity) {
                case TILES -> " tiles";
                case USERS -> " users";
                case RATE -> "/s";
            };
            assertThat(StudyText.edge(result))
                    .isEqualTo("The greatest load that passed is 7%1$s, the least that failed 10%1$s.".formatted(unit));
        }
        assertThat(SearchSequence.words(Quantity.USERS, 1)).isEqualTo("1 user");
    }

    /** Runs of a flaky server: 100 users fail once and pass twice, 200 fail, 300 pass. */
    @Test
    void contradictoryRunsAreReported() {
        List<EndedRun> ended = new ArrayList<>();
        for (Map.Entry<String, Outcome> run : List.of(
                Map.entry("users=100", Outcome.FAIL),
                Map.entry("users=100", Outcome.PASS),
                Map.entry("users=100", Outcome.PASS),
                Map.entry("users=200", Outcome.FAIL),
                Map.entry("users=300", Outcome.PASS),
                Map.entry("users=400", Outcome.NOT_CARRIED_OUT))) {
            ended.add(ended(new Step(run.getKey(), 1, List.of()), run.getValue()));
        }
        assertThat(SearchSequence.edgeOf(ended, true)).isEqualTo(new SearchSequence.Edge(100.0, 200.0, true));
        assertThat(SearchSequence.contradictions(Quantity.USERS, ended))
                .containsExactly(
                        "Runs with 100 users disagree: 2 passed and 1 failed.",
                        "300 users passed although 200 users, a smaller load, failed: not only the load decided the"
                                + " results.");
    }
}
