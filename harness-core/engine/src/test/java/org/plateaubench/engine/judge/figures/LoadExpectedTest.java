// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.figures.TestIntervals.window;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;

/** The planned load: 10 users for 2 s, then from 10 to 50 users in 8 s. */
final class LoadExpectedTest {
    private static final Load.Open OPEN = new Load.Open(40, Load.Arrival.POISSON, 8, 1, 64, 500);
    private static final Load.Closed STEPS = new Load.Closed(
            50,
            1,
            List.of(new LoadStep.Constant(Duration.ofSeconds(2), 10), new LoadStep.Ramp(Duration.ofSeconds(8), 10, 50)),
            null);

    private final TestFigures fixture = new TestFigures();

    private TestFigures with(Load load) {
        fixture.load = load;
        return fixture;
    }

    @Test
    void requestedUsersAreTheMeanOfTheSteps() {
        assertThat(with(STEPS).figures().usersRequested()).isEqualTo(26);
        assertThat(fixture.step(1).usersRequested()).isEqualTo(10);
        assertThat(fixture.step(2).usersRequested()).isEqualTo(30);
    }

    @Test
    void requestedUsersOfACutWindowAreUnknown() {
        with(STEPS).window = window(2, 11);
        assertThat(fixture.figures().usersRequested()).isNull();
        assertThat(fixture.step(1).usersRequested()).isEqualTo(10);
        assertThat(fixture.step(2).usersRequested()).isNull();
        fixture.window = null;
        assertThat(fixture.figures().usersRequested()).isNull();
    }

    @Test
    void mostUsersFollowTheHighestLevel() {
        assertThat(with(STEPS).figures().maxUsers()).isEqualTo(50);
        assertThat(fixture.step(1).maxUsers()).isEqualTo(10);
        assertThat(fixture.step(2).maxUsers()).isEqualTo(50);
        TestFigures period = new TestFigures();
        period.plan.periods = 2;
        assertThat(period.period(1).maxUsers()).isEqualTo(8);
    }

    @Test
    void unitsOfAStepFollowTheSlowestPace() {
        // A pause of 0.2 s: 10 users for 2 s, 30 for 8 s.
        assertThat(with(STEPS).step(1).unitsExpected()).isEqualTo(100);
        assertThat(fixture.step(2).unitsExpected()).isEqualTo(1_200);
    }

    @Test
    void unitsWithoutAPauseAreUnbounded() {
        fixture.plan.pause = Duration.ZERO;
        assertThat(with(STEPS).step(1).unitsExpected()).isGreaterThan(1e300);
    }

    @Test
    void unitsOfAPeriodFollowItsLength() {
        fixture.plan.periods = 2;
        assertThat(fixture.period(1).unitsExpected()).isEqualTo(8 * 5 / 0.2);
        TestFigures open = new TestFigures();
        open.plan.periods = 2;
        open.load = OPEN;
        assertThat(open.period(2).unitsExpected()).isEqualTo(200);
    }
}
