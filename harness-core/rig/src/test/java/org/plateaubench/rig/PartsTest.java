// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.plateaubench.wire.MessageCodec;
import org.plateaubench.wire.RefusedMessageException;

final class PartsTest {
    private static final long LEASE = 7;

    @Test
    void messagesAreWholeOnceAndInOrderWhateverOrderPartsArriveIn() throws Exception {
        List<String> sent = new ArrayList<>();
        List<Frame> frames = new ArrayList<>();
        for (int each = 0; each < 50; each++) {
            String text = each + "x".repeat(each % 5 == 0 ? 3 * Frame.MAX_CONTENT / 2 : each);
            sent.add(text);
            frames.addAll(Parts.of(text.getBytes(StandardCharsets.UTF_8), Frame.Kind.LAST, LEASE, frames.size()));
        }
        for (int seed = 0; seed < 20; seed++) {
            List<Frame> arriving = new ArrayList<>(frames);
            arriving.addAll(frames.subList(10, 30));
            Collections.shuffle(arriving, new Random(seed));
            Parts parts = new Parts();
            List<String> whole = new ArrayList<>();
            long next = 0;
            for (Frame frame : arriving) {
                for (Parts.Whole message : parts.add(Frame.of(frame.bytes()))) {
                    whole.add(new String(message.bytes(), StandardCharsets.UTF_8));
                    next = message.next();
                }
            }
            assertThat(whole).as("seed " + seed).isEqualTo(sent);
            assertThat(next).isEqualTo(frames.size());
        }
    }

    @Test
    void aMessageThatIsTooLongIsRefused() {
        Parts parts = new Parts();
        assertThatThrownBy(() -> {
                    for (long number = 0; number <= MessageCodec.MAX_BYTES / Frame.MAX_CONTENT; number++) {
                        parts.add(new Frame(Frame.Kind.PART, LEASE, number, new byte[Frame.MAX_CONTENT]));
                    }
                })
                .isInstanceOf(RefusedMessageException.class)
                .hasMessage("a message of more than " + MessageCodec.MAX_BYTES + " bytes");
    }
}
