// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;

/**
 * The bytes of messages: two bytes that say what it is, the version of the protocol in two, the CRC-32C of the rest in
 * four, and the message as JSON. Whatever the bytes are, reading them takes bounded time and memory and gives a whole
 * message or a refusal with a sentence; no class is ever named by what is read. Stateless; any thread.
 */
public final class MessageCodec {
    /** Most bytes of a message: 68 workloads of 7 operations fit even where each histogram has 4 kB. */
    public static final int MOST_BYTES = 1 << 24;

    private static final short BEGIN = (short) 0x504c;
    private static final int HEADER_BYTES = 8;
    private static final int VERSION_AT = 2;
    private static final int CHECKSUM_AT = 4;

    private static final ObjectWriter WRITER = Json.MAPPER.writer().withAttribute(Message.class, true);

    private static final ObjectReader READER = Json.MAPPER
            .reader()
            // Both sides have the same version: an unknown field is no later addition.
            .with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            // Whole numbers among the parameters of a plugin are long everywhere.
            .with(DeserializationFeature.USE_LONG_FOR_INTS);

    private MessageCodec() {}

    /**
     * The bytes of a message.
     *
     * @throws RefusedMessageException when it is longer than {@link #MOST_BYTES}
     */
    public static byte[] bytes(Message message) throws RefusedMessageException {
        byte[] json = WRITER.writeValueAsBytes(message);
        int length = Math.addExact(HEADER_BYTES, json.length);
        if (length > MOST_BYTES) {
            throw new RefusedMessageException(
                    "The message " + message.getClass().getSimpleName() + " has " + length + " bytes; at most "
                            + MOST_BYTES + " are sent.");
        }
        return ByteBuffer.allocate(length)
                .putShort(BEGIN)
                .putShort((short) Message.PROTOCOL_VERSION)
                .putInt(checksum(ByteBuffer.wrap(json)))
                .put(json)
                .array();
    }

    /**
     * Reads a message of a controller.
     *
     * @throws RefusedMessageException when it is none
     */
    public static ToAgent toAgent(byte[] bytes) throws RefusedMessageException {
        return read(bytes, ToAgent.class);
    }

    /**
     * Reads a message of an agent.
     *
     * @throws RefusedMessageException when it is none
     */
    public static ToController toController(byte[] bytes) throws RefusedMessageException {
        return read(bytes, ToController.class);
    }

    private static <M extends Message> M read(byte[] bytes, Class<M> type) throws RefusedMessageException {
        requireWhole(bytes);
        @Nullable M message;
        try {
            message = READER.forType(type).readValue(bytes, HEADER_BYTES, bytes.length - HEADER_BYTES);
        } catch (JacksonException e) {
            throw new RefusedMessageException(
                    "The message is refused: " + WrongDocument.of(e).getMessage() + ".");
        }
        if (message == null) {
            throw new RefusedMessageException("The message is refused: it is empty.");
        }
        return message;
    }

    private static void requireWhole(byte[] bytes) throws RefusedMessageException {
        if (bytes.length > MOST_BYTES) {
            throw new RefusedMessageException(
                    "The message has " + bytes.length + " bytes; at most " + MOST_BYTES + " are read.");
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        if (bytes.length < HEADER_BYTES || buffer.getShort(0) != BEGIN) {
            throw new RefusedMessageException("The bytes do not begin as a message of Plateau does.");
        }
        int version = Short.toUnsignedInt(buffer.getShort(VERSION_AT));
        if (version != Message.PROTOCOL_VERSION) {
            throw new RefusedMessageException("The message has version " + version + " of the protocol; this process"
                    + " has version " + Message.PROTOCOL_VERSION + ".");
        }
        if (!isWhole(buffer)) {
            throw new RefusedMessageException("The message was changed or cut off on its way.");
        }
    }

    private static boolean isWhole(ByteBuffer message) {
        return message.getInt(CHECKSUM_AT) == checksum(message.slice(HEADER_BYTES, message.capacity() - HEADER_BYTES));
    }

    private static int checksum(ByteBuffer json) {
        CRC32C checksum = new CRC32C();
        checksum.update(json);
        return (int) checksum.getValue();
    }
}
