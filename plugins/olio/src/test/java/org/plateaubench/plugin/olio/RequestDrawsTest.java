// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.LocalDate;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Draws;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.browser.CacheModel;
import org.plateaubench.plugin.olio.data.Scale;

/** The draws of users. */
class RequestDrawsTest {
    private static final Scale SCALE = new Scale(40);
    private static final int DRAWS = 20_000;

    private static RequestDraws requestDraws(boolean uniform) {
        return new RequestDraws(
                new PlateauDialect(WebAddress.parse("http://site.example/"), SCALE, LoadedData.NONE),
                SCALE,
                uniform,
                60,
                LocalDate.of(2026, 11, 21));
    }

    private static Draws draws(int user, long number) {
        return TestCall.of(OlioOperation.HOME_PAGE, user, number).draws();
    }

    private static void each(Consumer<Draws> check) {
        for (int i = 0; i < DRAWS; i++) {
            check.accept(draws(i % SCALE.concurrentUsers(), i));
        }
    }

    @Test
    void usersSignInWithDistinctAccounts() {
        Map<Integer, Integer> owners = new HashMap<>();
        for (int user = 0; user < SCALE.concurrentUsers(); user++) {
            for (int number = 0; number < 1_000; number++) {
                int account = requestDraws(true).account(draws(user, number), user);
                assertThat(account).isBetween(1, SCALE.users());
                assertThat(owners.putIfAbsent(account, user)).isIn(null, user);
            }
        }
        assertThat(owners).as("each user uses all of its 100 accounts").hasSize(SCALE.users());
    }

    @Test
    void newUserNamesAreUniqueAndFitColumn() {
        Set<String> names = new HashSet<>();
        for (long run : new long[] {1_790_000_000L, 1_790_000_060L}) {
            for (int user = 0; user < SCALE.concurrentUsers(); user++) {
                for (long number : new long[] {0, 1, 2, 35, 36, 40_000}) {
                    TestCall call = TestCall.of(OlioOperation.LOGIN, user, number);
                    String name = requestDraws(true).newUserName(call, run);
                    assertThat(names.add(name)).as(name).isTrue();
                    assertThat(name).hasSizeLessThanOrEqualTo(25);
                }
            }
        }
    }

    @Test
    void attendanceAndCacheSharesAreAsDocumented() {
        int[] counts = new int[2];
        each(draws -> {
            counts[0] += requestDraws(true).attends(draws) ? 1 : 0;
            counts[1] += requestDraws(true).cache(draws) == CacheModel.OLIO_CACHED ? 1 : 0;
        });
        assertThat(counts[0] / (double) DRAWS).isCloseTo(0.1, within(0.01));
        assertThat(counts[1] / (double) DRAWS).isCloseTo(0.6, within(0.015));
    }

    @Test
    void personsAreDrawnUniformly() {
        long[] sum = new long[1];
        each(draws -> {
            int person = requestDraws(true).person(draws);
            assertThat(person).isBetween(1, SCALE.users());
            sum[0] += person;
        });
        assertThat(sum[0] / (double) DRAWS / SCALE.users()).isCloseTo(0.5, within(0.01));
    }

    /** The first tenth of the tags gets a tenth of uniform searches, and 1 - 1/e of exponential ones. */
    @Test
    void tagDistributionFollowsProfile() {
        assertThat(shareOfFirstTenth(true)).isCloseTo(0.1, within(0.01));
        assertThat(shareOfFirstTenth(false)).isCloseTo(1 - Math.exp(-1), within(0.02));
    }

    private static double shareOfFirstTenth(boolean uniform) {
        int first = 0;
        for (int i = 0; i < DRAWS; i++) {
            first += requestDraws(uniform).tag(draws(0, i)) <= SCALE.tags() / 10 ? 1 : 0;
        }
        return first / (double) DRAWS;
    }

    @Test
    void uploadsHaveOriginalSizes() {
        TestCall call = TestCall.of(OlioOperation.ADD_PERSON, 1, 1);
        RequestDraws requestDraws = requestDraws(true);
        assertThat(requestDraws.registration(call, 1).body().lengthBytes())
                .isBetween(671_520L + 2_000, 671_520L + 8_000);
        assertThat(requestDraws.announcement(call.draws(), "name").body().lengthBytes())
                .isBetween(669_128L + 129_617 + 1_500, 669_128L + 129_617 + 6_000);
    }
}
