// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.wire.MessageCodec;
import org.plateaubench.wire.RefusedMessageException;

/** Puts numbered parts of messages together: each message whole, once and in order. Not thread-safe. */
final class Parts {
    private final Map<Long, Frame> early = new TreeMap<>();
    private final ByteArrayOutputStream unfinished = new ByteArrayOutputStream();
    private long expected;

    @SuppressWarnings("ArrayRecordComponent") // Messages are not compared.
    record Whole(byte[] bytes, long next) {}

    static List<Frame> of(byte[] message, Frame.Kind last, long lease, long first) {
        List<Frame> parts = new ArrayList<>();
        int from = 0;
        do {
            int to = Math.min(message.length, from + Frame.MAX_CONTENT);
            Frame.Kind kind = to == message.length ? last : Frame.Kind.PART;
            parts.add(new Frame(kind, lease, first + parts.size(), Arrays.copyOfRange(message, from, to)));
            from = to;
        } while (from < message.length);
        return parts;
    }

    /** Whether a part is missing before others that have arrived. */
    boolean hasGap() {
        return !early.isEmpty();
    }

    List<Whole> add(Frame part) throws RefusedMessageException {
        if (part.number() >= expected) {
            early.put(part.number(), part);
        }
        List<Whole> whole = new ArrayList<>();
        for (Frame next = early.remove(expected); next != null; next = early.remove(expected)) {
            if (unfinished.size() + next.content().length > MessageCodec.MAX_BYTES) {
                throw new RefusedMessageException("a message of more than " + MessageCodec.MAX_BYTES + " bytes");
            }
            expected++;
            unfinished.writeBytes(next.content());
            if (next.kind() != Frame.Kind.PART) {
                whole.add(new Whole(unfinished.toByteArray(), expected));
                unfinished.reset();
            }
        }
        return whole;
    }
}
