// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.nio.charset.StandardCharsets;

/** A part of a message whose size is known before it is written. */
sealed interface Content {
    /** Returns the size in bytes. */
    int sizeBytes();

    /** Writes the part from {@code at} on. */
    void write(byte[] target, int at);

    /** Returns the content of a text. */
    static Content of(String text) {
        return new Bytes(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Given bytes. */
    @SuppressWarnings("ArrayRecordComponent")
    record Bytes(byte[] bytes) implements Content {
        @Override
        public int sizeBytes() {
            return bytes.length;
        }

        @Override
        public void write(byte[] target, int at) {
            System.arraycopy(bytes, 0, target, at, bytes.length);
        }
    }

    /** Text from the vocabulary. */
    record Words(TextFiller filler, int sizeBytes, long seed) implements Content {
        @Override
        public void write(byte[] target, int at) {
            filler.fill(target, at, at + sizeBytes, seed);
        }
    }

    /** Random bytes in base64. */
    record RandomBytes(int lines, long seed) implements Content {
        @Override
        public int sizeBytes() {
            return lines * Base64Filler.LINE;
        }

        @Override
        public void write(byte[] target, int at) {
            Base64Filler.fill(target, at, lines, seed);
        }
    }
}
