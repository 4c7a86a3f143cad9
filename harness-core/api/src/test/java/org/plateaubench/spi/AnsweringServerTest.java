// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.plateaubench.spi.TelemetrySource.Sample;

final class AnsweringServerTest {
    private static final long START = Long.MAX_VALUE - 5_000_000_000L;

    private final AnsweringServer server = new AnsweringServer();

    /** An answer over the same connection as the one before. */
    private Optional<Sample> answered(String identity, double upSeconds, double atSeconds) {
        return server.answered(
                identity, nanos(upSeconds), START + nanos(atSeconds).toNanos());
    }

    private Optional<Sample> answeredAnew(String identity, double upSeconds, double atSeconds) {
        server.connected();
        return answered(identity, upSeconds, atSeconds);
    }

    private static Duration nanos(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }

    private static Sample event(String kind, double seconds) {
        return Sample.event(kind, nanos(seconds), Duration.ZERO);
    }

    @Test
    void theFirstAnswerAndThoseOfTheSameServerAreNoEvent() {
        assertThat(answeredAnew("a", 100, 0)).isEmpty();
        assertThat(answered("a", 101, 1)).isEmpty();
        assertThat(answeredAnew("a", 109, 9)).as("after a hole").isEmpty();
    }

    @Test
    void aServerThatWasStartedMeanwhileIsARestartSinceTheLastAnswer() {
        assertThat(answeredAnew("a", 100, 0)).isEmpty();
        assertThat(answered("a", 102, 2)).isEmpty();
        assertThat(answeredAnew("b", 3, 9)).contains(event("restart", 7));
        assertThat(answered("b", 4, 10)).isEmpty();
        assertThat(answeredAnew("b", 5, 11)).isEmpty();
    }

    @Test
    void aServerThatRanAlreadyIsAFailover() {
        assertThat(answeredAnew("a", 100, 0)).isEmpty();
        assertThat(answeredAnew("b", 50, 7)).contains(event("failover", 7));
    }

    @Test
    void aTimeSinceTheStartMayBeASecondTooLong() {
        assertThat(answeredAnew("a", 100, 0)).isEmpty();
        assertThat(answeredAnew("b", 1, 0.4)).as("younger than 0.4 s").contains(event("restart", 0.4));
        assertThat(answeredAnew("c", 2, 1.5)).contains(event("restart", 1.1));
        assertThat(answeredAnew("d", 2, 2.5)).as("at least 1 s old").contains(event("failover", 1));
    }

    @Test
    void aClockThatIsSetBackMakesNoOtherServerOfOneWithAnIdentity() {
        assertThat(answeredAnew("a", 100, 0)).isEmpty();
        assertThat(answered("a", 98, 1)).isEmpty();
        assertThat(answeredAnew("a", 90, 2)).isEmpty();
    }

    @Test
    void serversThatAnswerInTurnOverOneConnectionAreNoEvents() {
        assertThat(answeredAnew("a", 100, 0)).isEmpty();
        assertThat(answered("b", 50, 1)).isEmpty();
        assertThat(answered("a", 102, 2)).isEmpty();
    }

    /** Each new connection reaches the next one: only the first change looks like one of servers. */
    @Test
    void serversThatABalancerReachesInTurnAreOneEventAtMost() {
        assertThat(answeredAnew("a", 100, 0)).isEmpty();
        assertThat(answeredAnew("b", 50, 1)).contains(event("failover", 1));
        for (int second = 2; second < 20; second++) {
            assertThat(answeredAnew(second % 2 == 0 ? "a" : "b", 100 + second, second))
                    .as("after " + second + " s")
                    .isEmpty();
        }
        assertThat(answeredAnew("c", 1, 20)).as("a restart behind the balancer").isEmpty();
    }

    @Test
    void serversThatAnswerInTurnOverOneConnectionAreNoneAfterItsEndEither() {
        assertThat(answeredAnew("a", 100, 0)).isEmpty();
        assertThat(answered("b", 50, 1)).isEmpty();
        assertThat(answeredAnew("c", 50, 2)).isEmpty();
    }
}
