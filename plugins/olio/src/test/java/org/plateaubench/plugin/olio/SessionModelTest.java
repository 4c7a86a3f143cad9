// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Figures derived from the matrix: shares, sessions, and the rate of a number of users. */
class SessionModelTest {
    private final SessionModel model = new SessionModel();

    @Test
    void matrixRowsSumToHundredPercent() {
        for (OlioOperation operation : OlioOperation.values()) {
            assertThat(operation.next().stream().mapToInt(Integer::intValue).sum())
                    .as(operation.title())
                    .isEqualTo(100);
        }
    }

    @Test
    void sharesAreStationaryDistributionOfMatrix() {
        assertThat(Arrays.stream(OlioOperation.values()).mapToDouble(operation -> 100 * model.share(operation)))
                .usingComparatorForType((a, b) -> Math.abs(a - b) < 5e-5 ? 0 : Double.compare(a, b), Double.class)
                .containsExactly(26.1518, 10.2232, 33.4454, 24.6814, 2.6109, 0.8428, 2.0446);
    }

    @Test
    void fifteenHundredUsersDrive302OperationsPerSecond() {
        assertThat(1500 / meanCycleSeconds()).isCloseTo(302.0, within(0.05));
        assertThat(meanCycleSeconds()).isLessThan(5.25);
    }

    /** Mean time from the start of one operation to that of the next. */
    static double meanCycleSeconds() {
        SessionModel model = new SessionModel();
        return Arrays.stream(OlioOperation.values())
                        .mapToDouble(operation ->
                                model.share(operation) * operation.cycle().meanNanos())
                        .sum()
                / 1e9;
    }

    /** The figures come from an independent simulation of the matrix and the rules. */
    @Test
    void sessionsMatchTheReferenceSimulation() {
        assertThat(model.operationsPerSession()).isCloseTo(9.8, within(0.1));
        assertThat(10 * model.firstHomePageShare()).isCloseTo(3.05, within(0.005));
        assertThat(model.signedInShare(OlioOperation.HOME_PAGE)).isCloseTo(0.91, within(0.01));
        assertThat(model.signedInShare(OlioOperation.EVENT_DETAIL)).isCloseTo(0.93, within(0.01));
        assertThat(model.signedInShare(OlioOperation.PERSON_DETAIL)).isCloseTo(0.59, within(0.01));
        assertThat(model.signedInShare(OlioOperation.ADD_EVENT)).isEqualTo(1, within(1e-12));
    }
}
