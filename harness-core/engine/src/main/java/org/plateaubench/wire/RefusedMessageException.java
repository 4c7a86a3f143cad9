// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

/** Bytes are not a message of this version, or a message exceeds the bounds of the protocol. */
public final class RefusedMessageException extends Exception {
    private static final long serialVersionUID = 1L;
    /** A sentence may quote what a hostile peer sent. */
    private static final int MAX_SENTENCE_LENGTH = 400;

    /** A refusal with a sentence for users, which is truncated and has no control characters. */
    public RefusedMessageException(String sentence) {
        super(shown(sentence));
    }

    private static String shown(String sentence) {
        String plain = sentence.replaceAll("[\\p{Cntrl}\\p{Cf}\\p{Cs}]", "?");
        return plain.length() <= MAX_SENTENCE_LENGTH ? plain : plain.substring(0, MAX_SENTENCE_LENGTH) + "...";
    }
}
