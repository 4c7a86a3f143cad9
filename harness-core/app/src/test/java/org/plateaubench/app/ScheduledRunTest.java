// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.judge.Judge;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.StepResult;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.timeline.PhaseWindow;

/** A run whose number of users follows a schedule, from the run file to the report. */
final class ScheduledRunTest {
    @TempDir
    Path folder;

    @Test
    void aScheduleIsDrivenStoredAndJudgedStepByStep() throws Exception {
        AppFixture fixture = new AppFixture(folder);
        fixture.variables.put("TOKEN", "t0psecret");
        FinishedRun finished = fixture.run(
                "workloads.puts.load={schedule: [{for: 1s, users: 1}, {for: 1s, users: 4}], cycle: 20ms}",
                "workloads.puts.parameters.token=${env:TOKEN}");

        StoredRun run = fixture.read(finished);
        assertThat(run.damage()).isEmpty();
        Set<String> windows = run.mergedHistograms(any -> true).keySet().stream()
                .map(tag -> tag.window().label())
                .collect(Collectors.toSet());
        assertThat(windows)
                .contains("ramp-up", "steady-1", "steady-2", "ramp-down")
                .doesNotContain(PhaseWindow.STEADY.label());
        Judgement judgement = Judge.judge(run);
        List<StepResult> steps = judgement.workloads().getFirst().steps();
        assertThat(steps).extracting(step -> step.portion().label()).containsExactly("1 user, 1s", "4 users, 1s");
        // 50 starts a second for each user that is there; the last three begin within a cycle of the edge.
        assertThat(steps.get(0).all().counts().intended()).isEqualTo(50);
        assertThat(steps.get(1).all().counts().intended()).isBetween(197L, 200L);
        assertThat(judgement.workloads().getFirst().all().counts().intended()).isBetween(247L, 250L);
        assertThat(Files.readString(finished.folder().path().resolve("report.html")))
                .contains("\"label\":\"4 users, 1s\"");
        assertThat(Files.readString(finished.folder().path().resolve("result.json")))
                .contains("\"label\" : \"4 users, 1s\"");
    }
}
