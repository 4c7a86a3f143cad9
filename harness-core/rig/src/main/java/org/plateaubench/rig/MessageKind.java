// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.util.Arrays;

/** The first byte of a message of a {@link Conversation}. */
enum MessageKind {
    /** A message of {@link org.plateaubench.wire.MessageCodec}. */
    RUN(0),
    /** An {@link Offer} of the controller, a {@link MissingJars} of the agent. */
    TERMS(1),
    /** A part of a jar: the 32 bytes of its digest, then the next bytes of its content. */
    JAR(2);

    private final byte code;

    MessageKind(int code) {
        this.code = (byte) code;
    }

    byte[] of(byte[] content) {
        byte[] message = new byte[content.length + 1];
        message[0] = code;
        System.arraycopy(content, 0, message, 1, content.length);
        return message;
    }

    boolean isOf(byte[] message) {
        return message.length > 0 && message[0] == code;
    }

    static byte[] content(byte[] message) {
        return Arrays.copyOfRange(message, 1, message.length);
    }
}
