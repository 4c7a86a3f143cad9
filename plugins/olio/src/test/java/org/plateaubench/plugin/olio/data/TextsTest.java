// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.plateaubench.plugin.olio.data.PersonForm.EventForm;

final class TextsTest {
    private static final LocalDate DAY = LocalDate.of(2026, 3, 1);
    private static final int SAMPLED = 3_000;

    private final Texts texts = new Texts(42);
    private final Population population = new Population(new Scale(25), 42);

    @Test
    void textsHaveDocumentedLengths() {
        for (int id = 1; id <= SAMPLED; id++) {
            PersonForm person = texts.person(id);
            assertThat(person.firstName()).hasSizeBetween(2, 12);
            assertThat(person.lastName()).hasSizeBetween(5, 15);
            assertThat(person.summary()).hasSizeBetween(250, 2_500);
            assertThat(person.address().city()).hasSizeBetween(4, 14);
            assertThat(person.address().state()).hasSize(2);
            assertThat(person.address().zip()).matches("\\d{5}");
            EventForm event = texts.event(id, DAY);
            assertThat(event.title()).hasSizeBetween(15, 20);
            assertThat(event.description()).hasSizeBetween(50, 495);
            assertThat(event.summary()).hasSizeBetween(50, 90);
            assertThat(texts.comment(id, 3)).hasSizeBetween(10, 1_000);
        }
    }

    @Test
    void datesAreWithinDocumentedDays() {
        for (int id = 1; id <= SAMPLED; id++) {
            EventForm event = texts.event(id, DAY);
            assertThat(event.startsAt().toLocalDate()).isBetween(DAY, DAY.plusDays(540));
            assertThat(event.startsAt().getHour()).isBetween(7, 21);
            assertThat(event.startsAt().getMinute() % 15).isZero();
            assertThat(texts.createdAt(id, DAY).toLocalDate()).isBetween(DAY.minusDays(540), DAY.minusDays(1));
        }
    }

    @Test
    void textsDependOnSeed() {
        assertThat(texts.person(7)).isEqualTo(new Texts(42).person(7));
        assertThat(texts.person(7).summary())
                .isNotEqualTo(new Texts(43).person(7).summary());
    }

    @Test
    void drawnPersonsAreDistinctAndNotOwnFriends() {
        for (int id = 1; id <= population.scale().events(); id++) {
            assertDistinct(population.attendeesOf(id), population.scale().users());
            assertDistinct(population.tagsOf(id), population.scale().tags());
            assertDistinct(population.friendsOf(id), population.scale().users());
            assertThat(population.friendsOf(id)).doesNotContain(id);
            assertThat(population.ratingsOf(id)).hasSameSizeAs(population.authorsOf(id));
        }
    }

    private static void assertDistinct(int[] drawn, int max) {
        Set<Integer> seen = new HashSet<>();
        Arrays.stream(drawn).forEach(seen::add);
        assertThat(seen).hasSize(drawn.length).allMatch(number -> number >= 1 && number <= max);
    }

    @Test
    void tagUseIsExponential() {
        int tags = population.scale().tags();
        long firstTenth = 0;
        long all = 0;
        for (int id = 1; id <= population.scale().events(); id++) {
            for (int tag : population.tagsOf(id)) {
                firstTenth += tag <= tags / 10 ? 1 : 0;
                all++;
            }
        }
        // 1 - 1/e, a little less because an event has no tag twice.
        assertThat((double) firstTenth / all).isCloseTo(0.63, within(0.03));
    }
}
