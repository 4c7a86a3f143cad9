// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.loop;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Draws;
import org.plateaubench.plugin.redis.command.RedisMeasure;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.command.RedisParameters;
import org.plateaubench.plugin.redis.command.RedisParameters.Check;
import org.plateaubench.plugin.redis.command.RedisParameters.Client;
import org.plateaubench.plugin.redis.command.RedisParameters.KeyChoice;
import org.plateaubench.plugin.redis.command.RedisParameters.Routing;
import org.plateaubench.plugin.redis.command.UserCommands;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.testkit.CountingUser;
import org.plateaubench.testkit.SingleCall;

/** User 0 of a test, its commands, and what was counted for it. Key number n is that of call number n. */
final class TestUser extends CountingUser {
    private final UserCommands commands;

    /** Commands with values of a size, all of whose bytes are looked at. */
    TestUser(int valueBytes) {
        super(0);
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
        return counted(measure.title());
    }

    /** A call of an operation. */
    static OperationCall call(RedisOperation operation, long number) {
        return new Call(RedisOperation.ALL.indexOf(operation), number);
    }

    private record Call(int operation, long unitNumber) implements SingleCall {
        @Override
        public Draws draws() {
            return Draws.of(unitNumber);
        }
    }
}
