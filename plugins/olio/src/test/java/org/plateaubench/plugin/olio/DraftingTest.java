// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.LocalDate;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.plateaubench.plugin.olio.Drafting.Draft;
import org.plateaubench.plugin.olio.Profile.TagSearch;
import org.plateaubench.plugin.olio.data.Names;
import org.plateaubench.plugin.olio.data.Scale;

/** What a user draws: a function of the call and of the user. */
class DraftingTest {
    private static final Scale SCALE = new Scale(40);
    private static final int DRAWS = 20_000;

    private static Drafting drafting(TagSearch search) {
        return new Drafting(new PlateauDialect(""), SCALE, search, 60, LocalDate.of(2026, 11, 21));
    }

    private static Draft draft(OlioOperation operation, int user, long number) {
        return drafting(TagSearch.UNIFORM).draft(operation, TestCall.of(operation, user, number), user, null, 1);
    }

    private static void each(OlioOperation operation, Consumer<Draft> check) {
        for (int i = 0; i < DRAWS; i++) {
            check.accept(draft(operation, i % SCALE.concurrentUsers(), i));
        }
    }

    @Test
    void noTwoUsersEverSignInAsTheSamePerson() {
        Map<Integer, Integer> owners = new HashMap<>();
        for (int user = 0; user < SCALE.concurrentUsers(); user++) {
            for (int number = 0; number < 1_000; number++) {
                int account = draft(OlioOperation.LOGIN, user, number).account();
                assertThat(account).isBetween(1, SCALE.users());
                assertThat(owners.putIfAbsent(account, user)).isIn(null, user);
            }
        }
        assertThat(owners).as("each user uses all of its hundred").hasSize(SCALE.users());
    }

    @Test
    void aNewNameIsNeverGivenTwiceAndFits() {
        Set<String> names = new HashSet<>();
        for (long run : new long[] {1_790_000_000L, 1_790_000_060L}) {
            for (int user = 0; user < SCALE.concurrentUsers(); user++) {
                for (long number : new long[] {0, 1, 2, 35, 36, 40_000}) {
                    TestCall call = TestCall.of(OlioOperation.LOGIN, user, number);
                    String name = drafting(TagSearch.UNIFORM)
                            .draft(OlioOperation.ADD_PERSON, call, user, null, run)
                            .newUserName();
                    assertThat(names.add(name)).as(name).isTrue();
                    assertThat(name).hasSizeLessThanOrEqualTo(25);
                }
            }
        }
    }

    @Test
    void oneInTenAttendsAndSixInTenHaveAFullCache() {
        int[] counts = new int[2];
        each(OlioOperation.EVENT_DETAIL, draft -> {
            counts[0] += draft.attends() ? 1 : 0;
            counts[1] += draft.cachedNext() ? 1 : 0;
        });
        assertThat(counts[0] / (double) DRAWS).isCloseTo(0.1, within(0.01));
        assertThat(counts[1] / (double) DRAWS).isCloseTo(0.6, within(0.015));
    }

    @Test
    void personsAreUniformOverAllThatAreLoaded() {
        long[] sum = new long[1];
        each(OlioOperation.PERSON_DETAIL, draft -> {
            assertThat(draft.person()).isBetween(1, SCALE.users());
            sum[0] += draft.person();
        });
        assertThat(sum[0] / (double) DRAWS / SCALE.users()).isCloseTo(0.5, within(0.01));
    }

    /** Uniform: each tenth of the tags a tenth of the searches; exponential: the first tenth 1 - 1/e of them. */
    @Test
    void tagsAreSearchedAsTheProfileHasIt() {
        assertThat(shareOfFirstTenth(TagSearch.UNIFORM)).isCloseTo(0.1, within(0.01));
        assertThat(shareOfFirstTenth(TagSearch.EXPONENTIAL)).isCloseTo(1 - Math.exp(-1), within(0.02));
    }

    private static double shareOfFirstTenth(TagSearch search) {
        Set<String> firstTenth = new HashSet<>();
        for (int tag = 1; tag <= SCALE.tags() / 10; tag++) {
            firstTenth.add(Names.tagName(tag));
        }
        int first = 0;
        for (int i = 0; i < DRAWS; i++) {
            String tag = drafting(search)
                    .draft(OlioOperation.TAG_SEARCH, TestCall.of(OlioOperation.TAG_SEARCH, 0, i), 0, null, 1)
                    .tag();
            first += firstTenth.contains(tag) ? 1 : 0;
        }
        return first / (double) DRAWS;
    }

    @Test
    void theSameCallDrawsTheSameWhateverWasDrawnBefore() {
        for (OlioOperation operation : OlioOperation.values()) {
            Draft once = draft(operation, 5, 77);
            draft(operation, 6, 78);
            Draft again = draft(operation, 5, 77);
            assertThat(again)
                    .usingRecursiveComparison()
                    .ignoringFields("upload")
                    .isEqualTo(once);
        }
    }

    @Test
    void uploadsHaveTheSizesOfTheOriginal() {
        assertThat(uploaded(OlioOperation.ADD_PERSON)).isBetween(671_520L + 2_000, 671_520L + 8_000);
        assertThat(uploaded(OlioOperation.ADD_EVENT)).isBetween(669_128L + 129_617 + 1_500, 669_128L + 129_617 + 6_000);
    }

    private static long uploaded(OlioOperation operation) {
        return Objects.requireNonNull(draft(operation, 1, 1).upload()).lengthBytes();
    }
}
