// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.judge.event.EventResult;
import org.plateaubench.engine.judge.event.EventResult.Effect;
import org.plateaubench.engine.judge.event.EventResult.Side;

/** The sentences about events in the summary of a terminal. */
final class EventLinesTest {
    @Test
    void highestPercentileThatDiffersMostIsNamedWithItsIntervals() {
        assertThat(EventLines.of(List.of(
                        event(
                                "vmotionTask",
                                new Effect("store", "login", "p50", side(90), side(10)),
                                new Effect("store", "login", "p99", side(114), side(100)),
                                new Effect("store", "browse", "p99", new Side(9, 900, false, null, null), side(40)),
                                new Effect("store", "purchase", "p99", side(52), side(38))),
                        event(EventResult.AGENT_COLLECTION, new Effect("store", "login", "p50", side(90), side(10))))))
                .containsExactly(
                        "vmotionTask (12 times, at most 3.20 s): p99 of store purchase is 52 ms (47 to 57) within and"
                                + " 38 ms (33 to 43) outside.",
                        "Intervals are of 95 % and not adjusted for several comparisons.");
    }

    @Test
    void percentilesWithoutIntervalsAreNamedToo() {
        Side unended = new Side(9, 900, true, null, null);
        assertThat(EventLines.of(List.of(
                        event("failover", new Effect("store", "purchase", "p99", unended, side(38))),
                        event("checkpoint"))))
                .containsExactly(
                        "failover (12 times, at most 3.20 s): p99 of store purchase is at least 900 ms within and"
                                + " 38 ms (33 to 43) outside.",
                        "checkpoint (12 times, at most 3.20 s): no operation was due both within and outside.",
                        "Intervals are of 95 % and not adjusted for several comparisons.");
    }

    private static EventResult event(String kind, Effect... effects) {
        return new EventResult(kind, List.of("sut/db"), 12, 3.2, 0, 60, 240, List.of(), List.of(effects));
    }

    private static Side side(double ms) {
        return new Side(900, ms, false, ms - 5, ms + 5);
    }
}
