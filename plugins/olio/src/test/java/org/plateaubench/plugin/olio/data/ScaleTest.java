// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The table of the published scale: concurrent users, registered users, tags, events. */
final class ScaleTest {
    private static final long SEED = 4711;

    @ParameterizedTest
    @CsvSource({
        "25, 2500, 622, 1866",
        "100, 10000, 2311, 6933",
        "500, 50000, 4933, 14799",
        "1000, 100000, 5000, 15000",
        "1500, 150000, 5000, 15000"
    })
    void scaleMatchesThePublishedTable(int concurrent, int users, int tags, int events) {
        Scale scale = new Scale(concurrent);
        assertThat(scale.users()).isEqualTo(users);
        assertThat(scale.tags()).isEqualTo(tags);
        assertThat(scale.events()).isEqualTo(events);
    }

    /** Rows for each user or event as drawn, within four standard errors of the published means. */
    @ParameterizedTest
    @CsvSource({"25", "100", "1500"})
    void rowCountsMatchThePublishedMeans(int concurrent) {
        Scale scale = new Scale(concurrent);
        Counts counts = new Population(scale, SEED).counts();
        assertThat(counts.users()).isEqualTo(scale.users());
        assertThat(counts.addresses()).isEqualTo(scale.users());
        assertMean(counts.friendships(), scale.users(), 2, 28);
        assertMean(counts.eventTags(), scale.events(), 1, 7);
        assertMean(counts.attendances(), scale.events(), 10, 100);
        assertMean(counts.comments(), scale.events(), 0, 20);
    }

    private static void assertMean(long sum, int rows, int min, int max) {
        double span = max - min + 1.0;
        double deviation = Math.sqrt((span * span - 1) / 12 / rows);
        assertThat((double) sum / rows).isCloseTo((min + max) / 2.0, within(4 * deviation));
    }

    @Test
    void fewUsersGetSmallestScale() {
        assertThat(Scale.forUsers(3)).isEqualTo(new Scale(25));
        assertThat(Scale.forUsers(26)).isEqualTo(new Scale(26));
        assertThatThrownBy(() -> new Scale(24)).isInstanceOf(IllegalArgumentException.class);
    }

    private static final int SAMPLED = 200_000;

    @Test
    void namesAreUniqueWithSixToElevenLetters() {
        Set<Integer> lengths = new HashSet<>();
        Set<String> users = new HashSet<>();
        Set<String> tags = new HashSet<>();
        for (int number = 0; number < SAMPLED; number++) {
            String name = Names.userName(number);
            lengths.add(name.length());
            assertThat(name).matches("[a-z]{6,11}");
            assertThat(users.add(name)).as(name).isTrue();
            assertThat(tags.add(Names.tagName(number))).isTrue();
        }
        assertThat(lengths).containsExactlyInAnyOrder(6, 7, 8, 9, 10, 11);
    }
}
