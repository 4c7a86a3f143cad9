// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every message is read back unchanged, and anything else is refused with a reason. */
class MessageCodecTest {
    private static final int MESSAGES_OF_A_KIND = 12;
    private static final int CHANGES_OF_A_MESSAGE = 40;

    static Stream<Class<? extends Message>> types() {
        return RandomMessages.types();
    }

    private static Message read(Class<? extends Message> type, byte[] bytes) throws RefusedMessageException {
        return ToAgent.class.isAssignableFrom(type)
                ? MessageCodec.read(ToAgent.class, bytes)
                : MessageCodec.read(ToController.class, bytes);
    }

    private static void assertRefused(ThrowingCallable reading, String sentence) {
        assertThatExceptionOfType(RefusedMessageException.class)
                .isThrownBy(reading)
                .withMessageContaining(sentence)
                .satisfies(refused -> assertThat(refused.getMessage()).hasSizeLessThan(500));
    }

    @ParameterizedTest
    @MethodSource("types")
    void everyMessageIsReadBack(Class<? extends Message> type) throws Exception {
        for (int seed = 0; seed < MESSAGES_OF_A_KIND; seed++) {
            Message message = new RandomMessages(seed).message(type);
            assertThat(read(type, MessageCodec.bytes(message)))
                    .as("seed " + seed)
                    .isEqualTo(message);
        }
    }

    /** A changed message is read or refused, without any other exception. */
    @ParameterizedTest
    @MethodSource("types")
    void corruptedMessageIsReadOrRefused(Class<? extends Message> type) throws Exception {
        Random random = new Random(11);
        int refused = 0;
        for (int seed = 0; seed < 3; seed++) {
            byte[] json = MessageCodec.bytes(new RandomMessages(seed).message(type));
            for (int i = 0; i < CHANGES_OF_A_MESSAGE; i++) {
                try {
                    assertThat(read(type, changed(json, random))).isInstanceOf(type);
                } catch (RefusedMessageException e) {
                    assertThat(e.getMessage()).startsWith("The message is refused: ");
                    refused++;
                }
            }
        }
        assertThat(refused).isPositive();
    }

    private static byte[] changed(byte[] json, Random random) {
        int at = random.nextInt(json.length);
        int length = random.nextInt(Math.min(20, json.length - at) + 1);
        byte[] put = switch (random.nextInt(5)) {
            case 0 -> new byte[] {(byte) random.nextInt(256)};
            case 1 -> new byte[0];
            case 2 -> "99999999999999999999e999".getBytes(UTF_8);
            case 3 -> Arrays.copyOfRange(json, 0, at);
            default -> new byte[] {(byte) "{}[]\",:0-n\\".charAt(random.nextInt(11))};
        };
        return ByteBuffer.allocate(json.length - length + put.length)
                .put(json, 0, at)
                .put(put)
                .put(json, at + length, json.length - at - length)
                .array();
    }

    private static void assertRefused(String json, String sentence) {
        assertRefused(() -> MessageCodec.read(ToController.class, json.getBytes(UTF_8)), sentence);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            null                                                  | it is empty
            []                                                    | the document
            {}                                                    | the document
            {"kind":"java.lang.Runtime"}                          | kind is unknown: java.lang.Runtime
            {"kind":"stop","atNanos":1}                           | kind is unknown: stop
            {"kind":"heartbeat"}                                  | runNanos is missing
            {"kind":"heartbeat","runNanos":null}                  | runNanos is missing
            {"kind":"heartbeat","runNanos":1.5}                   | runNanos must be a whole number in range
            {"kind":"heartbeat","runNanos":"1"}                   | runNanos must be a whole number in range
            {"kind":"heartbeat","runNanos":99999999999999999999}  | runNanos must be a whole number in range
            {"kind":"heartbeat","runNanos":1,"runNanos":2}        | Duplicate
            {"kind":"heartbeat","runNanos":1,"more":2}            | more is unknown
            {"kind":"heartbeat","runNanos":1}{}                   | the document
            {"kind":"failed","message":7}                         | message must be a text
            {"kind":"agentevent","event":"none","runNanos":1,"scope":"","message":""} | event must be one of user-failed, fault
            """)
    void wrongMessageIsRefusedWithTheLocation(String json, String sentence) {
        assertRefused(json, sentence);
    }

    @Test
    void messageLengthAndNestingDepthAreLimited() {
        assertRefused(
                () -> MessageCodec.read(ToController.class, new byte[MessageCodec.MAX_BYTES + 1]), "16777217 bytes");
        String longest = "x".repeat(MessageCodec.MAX_BYTES);
        assertRefused(() -> MessageCodec.bytes(new ToController.Failed(longest)), "Failed has 167772");
        assertRefused("{\"any\":" + "[".repeat(100_000), "nesting depth");
    }

    /** An interval is bytes within the message: whatever they are, it is read or refused in bounded time and memory. */
    @Test
    void corruptedIntervalIsReadOrRefused() throws Exception {
        Random random = new Random(13);
        int refused = 0;
        for (int seed = 0; seed < MESSAGES_OF_A_KIND; seed++) {
            Object interval = new RandomMessages(seed).message(ToController.Snapshot.class);
            byte[] bytes = IntervalBytes.of(((ToController.Snapshot) interval).interval());
            for (int i = 0; i < CHANGES_OF_A_MESSAGE; i++) {
                byte[] changed = changed(bytes, random);
                try {
                    MessageCodec.read(ToController.class, snapshot(changed));
                } catch (RefusedMessageException e) {
                    assertThat(e.getMessage())
                            .startsWith("The message is refused: ")
                            .hasSizeLessThan(500);
                    refused++;
                }
            }
        }
        assertThat(refused).isPositive();
        assertRefused(new String(snapshot(new byte[0]), UTF_8), "interval");
        byte[] manyNames = new byte[200];
        Arrays.fill(manyNames, (byte) 0xff);
        assertRefused(new String(snapshot(manyNames), UTF_8), "interval");
    }

    private static byte[] snapshot(byte[] interval) {
        return ("{\"kind\":\"snapshot\",\"interval\":\"" + Base64.getEncoder().encodeToString(interval) + "\"}")
                .getBytes(UTF_8);
    }
}
