// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.conformance;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.redis.command.RedisMeasure;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.spi.UserContext;

/** A user of one client, asked by a test. */
interface TestUser extends AutoCloseable {
    /** Connects; what the server says when it refuses is in the message. */
    Outcome connect() throws IOException;

    /** Begins all of these before it waits for the first, if the client can. */
    List<Outcome> ask(List<TestCall> calls) throws IOException;

    /** What it has counted. */
    Counts counts();

    @Override
    void close() throws IOException;

    /** Does one operation. */
    default Outcome ask(RedisOperation operation, long key) throws IOException {
        return ask(List.of(new TestCall(operation, key))).getFirst();
    }

    /** What a user counts; its number is all else it knows. */
    record Counts(int user, Map<String, Long> sums) implements UserContext {
        Counts(int user) {
            this(user, new ConcurrentHashMap<>());
        }

        long of(RedisMeasure measure) {
            return sums.getOrDefault(measure.title(), 0L);
        }

        @Override
        public Counter counter(String name) {
            return amount -> sums.merge(name, amount, Long::sum);
        }

        @Override
        public void gauge(String name, LongSupplier level) {
            throw new UnsupportedOperationException("no gauge is declared");
        }

        @Override
        public void observed(String series, long startNanos, long endNanos, Outcome outcome) {
            throw new UnsupportedOperationException("no series is declared");
        }

        @Override
        public void background(String name, BackgroundTask task) {
            throw new UnsupportedOperationException("nothing runs beside the operations");
        }

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }
    }
}
