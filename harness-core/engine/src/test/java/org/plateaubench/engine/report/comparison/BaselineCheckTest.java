// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.judge.result.Verdict;

final class BaselineCheckTest {
    private static final double TOLERANCE_PERCENT = 5;

    @TempDir
    Path folder;

    @Test
    void slowerRunFailsAndNamesTheWorseFigure() {
        BaselineCheck check = check(run("first", 1, 5), run("slower", 2, 6), TOLERANCE_PERCENT);

        assertThat(check.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(check.sentences())
                .anyMatch(sentence ->
                        sentence.matches("cache/read: p50 is [56]\\.\\d+ ms in run B and was [45]\\.\\d+ ms in"
                                + " run A \\(\\+\\d\\d\\.\\d%\\), which is more than the variation between runs\\."));
    }

    @Test
    void repeatedAndFasterRunsPass() {
        JudgedRun first = run("first", 1, 5);

        assertThat(check(first, run("again", 2, 5), TOLERANCE_PERCENT))
                .isEqualTo(new BaselineCheck(Verdict.PASS, List.of()));
        assertThat(check(first, run("faster", 3, 4), TOLERANCE_PERCENT).verdict())
                .isEqualTo(Verdict.PASS);
    }

    @Test
    void runsTooShortToCompareAreInvalid() {
        BaselineCheck check = check(shortRun("first", 1), shortRun("second", 2), TOLERANCE_PERCENT);

        assertThat(check.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(check.sentences())
                .singleElement()
                .asString()
                .contains("do not distinguish any figure from chance: both need steady windows of 50 s or more");
    }

    private static BaselineCheck check(JudgedRun baseline, JudgedRun run, double tolerancePercent) {
        return BaselineCheck.of(ComparedRuns.compared(List.of(baseline, run)), tolerancePercent);
    }

    private JudgedRun run(String name, long seed, double medianMillis) {
        return ComparedRuns.cache(folder.resolve(name), seed, medianMillis);
    }

    private JudgedRun shortRun(String name, long seed) {
        return ComparedRuns.cache(folder.resolve(name), seed, 5, 1, plan -> plan.steady = Duration.ofSeconds(12));
    }
}
