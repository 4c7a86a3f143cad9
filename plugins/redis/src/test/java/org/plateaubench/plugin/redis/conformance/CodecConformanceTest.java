// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.command.RedisReply;
import org.plateaubench.plugin.redis.command.RedisRequest;
import org.plateaubench.plugin.redis.command.UserCommands;
import org.plateaubench.plugin.redis.jedis.JedisCodec;
import org.plateaubench.plugin.redis.resp.Codec;
import org.plateaubench.plugin.redis.resp.ProtocolException;
import org.plateaubench.plugin.redis.resp.RespCodec;
import org.plateaubench.plugin.redis.resp.WriteBuffer;
import org.plateaubench.plugin.redis.service.RedisAddress;
import org.plateaubench.testkit.CountingUser;

/** The protocol as Jedis writes and reads it is the protocol as we do. */
class CodecConformanceTest {
    /** What a server may answer to the operations, in both versions of the protocol. */
    private static final List<String> REPLIES = List.of(
            "+OK\r\n",
            "-WRONGTYPE Operation against a key holding the wrong kind of value\r\n",
            "-MOVED 3999 127.0.0.1:6381\r\n",
            "-OOM command not allowed\r\n",
            ":0\r\n",
            ":-42\r\n",
            ":9223372036854775807\r\n",
            "$5\r\na\r\nbc\r\n",
            "$0\r\n\r\n",
            "$-1\r\n",
            "_\r\n",
            "*0\r\n",
            "%0\r\n",
            "*3\r\n$1\r\na\r\n$-1\r\n$2\r\nbc\r\n",
            "%2\r\n$1\r\na\r\n$1\r\nb\r\n$1\r\nc\r\n_\r\n",
            ",17\r\n",
            "$300\r\n" + "v".repeat(300) + "\r\n",
            "$20000\r\n" + "w".repeat(20_000) + "\r\n");

    private static UserCommands commands() {
        TestSetting setting = TestSetting.at(
                new RedisAddress(List.of(), List.of(), RedisAddress.Topology.SERVERS, "", "", false, "", 0, 2));
        return new UserCommands.Shared(setting.parameters(), TestSetting.SEED, 1).of(new CountingUser(0));
    }

    @ParameterizedTest
    @EnumSource
    void everyCommandIsWrittenAlike(RedisOperation operation) throws IOException {
        Codec ours = new RespCodec(commands());
        Codec jedis = new JedisCodec(commands());
        UserCommands source = commands();
        RedisRequest request = new RedisRequest();
        for (long key = 0; key < 50; key++) {
            source.fill(new TestCall(operation, key), request);
            assertThat(written(jedis, request)).isEqualTo(written(ours, request));
        }
    }

    /** Commands are named in capitals by Jedis, which means the same. */
    private static String written(Codec codec, RedisRequest request) throws IOException {
        WriteBuffer out = new WriteBuffer();
        codec.encode(request, out);
        byte[] bytes = new byte[out.size()];
        out.toSend().get(bytes);
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int name = text.indexOf("\r\n", text.indexOf('$')) + 2;
        int end = text.indexOf('\r', name);
        return text.substring(0, name) + text.substring(name, end).toLowerCase(Locale.ROOT) + text.substring(end);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 17, 100, 9_000, 1_000_000})
    void repliesThatComeInPiecesSayTheSame(int piece) throws IOException {
        Random random = new Random(piece);
        StringBuilder sent = new StringBuilder();
        // Byte by byte, a long reply is begun anew for each of its bytes.
        int kinds = piece < 100 ? REPLIES.size() - 1 : REPLIES.size();
        for (int i = 0; i < 200; i++) {
            sent.append(REPLIES.get(random.nextInt(kinds)));
        }
        byte[] all = sent.toString().getBytes(StandardCharsets.ISO_8859_1);
        List<String> expected = read(new RespCodec(commands()), all, piece);
        assertThat(expected).hasSize(200);
        assertThat(read(new JedisCodec(commands()), all, piece)).isEqualTo(expected);
    }

    private static List<String> read(Codec codec, byte[] all, int piece) throws IOException {
        List<String> read = new ArrayList<>();
        RedisReply reply = new RedisReply();
        reply.keepBytes(true);
        ByteBuffer in = ByteBuffer.allocate(all.length);
        for (int at = 0; at < all.length; at += piece) {
            in.put(all, at, Math.min(piece, all.length - at)).flip();
            while (codec.decode(in, reply)) {
                read.add(says(reply));
            }
            in.compact();
        }
        return read;
    }

    private static String says(RedisReply reply) {
        StringBuilder lengths = new StringBuilder();
        for (int i = 0; i < reply.elements(); i++) {
            lengths.append(' ').append(reply.elementLength(i));
        }
        String text = new String(reply.bytes(), 0, reply.bytesTaken(), StandardCharsets.ISO_8859_1);
        return switch (reply.kind()) {
            case STATUS -> "status";
            case ERROR -> "error " + reply.error();
            case INTEGER -> "integer " + reply.number();
            case BULK, ARRAY -> reply.kind() + " " + reply.number() + lengths + " '" + text + "'";
        };
    }

    @Test
    void whatSomebodyElseReadsInBetweenIsNotReadTwice() throws IOException {
        byte[] sent = "$1\r\na\r\n+OK\r\n$1\r\nb\r\n".getBytes(StandardCharsets.US_ASCII);
        RedisReply reply = new RedisReply();
        reply.keepBytes(true);
        Codec codec = new JedisCodec(commands());
        ByteBuffer in = ByteBuffer.wrap(sent);
        assertThat(codec.decode(in, reply)).isTrue();
        in.position(in.position() + "+OK\r\n".length());
        assertThat(codec.decode(in, reply)).isTrue();
        assertThat(says(reply)).isEqualTo("BULK 1 1 'b'");
        assertThat(in.hasRemaining()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 400 Bad Request\r\n",
                "$-2\r\n",
                "$536870913\r\n",
                "*-2\r\n",
                "*2147483647\r\n",
                "*99999999999\r\n",
                "-\r\n",
                "-MOVED 1\r\n"
            })
    void whatIsNoReplyCostsTheConnection(String sent) {
        ByteBuffer in = ByteBuffer.wrap(sent.getBytes(StandardCharsets.US_ASCII));
        assertThatThrownBy(() -> new JedisCodec(commands()).decode(in, new RedisReply()))
                .isInstanceOf(ProtocolException.class);
    }

    @Test
    void nestingWithoutEndCostsTheConnection() {
        ByteBuffer in = ByteBuffer.wrap("*1\r\n".repeat(200_000).getBytes(StandardCharsets.US_ASCII));
        assertThatThrownBy(() -> new JedisCodec(commands()).decode(in, new RedisReply()))
                .isInstanceOf(ProtocolException.class);
    }
}
