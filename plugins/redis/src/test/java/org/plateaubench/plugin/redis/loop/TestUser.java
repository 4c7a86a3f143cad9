// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.loop;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.plateaubench.api.Draws;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.redis.command.RedisMeasure;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.command.RedisParameters;
import org.plateaubench.plugin.redis.command.RedisParameters.Check;
import org.plateaubench.plugin.redis.command.RedisParameters.Client;
import org.plateaubench.plugin.redis.command.RedisParameters.KeyChoice;
import org.plateaubench.plugin.redis.command.RedisParameters.Routing;
import org.plateaubench.plugin.redis.command.UserCommands;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;

/** User 0 of a test, its commands, and what was counted for it. Key number n is that of call number n. */
final class TestUser implements UserContext {
    private final Map<String, Long> counted = new TreeMap<>();
    private final UserCommands commands;

    /** Commands with values of a size, all of whose bytes are looked at. */
    TestUser(int valueBytes) {
        RedisParameters parameters = new RedisParameters(
                Client.LOOP,
                1_000_000,
                KeyChoice.SEQUENTIAL,
                1,
                20,
                80,
                10,
                Map.of(Integer.toString(valueBytes), 1.0),
                3,
                5,
                "plateau:",
                100,
                List.of(),
                Duration.ZERO,
                Duration.ofHours(1),
                Check.BYTES,
                Routing.HASH,
                Duration.ofSeconds(2),
                "");
        commands = new UserCommands.Shared(parameters, 42, 1).of(this);
    }

    UserCommands commands() {
        return commands;
    }

    long counted(RedisMeasure measure) {
        return counted.getOrDefault(measure.title(), 0L);
    }

    /** A call of an operation. */
    static OperationCall call(RedisOperation operation, long number) {
        return new Call(RedisOperation.ALL.indexOf(operation), number);
    }

    private record Call(int operation, long unitNumber) implements OperationCall {
        @Override
        public int sequence() {
            return 0;
        }

        @Override
        public int position() {
            return 0;
        }

        @Override
        public int unitLength() {
            return 1;
        }

        @Override
        public Draws draws() {
            return Draws.of(unitNumber);
        }

        @Override
        public Draws unitDraws() {
            return Draws.of(unitNumber);
        }

        @Override
        public long intendedNanos() {
            return 0;
        }

        @Override
        public long timeoutNanos() {
            return Long.MAX_VALUE;
        }
    }

    @Override
    public int user() {
        return 0;
    }

    @Override
    public Counter counter(String name) {
        return amount -> counted.merge(name, amount, Long::sum);
    }

    @Override
    public void gauge(String name, LongSupplier level) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void observed(String series, long startNanos, long endNanos, Outcome outcome) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void background(String name, BackgroundTask task) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }
}
