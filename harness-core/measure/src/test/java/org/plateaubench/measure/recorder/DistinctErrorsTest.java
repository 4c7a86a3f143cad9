// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.measure.recorder.DistinctErrors.OTHER;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class DistinctErrorsTest {
    private final DistinctErrors errors = new DistinctErrors();

    @Test
    void equalErrorsAreMergedWithCountAndTimes() {
        errors.record("browse", "refused", "no route", 70);
        errors.record("browse", "refused", "no route", 30);
        errors.record("browse", "refused", "no route", 50);
        errors.record("order", "refused", "no route", 20);
        assertThat(errors.entries())
                .containsExactly(
                        new DistinctErrors.Entry("order", "refused", "no route", 1, 20, 20),
                        new DistinctErrors.Entry("browse", "refused", "no route", 3, 30, 70));
    }

    @Test
    void longMessageIsTruncated() {
        errors.record("browse", "refused", "x".repeat(5000), 0);
        errors.record("browse", "refused", "x".repeat(400), 0);
        assertThat(errors.entries())
                .containsExactly(new DistinctErrors.Entry("browse", "refused", "x".repeat(300), 2, 0, 0));
    }

    @Test
    void excessMessagesAreCountedByClass() {
        for (int i = 0; i < 1000; i++) {
            errors.record("browse", "refused", "message " + i, i);
        }
        errors.record("browse", "timeout", "late", 2000);
        List<DistinctErrors.Entry> entries = errors.entries();
        assertThat(entries).hasSize(DistinctErrors.MESSAGES + 2);
        assertThat(entries)
                .contains(new DistinctErrors.Entry("browse", "refused", OTHER, 800, 200, 999))
                .contains(new DistinctErrors.Entry("browse", "timeout", OTHER, 1, 2000, 2000));
    }

    @Test
    void excessClassesAreCountedByOperation() {
        for (int i = 0; i < 1000; i++) {
            errors.record("browse", "class" + i, "message", i);
        }
        List<DistinctErrors.Entry> entries = errors.entries();
        assertThat(entries).hasSize(DistinctErrors.MESSAGES + DistinctErrors.CLASSES + 1);
        assertThat(entries).contains(new DistinctErrors.Entry("browse", OTHER, OTHER, 700, 300, 999));
    }

    @Test
    void manyErrorsStayBoundedAndAreAllCounted() {
        int threads = 8;
        int each = 20_000;
        try (ExecutorService storm = Executors.newFixedThreadPool(threads)) {
            for (int thread = 0; thread < threads; thread++) {
                int number = thread;
                storm.execute(() -> {
                    for (int i = 0; i < each; i++) {
                        errors.record("browse", "class" + i % 500, "message " + number + " " + i, i);
                    }
                });
            }
        }
        List<DistinctErrors.Entry> entries = errors.entries();
        // Each thread that finds the last place free at the same moment may take one.
        assertThat(entries.size())
                .isBetween(
                        DistinctErrors.MESSAGES + DistinctErrors.CLASSES,
                        DistinctErrors.MESSAGES + DistinctErrors.CLASSES + 1 + 2 * threads);
        assertThat(entries.stream().mapToLong(DistinctErrors.Entry::count).sum())
                .isEqualTo((long) threads * each);
    }
}
