// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.plateaubench.web.http.Problem;

final class SignInLimitTest {
    private final SignInLimit limit = new SignInLimit(InstantSource.fixed(Instant.EPOCH));

    @Test
    void attemptsThatAreStillComparedCountSoThatAFloodIsNoWayRound() {
        for (int i = 0; i < SignInLimit.PER_ACCOUNT_AND_ADDRESS; i++) {
            limit.attempt("ada", "10.0.0.1");
        }
        assertThatThrownBy(() -> limit.attempt("ada", "10.0.0.1"))
                .isInstanceOfSatisfying(
                        Problem.class, problem -> assertThat(problem.status()).isEqualTo(429));
        assertThatCode(() -> limit.attempt("bob", "10.0.0.1")).doesNotThrowAnyException();
    }

    /** Everybody behind a proxy has its address. */
    @Test
    void whoGuessesAtManyAccountsClosesTheAddressToNobodyElse() {
        for (int i = 0; i < 10 * SignInLimit.PER_ADDRESS; i++) {
            limit.attempt("name" + i, "10.0.0.1");
        }
        assertThatCode(() -> limit.attempt("ada", "10.0.0.1")).doesNotThrowAnyException();
        limit.succeeded("ada", "10.0.0.1");
        assertThatCode(() -> limit.attempt("ada", "10.0.0.1")).doesNotThrowAnyException();
    }

    @Test
    void anAddressThatGuessesHasOneAttemptAtEachAccount() {
        for (int i = 0; i < SignInLimit.PER_ADDRESS; i++) {
            limit.attempt("name" + i, "10.0.0.1");
        }
        limit.attempt("ada", "10.0.0.1");
        assertThatThrownBy(() -> limit.attempt("ada", "10.0.0.1"))
                .isInstanceOfSatisfying(
                        Problem.class, problem -> assertThat(problem.status()).isEqualTo(429));
        assertThatCode(() -> limit.attempt("ada", "10.0.0.2")).doesNotThrowAnyException();
    }

    @Test
    void whoSucceedsIsNeverRefusedForTheNumberOfTimes() {
        for (int i = 0; i <= SignInLimit.PER_ACCOUNT; i++) {
            limit.attempt("ada", "10.0.0.1");
            limit.succeeded("ada", "10.0.0.1");
        }
        assertThat(limit.keys()).isZero();
    }
}
