// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.display;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Phase;

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
    void progressHasALineEachTenSecondsAndNoTotalsThatMayDiffer() {
        long seconds = 25;
        for (int i = 0; i <= 100 * seconds; i++) {
            report("1/mail", "filling mailboxes", TOTAL * i / (100 * seconds));
            report("1/mail", "filling calendars", TOTAL * i / (100 * seconds));
            now = now.plusMillis(10);
        }

        assertThat(lines())
                .containsExactly(
                        "  1/mail: filling mailboxes, 40 %, 15 s left", "  1/mail: filling mailboxes, 80 %, 5 s left");
    }

    @Test
    void preparationEndsWithOneLineOfWhatWasLoaded() {
        report("1/mail", "filling mailboxes", TOTAL / 2);
        report("1/mail", "filling mailboxes", TOTAL);
        report("2/mail", "filling mailboxes", TOTAL);
        display.progress("1/mail", "making indexes", 14, 14, "steps");
        now = now.plusSeconds(7);
        display.phase(Phase.RAMP_UP, 0, 0);
        display.phase(Phase.STEADY, 0, 0);

        assertThat(lines()).containsExactly("\u2713 200 000 items loaded (7 s)");
    }
}
