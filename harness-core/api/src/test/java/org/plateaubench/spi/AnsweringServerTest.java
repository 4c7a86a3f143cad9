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

    private Optional<Sample> answered(String identity, long upSeconds, long atSeconds) {
        return server.answered(identity, Duration.ofSeconds(upSeconds), START + atSeconds * 1_000_000_000L);
    }

    @Test
    void theFirstAnswerAndThoseOfTheSameServerAreNoEvent() {
        assertThat(answered("a", 100, 0)).isEmpty();
        assertThat(answered("a", 101, 1)).isEmpty();
        assertThat(answered("a", 109, 9)).as("after a hole").isEmpty();
    }

    @Test
    void aServerThatWasStartedMeanwhileIsARestartSinceTheLastAnswer() {
        assertThat(answered("a", 100, 0)).isEmpty();
        assertThat(answered("b", 3, 7)).contains(Sample.event("restart", Duration.ofSeconds(7), Duration.ZERO));
        assertThat(answered("b", 4, 8)).isEmpty();
    }

    @Test
    void aServerThatRanAlreadyIsAFailover() {
        assertThat(answered("a", 100, 0)).isEmpty();
        assertThat(answered("b", 50, 7)).contains(Sample.event("failover", Duration.ofSeconds(7), Duration.ZERO));
    }

    @Test
    void aShorterTimeSinceTheStartTellsAnotherServerToo() {
        assertThat(answered("", 100, 0)).isEmpty();
        assertThat(answered("", 1, 2)).contains(Sample.event("restart", Duration.ofSeconds(2), Duration.ZERO));
    }
}
