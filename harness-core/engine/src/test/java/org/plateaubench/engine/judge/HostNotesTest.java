// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.MadeRun.MILLI;
import static org.plateaubench.engine.judge.MadeRun.SECOND;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.judge.audit.Bounds;
import org.plateaubench.engine.judge.result.Judgement;

/** What is said of other programs on the agent's host. */
final class HostNotesTest {
    @TempDir
    Path folder;

    /** Notes of a run beside which other programs used so much in the steady state, and everything before it. */
    private List<String> notes(double percent) {
        MadeRun run = new MadeRun(
                folder.resolve("used-" + percent), new MadePlan().simple().build());
        run.drive(start -> {
            run.ok("1/cache", "read", start, MILLI, 0);
            run.telemetry("host", "others", start < 2 * SECOND ? 1 : percent / 100, "share", false);
        });
        return run.judged().notes().stream()
                .filter(note -> note.scope().equals("host"))
                .map(Judgement.Note::message)
                .toList();
    }

    @Test
    void otherProgramsAreNamedFromTheBoundOn() {
        assertThat(notes(Bounds.OTHERS_PERCENT - 0.5)).isEmpty();
        assertThat(notes(Bounds.OTHERS_PERCENT))
                .singleElement()
                .asString()
                .startsWith("Other programs used " + (int) Bounds.OTHERS_PERCENT)
                .contains("run the agent on a separate host");
    }

    @Test
    void aRunThatEndedBeforeItsSteadyStateSaysNothingOfThem() {
        MadeRun run = new MadeRun(folder, new MadePlan().simple().build());
        run.telemetry("host", "others", 1, "share", false);
        run.end("interrupted");
        assertThat(Judge.judge(run.read()).notes()).isEmpty();
    }
}
