// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.api.Draws;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.command.RedisReply;
import org.plateaubench.plugin.redis.command.RedisRequest;
import org.plateaubench.plugin.redis.command.TestParameters;
import org.plateaubench.plugin.redis.command.UserCommands;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.testkit.CountingUser;
import org.plateaubench.testkit.SingleCall;

class ReplyReaderTest {
    /** The bytes of a reply, and the expected description of the parsed reply. */
    record Sample(String sent, String expected) {}

    private static final List<Sample> SAMPLES = List.of(
            new Sample("+OK\r\n", "STATUS 0 [] ''"),
            new Sample("-WRONGTYPE no\r\n", "ERROR 0 [] '' WRONGTYPE no"),
            new Sample(":42\r\n", "INTEGER 42 [] ''"),
            new Sample(":-9223372036854775808\r\n", "INTEGER -9223372036854775808 [] ''"),
            new Sample(":9223372036854775807\r\n", "INTEGER 9223372036854775807 [] ''"),
            new Sample("$5\r\na\r\nbc\r\n", "BULK 5 [5] 'a\r\nbc'"),
            new Sample("$0\r\n\r\n", "BULK 0 [0] ''"),
            new Sample("$-1\r\n", "BULK -1 [-1] ''"),
            new Sample("*-1\r\n", "BULK -1 [-1] ''"),
            new Sample("*0\r\n", "ARRAY 0 [] ''"),
            new Sample("*3\r\n$1\r\na\r\n$-1\r\n$2\r\nbc\r\n", "ARRAY 3 [1, -1, 2] 'abc'"),
            new Sample("*2\r\n*2\r\n:1\r\n$1\r\nx\r\n*0\r\n", "ARRAY 2 [1] 'x'"),
            new Sample("_\r\n", "BULK -1 [-1] ''"),
            new Sample(",1.5\r\n", "BULK 3 [3] '1.5'"),
            new Sample("%2\r\n$1\r\na\r\n$1\r\nb\r\n$1\r\nc\r\n_\r\n", "ARRAY 4 [1, 1, 1, -1] 'abc'"),
            new Sample("*2\r\n+x\r\n-ERR within\r\n", "ARRAY 2 [] ''"));

    static List<Sample> samples() {
        return SAMPLES;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static RedisReply reply() {
        return new RedisReply(Integer.MAX_VALUE);
    }

    private static String description(RedisReply reply) {
        List<Long> lengths = new ArrayList<>();
        for (int i = 0; i < reply.elements(); i++) {
            lengths.add(reply.elementLength(i));
        }
        String text = new String(reply.bytes(), 0, reply.byteCount(), StandardCharsets.ISO_8859_1);
        boolean failed = reply.kind() == RedisReply.Kind.ERROR;
        return reply.kind() + " " + reply.number() + " " + lengths + " '" + text + "'"
                + (failed ? " " + reply.error() : "");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void replySplitAnywhereIsRead(Sample sample) throws ProtocolException {
        byte[] sent = bytes(sample.sent() + "+OK\r\n");
        int length = bytes(sample.sent()).length;
        for (int cut = 1; cut <= length; cut++) {
            ReplyReader reader = new ReplyReader();
            RedisReply reply = reply();
            ByteBuffer in = ByteBuffer.wrap(sent).limit(cut);
            boolean complete = reader.read(in, reply);
            assertThat(complete).isEqualTo(cut == length);
            if (!complete) {
                in = ByteBuffer.wrap(sent, in.position(), sent.length - in.position())
                        .slice();
                assertThat(reader.read(in, reply)).isTrue();
            }
            assertThat(description(reply)).isEqualTo(sample.expected());
            assertThat(reader.read(in.limit(in.capacity()), reply)).isTrue();
            assertThat(description(reply)).isEqualTo("STATUS 0 [] ''");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 400 Bad Request\r\n",
                ">2\r\n+invalidate\r\n$3\r\nkey\r\n",
                "$x\r\n",
                "$-2\r\n",
                "$3\r\nabcd\r\n",
                "$536870913\r\n",
                ":\r\n",
                ":1x\r\n",
                ":9223372036854775808\r\n",
                ":99999999999999999999\r\n",
                ":1\rx",
                "*-2\r\n",
                "*2147483648\r\n",
                "%-1\r\n"
            })
    void malformedReplyIsRefused(String sent) {
        assertThatThrownBy(() -> new ReplyReader().read(ByteBuffer.wrap(bytes(sent)), reply()))
                .isInstanceOf(ProtocolException.class);
    }

    @Test
    void endlessLineIsRefused() {
        byte[] line = bytes("+" + "x".repeat(70_000));
        assertThatThrownBy(() -> new ReplyReader().read(ByteBuffer.wrap(line), reply()))
                .isInstanceOf(ProtocolException.class)
                .hasMessageContaining("line");
    }

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
                        StandardCharsets.ISO_8859_1.decode(out.unsent()).toString();
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
