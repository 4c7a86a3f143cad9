// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.ResultSet;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.plateaubench.plugin.olio.data.ConfirmedKind;
import org.plateaubench.plugin.olio.data.HarnessState;

final class DataOperationTest {
    private static final InstantSource TIME = InstantSource.fixed(LoadedStore.MIDNIGHT);

    @Test
    void workEndsHoweverItFailsAndOtherWorkCanFollow() throws Exception {
        try (Database database = LoadedStore.empty("oddmarker");
                DataOperation data = new DataOperation(database, TIME, 2, () -> {})) {
            data.reset();
            data.await();
            assertThat(data.state("").work()).isEqualTo(HarnessState.Work.FAILED);
            assertThat(data.state("").failure()).contains("no data of Plateau");

            LoadedStore.load(data, LoadedStore.SEED);
            assertThat(data.reset()).isTrue();
            data.await();
            assertThat(data.state("").failure()).isEmpty();
        }
    }

    @Test
    void whatWasKeptOfTheDataIsForgottenAlsoWhenTheWorkFailedHalfway() throws Exception {
        AtomicInteger forgotten = new AtomicInteger();
        try (Database database = LoadedStore.empty("failing");
                DataOperation data = new DataOperation(database, TIME, 2, forgotten::incrementAndGet)) {
            LoadedStore.load(data, LoadedStore.SEED);
            assertThat(forgotten).hasValue(1);
            try (AutoCloseable held = LoadedStore.lastTableHeld("failing")) {
                assertThat(data.clear()).as("while %s", held).isTrue();
                data.await();
            }
            assertThat(data.state("").work()).isEqualTo(HarnessState.Work.FAILED);
            assertThat(forgotten).hasValue(2);
        }
    }

    @Test
    void whatIsKeptIsFoundOneByOne() throws Exception {
        try (Database database = LoadedStore.empty("kept");
                DataOperation data = new DataOperation(database, TIME, 2, () -> {})) {
            LoadedStore.load(data, LoadedStore.SEED);
            long attends = database.ask("a loaded attendance", connection -> {
                try (Statement statement = connection.createStatement();
                        ResultSet row =
                                statement.executeQuery("SELECT event_id, person_id FROM olio_attendance LIMIT 1")) {
                    row.next();
                    return ConfirmedKind.attendance(row.getInt(1), row.getInt(2));
                }
            });
            long gone = LoadedStore.SCALE.events() + 1L;
            assertThat(data.found(ConfirmedKind.EVENTS, List.of(1L, gone - 1, gone)))
                    .isEqualTo(2);
            assertThat(data.found(ConfirmedKind.PERSONS, List.of(1L, LoadedStore.SCALE.users() + 1L)))
                    .isEqualTo(1);
            long nobodys = ConfirmedKind.attendance(ConfirmedKind.event(attends), LoadedStore.SCALE.users() + 1);
            long nowhere = ConfirmedKind.attendance((int) gone, ConfirmedKind.person(attends));
            assertThat(data.found(ConfirmedKind.ATTENDANCES, List.of(attends, nobodys, nowhere)))
                    .isEqualTo(1);
            LoadedStore.execute(database, "DELETE FROM olio_event WHERE id = 1");
            assertThat(data.found(ConfirmedKind.EVENTS, List.of(1L, gone - 1))).isEqualTo(1);
        }
    }
}
