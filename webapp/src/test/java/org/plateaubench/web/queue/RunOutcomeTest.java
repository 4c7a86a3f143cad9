// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.app.control.RunTicket;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.record.RunEvent;

final class RunOutcomeTest {
    private static final QueueItem STARTING = QueueOrderTest.item("a", 1).starting(Instant.EPOCH);

    private static RunTicket.State said(@Nullable String runId, @Nullable String rigUser, @Nullable Integer exitCode) {
        return new RunTicket.State(
                RunTicket.Holder.PROCESS,
                Optional.empty(),
                Optional.ofNullable(runId),
                Optional.empty(),
                Optional.ofNullable(rigUser),
                Optional.ofNullable(exitCode));
    }

    private static RunOutcome of(QueueItem item, RunTicket.State said, @Nullable Integer seen) {
        return RunOutcome.of(item, said, seen, Optional.empty(), Optional.empty(), Optional.of("no such plugin"));
    }

    private static RunOutcome ended(String status, String message, int exitCode) {
        RunEvent end = new RunEvent(
                Instant.EPOCH,
                RunEvent.BEFORE_START,
                EventType.RUN_ENDED.label(),
                "",
                message,
                Map.of("status", status));
        return RunOutcome.of(
                STARTING.running("r"),
                said("r", null, exitCode),
                exitCode,
                Optional.of(end),
                Optional.empty(),
                Optional.of("The last line of the output."));
    }

    @Test
    void aRunThatCouldNotBeginItsLoadTellsTheTrueCause() {
        assertThat(ended("not-started", "No server answers.", 3))
                .isEqualTo(new RunOutcome(ItemState.NOT_STARTED, 3, "No server answers."));
    }

    @Test
    void aRunThatBrokeOffFailsWithItsCause() {
        assertThat(ended("interrupted", "Agent local has gone.", 3))
                .isEqualTo(new RunOutcome(ItemState.FAILED, 3, "Agent local has gone."));
    }

    @Test
    void aRunThatWasAskedToEndSaysByWhom() {
        assertThat(ended("interrupted", "The run was interrupted by ada, through the console.", 130))
                .isEqualTo(new RunOutcome(
                        ItemState.CANCELLED, 130, "The run was interrupted by ada, through the console."));
    }

    @Test
    void aResultThatCouldNotBeWrittenIsToldByWhatTheProcessSaidLast() {
        assertThat(ended("completed", "The run has ended.", 3))
                .isEqualTo(new RunOutcome(ItemState.FAILED, 3, "The last line of the output."));
    }

    @Test
    void aRunThatWasCarriedOutIsDoneWhateverItsVerdict() {
        for (int code = 0; code <= 2; code++) {
            assertThat(of(STARTING.running("r"), said("r", null, code), null))
                    .isEqualTo(new RunOutcome(ItemState.DONE, code, null));
        }
    }

    @Test
    void aRunThatWasAskedToEndIsCancelled() {
        assertThat(of(STARTING.running("r"), said("r", null, 130), null).state())
                .isEqualTo(ItemState.CANCELLED);
        assertThat(of(STARTING.stopping(""), said(null, null, null), 143).state())
                .isEqualTo(ItemState.CANCELLED);
    }

    @Test
    void aRunThatFoundItsRigUsedWaitsAgainAndSaysWhy() {
        assertThat(of(STARTING, said(null, "Run x uses the rig.", 3), 3))
                .isEqualTo(new RunOutcome(ItemState.WAITING, null, "Run x uses the rig."));
        assertThat(of(STARTING.stopping(""), said(null, "Run x uses the rig.", 3), 3)
                        .state())
                .isEqualTo(ItemState.CANCELLED);
    }

    @Test
    void aProcessThatWasKilledFailsAndSaysHowIfThatIsKnown() {
        assertThat(of(STARTING.running("r"), said("r", null, null), 137).message())
                .contains("signal 9");
        RunOutcome unknown = of(STARTING.running("r"), said("r", null, null), null);
        assertThat(unknown.state()).isEqualTo(ItemState.FAILED);
        assertThat(unknown.exitCode()).isNull();
        assertThat(unknown.message()).contains("killed");
    }

    @Test
    void aProcessThatBrokeOffIsNoRunThatWasCarriedOut() {
        RunOutcome outcome = of(STARTING.running("r"), said("r", null, null), 1);
        assertThat(outcome.state()).isEqualTo(ItemState.FAILED);
        assertThat(outcome.message()).contains("exit code 1");
        assertThat(outcome.exitCode()).isEqualTo(3);
    }

    @Test
    void aRunWithoutAFolderCouldNotStartAndSaysWhy() {
        assertThat(of(STARTING, said(null, null, 4), 4))
                .isEqualTo(new RunOutcome(ItemState.NOT_STARTED, 4, "no such plugin"));
    }
}
