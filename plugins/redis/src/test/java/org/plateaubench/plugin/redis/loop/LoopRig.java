// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.loop;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.plugin.redis.command.RedisMeasure;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.resp.RespCodec;
import org.plateaubench.plugin.redis.routing.Targets;
import org.plateaubench.plugin.redis.service.RedisAddress;
import org.plateaubench.spi.AsyncDriver;

/** One user of the event-loop client on a loop that the test turns, and what became of its operations. */
final class LoopRig implements AutoCloseable {
    private final TestLoop loop = new TestLoop();
    private final TestUser user;
    private final LoopDriver driver;
    private final Map<String, Integer> outcomes = new TreeMap<>();
    private int outstanding;

    LoopRig(RedisAddress place, int valueBytes) throws IOException {
        user = new TestUser(valueBytes);
        driver = (LoopDriver) new LoopClient(place, Targets.of(place, true), Duration.ofSeconds(2), RespCodec::new)
                .driver(user.commands(), loop);
    }

    /** Connects the user; what became of that. */
    Outcome connect() throws IOException {
        Outcome[] ended = new Outcome[1];
        driver.connect((outcome, endNanos) -> ended[0] = outcome);
        loop.until(() -> ended[0] != null);
        return ended[0];
    }

    /** Starts operations on keys of successive numbers and flushes them together. */
    LoopRig start(RedisOperation operation, int from, int count) {
        for (int i = from; i < from + count; i++) {
            outstanding++;
            driver.start(TestUser.call(operation, i), (outcome, endNanos) -> {
                outstanding--;
                String what = outcome.kind() == OutcomeKind.OK ? "ok" : outcome.reason();
                outcomes.merge(what + (outcome.connectionLost() ? "!" : ""), 1, Integer::sum);
            });
        }
        driver.flush();
        return this;
    }

    /** Waits until all have ended, and gives how many did how, since the last time; one that costs the user its connection with a mark. */
    Map<String, Integer> outcomes() throws IOException {
        loop.until(() -> outstanding == 0);
        Map<String, Integer> ended = new TreeMap<>(outcomes);
        outcomes.clear();
        return ended;
    }

    /** As {@link #outcomes}, when the first has ended; the others are not to end. */
    Map<String, Integer> first() throws IOException {
        loop.until(() -> !outcomes.isEmpty());
        return new TreeMap<>(outcomes);
    }

    /** Operations by the loop until all of them succeed; gives how the others before ended. */
    Map<String, Integer> untilAllSucceed(RedisOperation operation, int from, int count) throws IOException {
        Map<String, Integer> before = new TreeMap<>();
        Map<String, Integer> ended = start(operation, from, count).outcomes();
        for (int attempt = 0; attempt < 100 && !ended.equals(Map.of("ok", count)); attempt++) {
            before.putAll(ended);
            ended = start(operation, from, count).outcomes();
        }
        if (!ended.equals(Map.of("ok", count))) {
            throw new AssertionError("still " + ended);
        }
        return before;
    }

    long counted(RedisMeasure measure) {
        return user.counted(measure);
    }

    AsyncDriver driver() {
        return driver;
    }

    @Override
    public void close() throws IOException {
        driver.close();
        loop.close();
    }
}
