// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;

/**
 * Messages as JSON. Reading takes bounded time and memory for any bytes, and returns a complete message or a
 * refusal with a sentence; the bytes never determine a class by name. Stateless and thread-safe.
 */
public final class MessageCodec {
    /** Maximum number of bytes of a message: 68 workloads of 7 operations fit even where each histogram has 4 kB. */
    public static final int MAX_BYTES = 1 << 24;

    private static final ObjectWriter WRITER = Json.MAPPER.writer().withAttribute(Message.class, true);

    private static final ObjectReader READER = Json.MAPPER
            .reader()
            // Both sides have the same version, so an unknown field is an error.
            .with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            // Whole numbers among the parameters of a plugin are long everywhere.
            .with(DeserializationFeature.USE_LONG_FOR_INTS);

    private MessageCodec() {}

    /**
     * The bytes of a message.
     *
     * @throws RefusedMessageException when it is longer than {@link #MAX_BYTES}
     */
    public static byte[] bytes(Message message) throws RefusedMessageException {
        byte[] json = WRITER.writeValueAsBytes(message);
        if (json.length > MAX_BYTES) {
            throw new RefusedMessageException(
                    "The message " + message.getClass().getSimpleName() + " has " + json.length + " bytes; at most "
                            + MAX_BYTES + " are sent.");
        }
        return json;
    }

    public static <M extends Message> M read(Class<M> type, byte[] bytes) throws RefusedMessageException {
        if (bytes.length > MAX_BYTES) {
            throw new RefusedMessageException(
                    "The message has " + bytes.length + " bytes; at most " + MAX_BYTES + " are read.");
        }
        @Nullable M message;
        try {
            message = READER.forType(type).readValue(bytes);
        } catch (JacksonException e) {
            throw new RefusedMessageException(
                    "The message is refused: " + WrongDocument.of(e).getMessage() + ".");
        }
        if (message == null) {
            throw new RefusedMessageException("The message is refused: it is empty.");
        }
        return message;
    }
}
