// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Draws;

/** What the matrix says: shares, sessions, and the rate of a number of users. */
class SessionModelTest {
    private static final int STEPS = 600_000;

    private final SessionModel model = new SessionModel();

    @Test
    void everyRowOfTheMatrixSumsToAHundredPercent() {
        for (OlioOperation operation : OlioOperation.values()) {
            assertThat(operation.next().stream().mapToInt(Integer::intValue).sum())
                    .as(operation.title())
                    .isEqualTo(100);
        }
    }

    @Test
    void theSharesAreThoseInWhichTheMatrixSettles() {
        assertThat(Arrays.stream(OlioOperation.values()).mapToDouble(operation -> 100 * model.share(operation)))
                .usingComparatorForType((a, b) -> Math.abs(a - b) < 5e-5 ? 0 : Double.compare(a, b), Double.class)
                .containsExactly(26.1518, 10.2232, 33.4454, 24.6814, 2.6109, 0.8428, 2.0446);
    }

    @Test
    void oneStepOfTheMatrixLeavesTheSharesAsTheyAre() {
        for (int to = 0; to < OlioOperation.values().length; to++) {
            double next = 0;
            for (OlioOperation from : OlioOperation.values()) {
                next += model.share(from) * from.next().get(to) / 100;
            }
            assertThat(next).isCloseTo(model.share(OlioOperation.at(to)), within(1e-12));
        }
    }

    @Test
    void fifteenHundredUsersAreThreeHundredAndTwoOperationsPerSecond() {
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

    /** The figures of a simulation that others made of matrix and rules. */
    @Test
    void sessionsAreAsTheReferenceHasThem() {
        assertThat(model.operationsPerSession()).isCloseTo(9.8, within(0.1));
        assertThat(10 * model.firstHomePageShare()).isCloseTo(3.05, within(0.005));
        assertThat(model.signedInShare(OlioOperation.HOME_PAGE)).isCloseTo(0.91, within(0.01));
        assertThat(model.signedInShare(OlioOperation.EVENT_DETAIL)).isCloseTo(0.93, within(0.01));
        assertThat(model.signedInShare(OlioOperation.PERSON_DETAIL)).isCloseTo(0.59, within(0.01));
        assertThat(model.signedInShare(OlioOperation.ADD_EVENT)).isEqualTo(1, within(1e-12));
    }

    /** A walk of one user, step by step, shows what the calculation says. */
    @Test
    void aWalkThroughTheMatrixShowsTheSame() {
        Draws draws = Draws.of(11);
        Map<OlioOperation, Integer> visits = new EnumMap<>(OlioOperation.class);
        Map<OlioOperation, Integer> signedIn = new EnumMap<>(OlioOperation.class);
        long signOuts = 0;
        boolean in = false;
        OlioOperation at = OlioOperation.HOME_PAGE;
        for (int step = 0; step < STEPS; step++) {
            visits.merge(at, 1, Integer::sum);
            if (in) {
                signedIn.merge(at, 1, Integer::sum);
                signOuts += at == OlioOperation.LOGIN || at == OlioOperation.ADD_PERSON ? 1 : 0;
            }
            in = at == OlioOperation.LOGIN || (in && at != OlioOperation.ADD_PERSON);
            at = following(at, draws.uniform(1, step));
        }
        assertThat(STEPS / (double) signOuts).isCloseTo(model.operationsPerSession(), within(0.1));
        for (OlioOperation operation : OlioOperation.values()) {
            double n = visits.getOrDefault(operation, 0);
            assertThat(n / STEPS).isCloseTo(model.share(operation), within(0.003));
            assertThat(signedIn.getOrDefault(operation, 0) / n)
                    .as(operation.title())
                    .isCloseTo(model.signedInShare(operation), within(0.04));
        }
    }

    private static OlioOperation following(OlioOperation from, double uniform) {
        double left = 100 * uniform;
        int to = 0;
        while (left >= from.next().get(to)) {
            left -= from.next().get(to);
            to++;
        }
        return OlioOperation.at(to);
    }
}
