// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.DataPolicy;

/** An interrupted load resumes where it stopped, and its result is the same as without the interruption. */
@Tag("slow")
@ParameterizedClass
@EnumSource(Engine.class)
class ResumedLoadTest {
    private final Engine engine;

    ResumedLoadTest(Engine engine) {
        this.engine = engine;
    }

    /** Interrupts the loading thread at a certain point of an activity. */
    private static void interruptLoad(TestDatabase database, String activity, long atLeast) {
        Thread self = Thread.currentThread();
        AtomicBoolean isSent = new AtomicBoolean();
        assertThatThrownBy(() -> database.data().prepare(DataPolicy.REUSE, (what, done, total, unit) -> {
                    if (what.startsWith(activity) && done >= atLeast && isSent.compareAndSet(false, true)) {
                        self.interrupt();
                    }
                }))
                .isInstanceOf(InterruptedException.class);
    }

    @Test
    void interruptedLoadResumesToTheSameData() throws Exception {
        try (TestDatabase database = TestDatabase.empty(engine)) {
            interruptLoad(database, "loading", 6);
            assertThat(database.data().preflight(DataPolicy.REUSE).toString()).contains("continue where it stopped");
            assertThat(database.data().preflight(DataPolicy.RELOAD).toString()).contains("loaded again");
            // A resumed load must not write this row again.
            database.execute("UPDATE categories SET categoryname = 'kept' WHERE category = 1");
            interruptLoad(database, "resuming", 12);
            interruptLoad(database, "resuming", 18);
            long parts = database.number("SELECT COUNT(*) FROM plateau_dvdstore_parts");
            interruptLoad(database, "indexing", 4);
            assertThat(database.indexes("customers")).contains("ix_cust_username");
            interruptLoad(database, "indexing", 5);

            Queue<Long> loaded = new ConcurrentLinkedQueue<>();
            Queue<String> activities = new ConcurrentLinkedQueue<>();
            database.data().prepare(DataPolicy.RESET, (what, done, total, unit) -> {
                activities.add(what);
                if (unit.equals("parts")) {
                    loaded.add(done);
                }
            });
            assertThat(loaded).allMatch(done -> done >= parts);
            assertThat(activities)
                    .anyMatch(what -> what.startsWith("resuming"))
                    .noneMatch(what -> what.startsWith("loading"));
            assertThat(database.number("SELECT COUNT(*) FROM categories WHERE categoryname = 'kept'"))
                    .isEqualTo(1);
            database.execute("UPDATE categories SET categoryname = 'Category 1' WHERE category = 1");
            TestDatabase uninterrupted = TestDatabase.loaded(engine);
            assertThat(database.checksums()).isEqualTo(uninterrupted.checksums());
            for (String table : new String[] {"customers", "orders", "orderlines", "cust_hist", "products"}) {
                assertThat(database.indexes(table)).isEqualTo(uninterrupted.indexes(table));
            }
            assertThat(database.data().verify()).isEmpty();
            assertThat(database.tables()).doesNotContain("plateau_dvdstore_parts");
        }
    }
}
