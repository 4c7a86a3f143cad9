// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.plateaubench.web.http.Problem;

final class SignInLimitTest {
    private Instant now = Instant.EPOCH;
    private final SignInLimit limit = new SignInLimit(() -> now);

    private SignInLimit.Attempt attempt(String account, String address) {
        return limit.attempt(account, address, Optional.empty());
    }

    @Test
    void attemptsThatAreStillComparedCountSoThatAFloodIsNoWayRound() {
        for (int i = 0; i < SignInLimit.PER_ACCOUNT_AND_ADDRESS; i++) {
            attempt("ada", "10.0.0.1");
        }
        assertThatThrownBy(() -> attempt("ada", "10.0.0.1"))
                .isInstanceOfSatisfying(
                        Problem.class, problem -> assertThat(problem.status()).isEqualTo(429));
        assertThatCode(() -> attempt("bob", "10.0.0.1")).doesNotThrowAnyException();
    }

    @Test
    void whoGuessedBeforeIsAwaitedForAMinuteAndNobodyGuessesOftenerForIt() {
        for (int i = 0; i < SignInLimit.PER_ACCOUNT_AND_ADDRESS; i++) {
            attempt("ada", "10.0.0.1");
        }
        now = now.plus(SignInLimit.EASE).minusSeconds(1);
        assertThatThrownBy(() -> attempt("ada", "10.0.0.1"))
                .isInstanceOfSatisfying(
                        Problem.class,
                        problem -> assertThat(problem.getMessage())
                                .isEqualTo("Too many attempts failed; try again in 2 s."));
        now = now.plusSeconds(1);
        attempt("ada", "10.0.0.1");
        assertThatThrownBy(() -> attempt("ada", "10.0.0.1")).isInstanceOf(Problem.class);
    }

    @Test
    void noMoreThanAHundredGuessesAtAnAccountPassWithinAnHourWhereverTheyComeFrom() {
        int passed = 0;
        for (int second = 0; second < 3_600; second++) {
            now = Instant.EPOCH.plusSeconds(second);
            try {
                attempt("ada", "10.0." + second / 200 + "." + second % 200);
                passed++;
            } catch (Problem refused) {
                // One more that was not compared.
            }
        }
        assertThat(passed).isBetween(SignInLimit.PER_ACCOUNT, 100);
    }

    @Test
    void anAddressThatGuessedHasOneAttemptInFiveMinutes() {
        for (int i = 0; i < 3 * SignInLimit.PER_ADDRESS; i++) {
            attempt("name" + i, "10.0.0.1");
        }
        attempt("ada", "10.0.0.1");
        now = now.plus(Duration.ofMinutes(5)).minusSeconds(1);
        assertThatThrownBy(() -> attempt("ada", "10.0.0.1")).isInstanceOf(Problem.class);
        now = now.plusSeconds(1);
        assertThatCode(() -> attempt("ada", "10.0.0.1")).doesNotThrowAnyException();
    }

    /** Everybody behind a proxy has its address. */
    @Test
    void whoGuessesAtManyAccountsClosesTheAddressToNobodyElse() {
        for (int i = 0; i < 10 * SignInLimit.PER_ADDRESS; i++) {
            attempt("name" + i, "10.0.0.1");
        }
        attempt("ada", "10.0.0.1").succeeded();
        assertThatCode(() -> attempt("ada", "10.0.0.1")).doesNotThrowAnyException();
    }

    @Test
    void anAddressThatGuessesHasOneAttemptAtEachAccount() {
        for (int i = 0; i < SignInLimit.PER_ADDRESS; i++) {
            attempt("name" + i, "10.0.0.1");
        }
        attempt("ada", "10.0.0.1");
        assertThatThrownBy(() -> attempt("ada", "10.0.0.1"))
                .isInstanceOfSatisfying(
                        Problem.class, problem -> assertThat(problem.status()).isEqualTo(429));
        assertThatCode(() -> attempt("ada", "10.0.0.2")).doesNotThrowAnyException();
    }

    @Test
    void whoSucceedsIsNeverRefusedForTheNumberOfTimes() {
        for (int i = 0; i <= SignInLimit.PER_ACCOUNT; i++) {
            attempt("ada", "10.0.0.1").succeeded();
        }
        assertThat(limit.keys()).isZero();
    }

    @Test
    void aKnownBrowserIsNotHeldUpByFailuresOfAllTheWorldAndHasAsManyAsAnybody() {
        for (int i = 0; i < SignInLimit.PER_ACCOUNT; i++) {
            attempt("ada", "10.0.0." + i);
        }
        assertThatThrownBy(() -> attempt("ada", "10.0.1.1")).isInstanceOf(Problem.class);
        SignInLimit.Attempt last = limit.attempt("ada", "10.0.0.1", Optional.of("browser"));
        for (int i = 1; i < SignInLimit.PER_BROWSER; i++) {
            last = limit.attempt("ada", "10.0.0.1", Optional.of("browser"));
        }
        assertThatThrownBy(() -> limit.attempt("ada", "10.0.0.1", Optional.of("browser")))
                .isInstanceOf(Problem.class);
        assertThatCode(() -> limit.attempt("ada", "10.0.0.1", Optional.of("another")))
                .doesNotThrowAnyException();
        last.succeeded();
        assertThatCode(() -> limit.attempt("ada", "10.0.0.1", Optional.of("browser")))
                .doesNotThrowAnyException();
    }
}
