// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.conformance;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.testkit.CountingUser;

/** A user whose driver runs on an event loop, on the thread of the test. */
record LoopUser(AsyncDriver driver, TestLoop loop, CountingUser counts) implements TestUser {
    @Override
    public Outcome connect() throws IOException {
        @Nullable Outcome[] outcome = new @Nullable Outcome[1];
        driver.connect((ended, endNanos) -> outcome[0] = ended);
        loop.runUntil(() -> outcome[0] != null);
        return Objects.requireNonNull(outcome[0]);
    }

    @Override
    public List<Outcome> ask(List<TestCall> calls) throws IOException {
        @Nullable Outcome[] outcomes = new @Nullable Outcome[calls.size()];
        for (int i = 0; i < outcomes.length; i++) {
            int index = i;
            driver.start(calls.get(i), (outcome, endNanos) -> outcomes[index] = outcome);
        }
        driver.flush();
        loop.runUntil(() -> Arrays.stream(outcomes).allMatch(Objects::nonNull));
        return Arrays.stream(outcomes).map(Objects::requireNonNull).toList();
    }

    @Override
    public void close() throws IOException {
        try {
            driver.close();
        } catch (Exception e) {
            throw new IOException(e);
        }
        loop.close();
    }
}
