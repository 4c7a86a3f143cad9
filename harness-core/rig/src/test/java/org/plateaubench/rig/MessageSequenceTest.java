// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class MessageSequenceTest {
    @Test
    void messagesAreTakenOnceAndInOrder() {
        List<Integer> sent = IntStream.range(0, 50).boxed().toList();
        for (int seed = 0; seed < 20; seed++) {
            List<Integer> arriving = new ArrayList<>(sent);
            arriving.addAll(sent.subList(10, 30));
            Collections.shuffle(arriving, new Random(seed));
            MessageSequence<Integer> messages = new MessageSequence<>();
            List<Integer> taken = new ArrayList<>();
            for (Integer message : arriving) {
                assertThat(messages.add(message, message)).isEqualTo(!taken.contains(message));
                for (Integer next = messages.next(); next != null; next = messages.next()) {
                    taken.add(next);
                }
            }
            assertThat(taken).as("seed " + seed).isEqualTo(sent);
        }
    }

    @Test
    void missingMessageIsAGap() {
        MessageSequence<String> messages = new MessageSequence<>();
        messages.add(0, "first");
        assertThat(messages.hasGap()).isFalse();
        messages.add(2, "third");
        assertThat(messages.next()).isEqualTo("first");
        assertThat(messages.hasGap()).isTrue();
        assertThat(messages.next()).isNull();
        messages.add(1, "second");
        assertThat(messages.hasGap()).isFalse();
        assertThat(messages.next()).isEqualTo("second");
        assertThat(messages.next()).isEqualTo("third");
    }
}
