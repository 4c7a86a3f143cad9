// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.CheckDefinition;

class MailChecksTest {
    private static final UserDay DAY = new UserDay(Profile.HEAVY, 1, true);

    private static CheckDefinition check(String name) {
        return MailChecks.paced(DAY).stream()
                .filter(check -> check.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void oneWrongAnswerOneDuplicateAndOneLateDeliveryAreTooMany() {
        for (String name : List.of("wrongAnswers", "duplicates", "lateDeliveries")) {
            assertThat(check(name).holds(0)).isTrue();
            assertThat(check(name).holds(1)).as(name).isFalse();
        }
    }

    /** From there on, chance alone misses it in fewer than 1 of 10,000 runs. */
    @Test
    void whatWasAchievedIsHeldAgainstTheDayFromWhereChanceCannotDecide() {
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

    @Test
    void withoutAScheduleNothingIsPlanned() {
        assertThat(MailChecks.always()).extracting(CheckDefinition::name).doesNotContain("achieved");
    }
}
