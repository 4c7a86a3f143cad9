// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.TestRun.MILLI;
import static org.plateaubench.engine.judge.TestRun.SECOND;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.judge.audit.AuditOrRule.Bounds;

/** The note about other programs on the agent's host. */
final class OtherProgramsTest {
    @TempDir
    Path folder;

    /** The meaning of a run during which other programs used this share of the processors, and all of them before. */
    private String meaning(double percent) {
        TestRun run = new TestRun(
                folder.resolve("used-" + percent), new TestPlan().simple().build());
        run.drive(start -> {
            run.ok("1/cache", "read", start, MILLI, 0);
            run.telemetry("host", "others", start < 2 * SECOND ? 1 : percent / 100, "share", false);
        });
        return run.judged().conclusion().meaning();
    }

    @Test
    void otherProgramsAreNamedAboveTheBound() {
        assertThat(meaning(Bounds.OTHERS_PERCENT - 0.5)).doesNotContain("ther programs");
        assertThat(meaning(Bounds.OTHERS_PERCENT)).contains("ther programs used " + (int) Bounds.OTHERS_PERCENT);
    }
}
