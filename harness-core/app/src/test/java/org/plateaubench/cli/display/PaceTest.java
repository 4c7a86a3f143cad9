// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.display;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class PaceTest {
    private Instant now = Instant.EPOCH;
    private final Pace pace = new Pace(() -> now);

    private String after(long millis, String activity, long done, long total) {
        now = Instant.EPOCH.plusMillis(millis);
        return pace.of(activity, done, total);
    }

    @Test
    void nothingIsSaidBeforeTwoSecondsOfWork() {
        assertThat(after(0, "loading", 1_000, 10_000)).isEmpty();
        assertThat(after(1_999, "loading", 2_000, 10_000)).isEmpty();
        assertThat(after(2_000, "loading", 2_000, 10_000)).isEqualTo(", 16 s left");
    }

    @Test
    void whatWasDoneBeforeTheWorkBeganDoesNotMakeItFaster() {
        assertThat(after(0, "resuming", 500_000, 1_000_000)).isEmpty();
        assertThat(after(10_000, "resuming", 505_000, 1_000_000)).isEqualTo(", 17 min left");
    }

    @Test
    void otherWorkHasAPaceOfItsOwnAndWorkWithoutEndHasNone() {
        assertThat(after(0, "loading", 0, 10_000)).isEmpty();
        assertThat(after(5_000, "indexing", 5_000, 10_000)).isEmpty();
        assertThat(after(9_000, "indexing", 9_000, 0)).isEmpty();
        assertThat(after(9_000, "indexing", 10_000, 10_000)).isEmpty();
    }

    @Test
    void worksThatAlternateHaveAPaceEach() {
        assertThat(after(0, "mailboxes", 0, 10_000)).isEmpty();
        assertThat(after(0, "calendars", 0, 1_000)).isEmpty();
        assertThat(after(4_000, "mailboxes", 4_000, 10_000)).isEqualTo(", 6 s left");
        assertThat(after(5_000, "calendars", 500, 1_000)).isEqualTo(", 5 s left");
    }
}
