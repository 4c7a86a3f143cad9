// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimerHeapTest {
    @Test
    void timersRunInOrderOfInstantThenArming() {
        Random random = new Random(11);
        TimerHeap heap = new TimerHeap();
        List<TimerHeap.Entry> entries = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            TimerHeap.Entry entry = heap.new Entry(() -> {});
            entry.arm(random.nextInt(500));
            entries.add(entry);
        }
        for (TimerHeap.Entry entry : List.copyOf(entries)) {
            switch (random.nextInt(3)) {
                case 0 -> {
                    entry.cancel();
                    entries.remove(entry);
                }
                case 1 -> {
                    entry.arm(random.nextInt(500));
                    // Armed last, so it is the last one of its instant.
                    entries.remove(entry);
                    entries.add(entry);
                }
                default -> assertThat(entry.isArmed()).isTrue();
            }
        }
        entries.sort(Comparator.comparingLong(TimerHeap.Entry::atNanos));

        List<TimerHeap.Entry> polled = new ArrayList<>();
        for (TimerHeap.Entry due = heap.pollDue(500, Long.MAX_VALUE);
                due != null;
                due = heap.pollDue(500, Long.MAX_VALUE)) {
            polled.add(due);
        }
        assertThat(polled).isEqualTo(entries);
        assertThat(heap.nextNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void timerRunsOnlyWhenDue() {
        TimerHeap heap = new TimerHeap();
        heap.new Entry(() -> {}).arm(10);
        assertThat(heap.pollDue(9, heap.armings())).isNull();
        long before = heap.armings();
        heap.new Entry(() -> {}).arm(5);
        assertThat(heap.pollDue(20, before)).isNull();
        assertThat(heap.pollDue(20, heap.armings())).isNotNull();
    }
}
