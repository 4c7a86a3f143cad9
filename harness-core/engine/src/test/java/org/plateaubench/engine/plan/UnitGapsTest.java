// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.engine.config.key.LoadKeys;
import org.plateaubench.engine.config.key.LoadSpec;
import org.plateaubench.engine.config.key.MappingValues;
import org.plateaubench.engine.judge.TestPlan;
import org.plateaubench.engine.plan.planning.ClassRule;
import org.plateaubench.engine.plan.planning.LoadRule;

/** Units with their own gaps, and the expected rate that follows from all gaps. */
final class UnitGapsTest {
    private static final Distribution SHORT = new Distribution.Fixed(Duration.ofMillis(200));
    private static final Distribution LONG = new Distribution.Fixed(Duration.ofSeconds(3));
    private static final Distribution OTHER = new Distribution.Fixed(Duration.ofSeconds(7));

    /** A workload whose unit {@code write} is followed by a longer gap. */
    private static WorkloadDefinition definition() {
        PlannedWorkload simple = new TestPlan().simple().build().workloads().getFirst();
        return new WorkloadDefinition(
                simple.operations(),
                List.of(UnitDefinition.of("read"), UnitDefinition.of("write").withGap(LONG)),
                simple.mix(),
                Pacing.cycle(SHORT),
                simple.metric(),
                simple.measures(),
                List.of(simple.execution()),
                List.of(),
                null);
    }

    private static Map<String, Pacing> pacing(LoadSpec.@Nullable Gap all, Map<String, LoadSpec.Gap> units) {
        MappingValues given =
                new MappingValues(Map.of(LoadKeys.UNITS.name(), units, LoadKeys.ON_LATE.name(), Pacing.OnLate.KEEP));
        return LoadRule.pacing(definition(), new LoadSpec(true, 8, List.of(), all, given));
    }

    @Test
    void unitGapIsKeptByDefault() {
        assertThat(pacing(null, Map.of())).isEqualTo(Map.of("read", Pacing.cycle(SHORT), "write", Pacing.cycle(LONG)));
    }

    @Test
    void runFilePacingReplacesGapsOfAllUnits() {
        assertThat(pacing(new LoadSpec.Gap(Pacing.Kind.THINK, OTHER), Map.of()))
                .isEqualTo(Map.of("read", Pacing.think(OTHER), "write", Pacing.think(OTHER)));
    }

    @Test
    void runFileReplacesTheGapOfANamedUnit() {
        LoadSpec.Gap named = new LoadSpec.Gap(Pacing.Kind.CYCLE, OTHER);
        assertThat(pacing(null, Map.of("read", named)))
                .isEqualTo(Map.of("read", Pacing.cycle(OTHER), "write", Pacing.cycle(LONG)));
    }

    private static List<String> reasons(Map<String, Pacing> pacing) {
        WorkloadDefinition definition = definition();
        ClassRule rule = new ClassRule();
        rule.include(planned(8, definition.mix(), definition.units(), pacing), definition, Map.of());
        return rule.reasons();
    }

    @Test
    void onlyADifferentGapIsAClassReason() {
        assertThat(reasons(pacing(null, Map.of()))).isEmpty();
        assertThat(reasons(pacing(new LoadSpec.Gap(Pacing.Kind.CYCLE, SHORT), Map.of())))
                .containsExactly("workload cache: the pacing of write is changed");
    }

    private static PlannedWorkload planned(int users, Mix mix, List<UnitDefinition> units, Map<String, Pacing> pacing) {
        return planned(new Load.Closed(users, 1), mix, units, pacing);
    }

    private static PlannedWorkload planned(Load load, Mix mix, List<UnitDefinition> units, Map<String, Pacing> pacing) {
        PlannedWorkload template = new TestPlan().simple().build().workloads().getFirst();
        return new PlannedWorkload(
                1,
                template.name(),
                template.plugin(),
                template.workload(),
                template.sut(),
                template.data(),
                load,
                template.shares(),
                pacing,
                mix,
                units.stream()
                        .flatMap(unit -> unit.steps().stream())
                        .flatMap(step -> step.weights().keySet().stream())
                        .distinct()
                        .map(operation -> OperationDefinition.of(operation, "Does it."))
                        .toList(),
                units.stream().map(unit -> unit.withGap(null)).toList(),
                Map.of(),
                template.metric(),
                template.measures(),
                List.of(),
                template.execution(),
                Map.of(),
                1,
                List.of(),
                1,
                Map.of());
    }

    /** A web workload of 2008: seven operations, cycles of 5 s cut off at 25 s, two of them no shorter than 2 and 3 s. */
    private static PlannedWorkload sevenPages(int users) {
        List<List<Double>> rows = List.of(
                List.of(0.0, 11.0, 52.0, 36.0, 0.0, 1.0, 0.0),
                List.of(0.0, 0.0, 60.0, 20.0, 0.0, 0.0, 20.0),
                List.of(21.0, 6.0, 41.0, 31.0, 0.0, 1.0, 0.0),
                List.of(72.0, 21.0, 0.0, 0.0, 6.0, 1.0, 0.0),
                List.of(52.0, 6.0, 0.0, 31.0, 11.0, 0.0, 0.0),
                List.of(0.0, 0.0, 0.0, 0.0, 100.0, 0.0, 0.0),
                List.of(0.0, 0.0, 0.0, 100.0, 0.0, 0.0, 0.0));
        List<String> names = List.of("home", "login", "tag", "event", "person", "addPerson", "addEvent");
        int[] shiftSeconds = {0, 0, 0, 0, 0, 2, 3};
        List<UnitDefinition> units = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            // The shift is part of the mean and of the greatest value.
            units.add(UnitDefinition.of(names.get(i))
                    .withGap(new Distribution.Exponential(
                            Duration.ofSeconds(5 - shiftSeconds[i]),
                            Duration.ZERO,
                            Duration.ofSeconds(25 - shiftSeconds[i]),
                            Duration.ofSeconds(shiftSeconds[i]))));
        }
        Map<String, Pacing> pacing = new HashMap<>();
        for (UnitDefinition unit : units) {
            Distribution gap = unit.gap();
            pacing.put(unit.name(), Pacing.cycle(gap == null ? SHORT : gap));
        }
        return planned(users, new Mix.Matrix(names, rows), units, pacing);
    }

    @Test
    void cycleRateIsUsersDividedByMeanCycle() {
        for (int users : new int[] {25, 150, 1500}) {
            ExpectedRate rate = ExpectedRate.of(sevenPages(users));
            assertThat(rate).isNotNull();
            assertThat(rate.operationsPerSecond()).isCloseTo(302.0 * users / 1500, within(0.05 * users / 1500));
            assertThat(rate.unitsPerSecond()).isCloseTo(rate.operationsPerSecond(), within(1e-9));
            assertThat(rate.isBound()).isFalse();
        }
        assertThat(MixShares.ofOperations(sevenPages(25)).get("tag")).isCloseTo(0.334454, within(1e-6));
        assertThat(MixShares.ofOperations(sevenPages(25)).get("addEvent")).isCloseTo(0.020446, within(1e-6));
    }

    @Test
    void thinkTimeAndRebaseGiveAnUpperBound() {
        List<UnitDefinition> units = List.of(UnitDefinition.of("read"));
        Mix mix = Mix.Flat.only("read");
        ExpectedRate think = ExpectedRate.of(planned(8, mix, units, Map.of("read", Pacing.think(SHORT))));
        assertThat(think).isNotNull();
        assertThat(think.isBound()).isTrue();
        Pacing rebased = new Pacing(Pacing.Kind.CYCLE, SHORT, Pacing.OnLate.REBASE);
        ExpectedRate expectedRate = ExpectedRate.of(planned(8, mix, units, Map.of("read", rebased)));
        assertThat(expectedRate).isNotNull();
        assertThat(expectedRate.isBound()).isTrue();
        assertThat(ExpectedRate.of(
                        planned(8, mix, units, Map.of("read", Pacing.think(new Distribution.Fixed(Duration.ZERO))))))
                .isNull();
    }

    @Test
    void openLoadExpectsRateTimesOperationsPerUnit() {
        UnitDefinition visit =
                new UnitDefinition("visit", List.of(UnitDefinition.Step.repeated(Map.of("read", 1.0), 1, 5)));
        Load open = new Load.Open(40, Load.Arrival.POISSON, 10, 1, 4, 100);
        ExpectedRate rate = ExpectedRate.of(planned(open, Mix.Flat.only("visit"), List.of(visit), Map.of()));
        assertThat(rate).isNotNull();
        assertThat(rate.unitsPerSecond()).isEqualTo(40);
        assertThat(rate.operationsPerSecond()).isCloseTo(120, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({
        "0,0s",
        "1,1ns",
        "99999,99999ns",
        "1500000000,1500ms",
        "90000000000,90s",
        "2500000,2500us",
        "3636363636,3.636s",
        "363636363,363.6ms",
        "3600000000001,3600s",
        "12345600000,12.35s"
    })
    void durationHasFewDigits(long nanos, String text) {
        assertThat(GapText.text(Duration.ofNanos(nanos))).isEqualTo(text);
    }

    @Test
    void commonGapIsDescribedOnce() {
        assertThat(GapText.byUnit(Map.of("send", "cycle time 1s", "check", "cycle time 1s")))
                .isEqualTo(Map.of("every unit", "cycle time 1s"));
        Map<String, String> differing = Map.of("send", "cycle time 1s", "check", "cycle time 2s");
        assertThat(GapText.byUnit(differing)).isEqualTo(differing);
        assertThat(GapText.byUnit(Map.of("send", "cycle time 1s"))).isEqualTo(Map.of("send", "cycle time 1s"));
    }

    private static final Offset<Double> CLOSE = within(1e-9);

    @Test
    void unitSharesFollowFromEveryKindOfMix() {
        Mix alternating = new Mix.Matrix(List.of("a", "b"), List.of(List.of(0.0, 1.0), List.of(1.0, 0.0)));
        assertThat(MixShares.ofUnits(new Mix.Flat(Map.of("a", 1.0, "b", 3.0))).get("b"))
                .isCloseTo(0.75, CLOSE);
        assertThat(MixShares.ofUnits(alternating).get("b")).isCloseTo(0.5, CLOSE);
        assertThat(MixShares.ofUnits(new Mix.Sequence(List.of("a", "b", "a"))).get("a"))
                .isCloseTo(2.0 / 3, CLOSE);
    }

    @Test
    void operationSharesUseExpectedCountsPerUnit() {
        PlannedWorkload store = new TestPlan().store(1).build().workloads().getFirst();
        Map<String, Double> shares = MixShares.ofOperations(store);
        assertThat(shares.get("purchase")).isCloseTo(0.2, CLOSE);
        assertThat(shares.get("login")).isCloseTo(0.16, CLOSE);
        assertThat(shares.get("browseTitle")).isCloseTo(0.2, CLOSE);
    }
}
