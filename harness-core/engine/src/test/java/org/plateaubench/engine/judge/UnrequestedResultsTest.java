// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.judge.audit.Audit;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.result.Judgement;

/** Results that were not requested are neither shown nor missed. */
final class UnrequestedResultsTest {
    private static final long MILLI = 1_000_000;

    @TempDir
    private Path folder;

    private final MadePlan plan = new MadePlan();

    private Judgement driven(String line) {
        MadeRun run = new MadeRun(folder, plan.simple().build());
        run.drive(start -> run.ok("1/cache", line, start, 5 * MILLI, 50_000));
        return run.judged();
    }

    @Test
    void usersThatNeverPauseHaveNoPaceToKeep() {
        plan.pause = Duration.ZERO;
        assertThat(driven("read").audits()).extracting(Audit::rule).doesNotContain(Rule.PACING, Rule.DRAWS);
    }

    @Test
    void thoseThatPauseHave() {
        assertThat(driven("read").audits()).extracting(Audit::rule).contains(Rule.PACING, Rule.DRAWS);
    }
}
