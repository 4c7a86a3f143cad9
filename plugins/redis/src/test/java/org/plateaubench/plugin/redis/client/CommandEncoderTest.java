// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.api.Draws;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.command.RedisRequest;
import org.plateaubench.plugin.redis.command.TestParameters;
import org.plateaubench.plugin.redis.command.UserCommands;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.testkit.CountingUser;
import org.plateaubench.testkit.SingleCall;

/** The loop client writes the arguments that Jedis is given. */
class CommandEncoderTest {
    private record Call(int operation, long unitNumber) implements SingleCall {
        @Override
        public Draws draws() {
            return Draws.of(unitNumber);
        }
    }

    @ParameterizedTest
    @CsvSource({"0s", "9s"})
    void commandsMatchThoseOfJedis(String timeToLive) {
        TestParameters parameters = new TestParameters();
        parameters.timeToLive = Duration.parse("PT" + timeToLive);
        UserCommands commands = new UserCommands.Shared(parameters.build(), 42, 1).of(new CountingUser(0));
        CommandEncoder encoder = new CommandEncoder(commands.shared());
        RedisRequest request = new RedisRequest();
        for (RedisOperation operation : RedisOperation.ALL) {
            for (long number = 0; number < 50; number++) {
                OperationCall call = new Call(operation.ordinal(), number);
                commands.fill(call, request);
                WriteBuffer out = new WriteBuffer();
                encoder.encode(request, out);
                String written =
                        StandardCharsets.ISO_8859_1.decode(out.toSend()).toString();
                byte[][] arguments =
                        commands.text().arguments(request, commands.shared().values());
                assertThat(written).isEqualTo(command(operation.word(), arguments));
            }
        }
    }

    private static String command(String word, byte[][] arguments) {
        StringBuilder text = new StringBuilder("*" + (1 + arguments.length) + "\r\n");
        text.append("$" + word.length() + "\r\n" + word + "\r\n");
        for (byte[] argument : arguments) {
            String shown = new String(argument, StandardCharsets.ISO_8859_1);
            text.append("$" + shown.length() + "\r\n" + shown + "\r\n");
        }
        return text.toString();
    }
}
