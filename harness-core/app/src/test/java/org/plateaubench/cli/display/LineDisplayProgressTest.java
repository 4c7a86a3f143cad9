// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.display;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineDisplayProgressTest {
    private static final long TOTAL = 100_000;

    private Instant now = Instant.EPOCH.plusSeconds(1_000);
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final LineDisplay display = new LineDisplay(
            new PrintStream(bytes, true, StandardCharsets.UTF_8), PlanTextTest.plan(List.of()), () -> now);

    private List<String> lines() {
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private void report(String scope, String activity, long done) {
        display.progress(scope, activity, done, TOTAL, "items");
    }

    @Test
    void activitiesThatAlternateHaveALineEachAtTheirBeginAndEndAndOnePerTenSecondsTogether() {
        long seconds = 25;
        for (int i = 0; i <= 100 * seconds; i++) {
            report("1/mail", "filling mailboxes", TOTAL * i / (100 * seconds));
            report("1/mail", "filling calendars", TOTAL * i / (100 * seconds));
            now = now.plusMillis(10);
        }

        assertThat(lines())
                .containsExactly(
                        "  1/mail: filling mailboxes, 0 of 100 000 items (0 %)",
                        "  1/mail: filling calendars, 0 of 100 000 items (0 %)",
                        "  1/mail: filling mailboxes, 40 000 of 100 000 items (40 %), 4 000 items/s, 15 s left",
                        "  1/mail: filling mailboxes, 80 000 of 100 000 items (80 %), 4 000 items/s, 5 s left",
                        "  1/mail: filling mailboxes, 100 000 of 100 000 items (100 %)",
                        "  1/mail: filling calendars, 100 000 of 100 000 items (100 %)");
    }

    @Test
    void eachWorkloadAndSutHasTenSecondsOfItsOwn() {
        for (int i = 0; i < 15; i++) {
            report("1/mail", "filling mailboxes", i);
            report("2/mail", "filling mailboxes", i);
            now = now.plusSeconds(1);
        }

        assertThat(lines().stream().filter(line -> line.startsWith("  1/mail"))).hasSize(2);
        assertThat(lines().stream().filter(line -> line.startsWith("  2/mail"))).hasSize(2);
    }

    @Test
    void theEndIsToldOnce() {
        report("1/mail", "filling mailboxes", 1);
        for (int i = 0; i < 5; i++) {
            report("1/mail", "filling mailboxes", TOTAL);
        }

        assertThat(lines()).hasSize(2);
    }

    @Test
    void activitiesWithNamesThatNeverEndDoNotFlood() {
        for (int i = 0; i < 5_000; i++) {
            report("1/mail", "filling mailbox " + i, TOTAL);
        }

        assertThat(lines()).hasSize(100);
    }
}
