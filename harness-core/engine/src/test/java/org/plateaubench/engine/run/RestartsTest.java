// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.run.RunData.Restarts;
import org.plateaubench.spi.SutIncarnation;

class RestartsTest {
    private static final SutIncarnation FIRST = new SutIncarnation("Redis at a:1", "run id 1 as master", "since 10:00");
    private static final SutIncarnation OTHER = new SutIncarnation("Redis at b:1", "run id 2 as master", "");

    @Test
    void sameIdentityIsNoRestart() {
        SutIncarnation later = new SutIncarnation(FIRST.server(), FIRST.identity(), "since 10:01");
        assertThat(Restarts.sentence(List.of(FIRST, OTHER), List.of(OTHER, later)))
                .isEmpty();
        assertThat(Restarts.sentence(List.of(), List.of())).isEmpty();
    }

    @Test
    void changedIdOrRoleIsReportedWithBothIncarnations() {
        SutIncarnation restarted = new SutIncarnation(FIRST.server(), "run id 9 as slave", "since 10:07");
        assertThat(Restarts.sentence(List.of(FIRST), List.of(restarted)))
                .contains("Redis at a:1", "run id 1 as master, since 10:00", "run id 9 as slave, since 10:07");
    }

    @Test
    void addedAndRemovedServersAreNamed() {
        assertThat(Restarts.sentence(List.of(FIRST), List.of(OTHER)))
                .contains("Redis at a:1 is no longer part", "Redis at b:1 (run id 2 as master) was not there before");
    }
}
