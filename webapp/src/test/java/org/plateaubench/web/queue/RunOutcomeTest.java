// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.app.control.RunTicket;

final class RunOutcomeTest {
    private static final QueueItem STARTING = QueueOrderTest.item("a", 1).starting(Instant.EPOCH);

    private static RunTicket.Said said(@Nullable String runId, @Nullable String rigUser, @Nullable Integer exitCode) {
        return new RunTicket.Said(
                RunTicket.Holder.PROCESS,
                Optional.empty(),
                Optional.ofNullable(runId),
                Optional.ofNullable(rigUser),
                Optional.ofNullable(exitCode));
    }

    private static RunOutcome of(QueueItem item, RunTicket.Said said, @Nullable Integer seen) {
        return RunOutcome.of(item, said, seen, Optional.of("no such plugin"));
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
    }

    @Test
    void aRunThatCouldNotBeCarriedOutFailsWithWhatItSaid() {
        assertThat(of(STARTING, said(null, null, 4), 4))
                .isEqualTo(new RunOutcome(ItemState.FAILED, 4, "no such plugin"));
    }
}
