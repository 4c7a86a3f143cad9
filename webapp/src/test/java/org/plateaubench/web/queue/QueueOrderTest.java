// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class QueueOrderTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    static QueueItem item(String id, long place) {
        return new QueueItem(
                id,
                "run-" + id,
                ItemState.WAITING,
                place,
                new QueueItem.Wanted("", List.of(), null, List.of(), "", null),
                "ada",
                NOW,
                QueueItem.Progress.NONE);
    }

    @Test
    void theFirstThatMayIsNext() {
        List<QueueItem> items =
                List.of(item("b", 2).notBefore(NOW), item("c", 3), item("a", 1).notBefore(NOW.plusSeconds(1)));

        assertThat(QueueOrder.next(items, NOW)).map(QueueItem::id).hasValue("b");
        assertThat(QueueOrder.next(items, NOW.plusSeconds(1)))
                .map(QueueItem::id)
                .hasValue("a");
    }

    @Test
    void nobodyIsNextWhileOneGoesOn() {
        QueueItem starting = item("a", 1).starting(NOW);
        for (QueueItem active : List.of(starting, starting.running("r"), starting.stopping("Ramping down."))) {
            assertThat(QueueOrder.next(List.of(active, item("b", 2)), NOW)).isEmpty();
        }
        QueueItem over = starting.over(ItemState.FAILED, NOW, 3, "no");
        assertThat(QueueOrder.next(List.of(over, item("b", 2)), NOW))
                .map(QueueItem::id)
                .hasValue("b");
    }

    @Test
    void moveKeepsTheOrderOfTheOthers() {
        Random random = new Random(7);
        List<QueueItem> items = new ArrayList<>(List.of(item("x", 50).starting(NOW)));
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            items.add(item("i" + i, QueueOrder.lastPlace(items)));
            expected.add("i" + i);
        }
        for (int round = 0; round < 500; round++) {
            String moved = expected.get(random.nextInt(6));
            int position = 1 + random.nextInt(8);
            List<QueueItem> changed = QueueOrder.move(items, moved, position);
            for (QueueItem one : changed) {
                items.replaceAll(item -> item.id().equals(one.id()) ? one : item);
                assertThat(QueueOrder.waiting(items))
                        .extracting(QueueItem::place)
                        .doesNotHaveDuplicates();
            }

            expected.remove(moved);
            expected.add(Math.min(position - 1, expected.size()), moved);
            assertThat(QueueOrder.waiting(items)).extracting(QueueItem::id).isEqualTo(expected);
        }
    }
}
