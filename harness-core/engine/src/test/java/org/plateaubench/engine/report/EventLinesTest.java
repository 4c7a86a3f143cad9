// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.judge.event.EventResult;
import org.plateaubench.engine.judge.event.EventResult.Effect;
import org.plateaubench.engine.judge.event.EventResult.Finding;
import org.plateaubench.engine.judge.event.EventResult.Together;

/** The sentences about events in the summary of a terminal. */
final class EventLinesTest {
    @Test
    void theGreatestDifferenceOfTheHighestPercentileIsSaid() {
        assertThat(EventLines.of(List.of(event(
                        "vmotionTask",
                        null,
                        List.of(new Together("checkpoint", 0.75), new Together("stall", 0.2)),
                        effect("browse", "p99", 14, 30, Finding.NO_DIFFERENCE_SHOWN),
                        effect("login", "p50", 40, 10, Finding.LONGER),
                        effect("login", "p99", 14, 100, Finding.LONGER),
                        effect("purchase", "p99", 14, 38, Finding.LONGER)))))
                .containsExactly(
                        "vmotionTask adds 14 ms (9 to 20) to p99 of store purchase for at most 3.20 s, 12 times:"
                                + " 52 ms within, 38 ms outside. A difference is shown in 3 of 4 figures."
                                + " For 75% of that time there was checkpoint too, which may be the reason.");
    }

    @Test
    void whatIsNotShownIsNotClaimed() {
        String agents = EventResult.AGENT_COLLECTION;
        Effect none = effect("purchase", "p99", 14, 38, Finding.NO_DIFFERENCE_SHOWN);
        assertThat(EventLines.of(List.of(
                        event(agents, null, List.of(), none),
                        event("checkpoint", null, List.of(), none),
                        event("failover", "They came once.", List.of()),
                        event("cache", null, List.of(), effect("purchase", "p95", -14, 38, Finding.SHORTER)))))
                .containsExactly(
                        "checkpoint (12 times): no difference shown.",
                        "failover (12 times): not compared. They came once.",
                        "cache takes 14 ms (9 to 20) off p95 of store purchase for at most 3.20 s, 12 times: 24 ms within, 38 ms"
                                + " outside. A difference is shown in 1 of 1 figures.");
    }

    private static EventResult event(String kind, @Nullable String untold, List<Together> together, Effect... effects) {
        return new EventResult(
                kind, List.of("sut/db"), 12, 3.2, 0, 60, 240, together, List.of(), untold, List.of(effects));
    }

    private static Effect effect(
            String operation, String percentile, double difference, double outside, Finding finding) {
        double way = Math.signum(difference);
        return new Effect(
                "store",
                operation,
                percentile,
                900,
                9000,
                outside + difference,
                outside,
                difference,
                Math.min(way * 9, way * 20),
                Math.max(way * 9, way * 20),
                0.95,
                finding,
                null);
    }
}
