// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Mix;
import org.plateaubench.api.Pacing;
import org.plateaubench.plugin.mail.model.Scale.Fill;
import org.plateaubench.plugin.mail.model.UserDay.Profile;

class UserDayTest {
    private static UserDay day(Profile profile) {
        return new UserDay(profile, 1, true);
    }

    @Test
    void mailRatesAreUnchangedWithoutGroupware() {
        UserDay mail = new UserDay(Profile.HEAVY, 1, false);
        assertThat(mail.actions()).isCloseTo(132 - 14, within(1e-9));
        assertThat(((Mix.Flat) mail.mix()).weights()).hasSize(10).containsEntry("send", 20.0);
    }

    /** Intended starts do not move while a user waits, so that waiting is part of the response time. */
    @Test
    void gapsAreExponentialAndKeepTheSchedule() {
        Pacing pacing = day(Profile.HEAVY).paced();
        assertThat(pacing.kind()).isEqualTo(Pacing.Kind.CYCLE);
        assertThat(pacing.onLate()).isEqualTo(Pacing.OnLate.KEEP);
        assertThat(pacing.gap()).isInstanceOf(Distribution.Exponential.class);
        assertThat(pacing.gap().meanNanos())
                .isCloseTo((double) day(Profile.HEAVY).cycle().toNanos(), within(1.0));
        assertThat(UserDay.stress().gap().meanNanos()).isZero();
    }

    private static final UserDay DAY = new UserDay(Profile.HEAVY, 1, true);

    private static CheckDefinition check(String name) {
        return DAY.checks(Fill.STANDARD).stream()
                .filter(check -> check.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void singleWrongAnswerDuplicateOrLateDeliveryFails() {
        for (String name : List.of("wrongAnswers", "duplicates", "lateDeliveries")) {
            assertThat(check(name).holds(0)).isTrue();
            assertThat(check(name).holds(1)).as(name).isFalse();
        }
    }

    /** With the needed number of actions, fewer than 1 of 10,000 runs fail by chance. */
    @Test
    void achievedCheckRarelyFailsByChance() {
        CheckDefinition achieved = check("achieved");
        double planned = achieved.needed() / achieved.factor();
        assertThat(planned).isCloseTo(40_000, within(1e-6));
        SplittableRandom random = new SplittableRandom(1);
        int runs = 200_000;
        int missed = 0;
        for (int run = 0; run < runs; run++) {
            double done = planned + random.nextGaussian() * Math.sqrt(planned);
            missed += achieved.holds(done * achieved.factor() / achieved.needed()) ? 0 : 1;
        }
        assertThat(missed).isBetween(1, runs / 10_000);
        assertThat(achieved.holds(0.979)).isFalse();
        assertThat(achieved.holds(1.021)).isFalse();
    }
}
