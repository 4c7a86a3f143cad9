// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.plugin.olio.HarnessClient;
import org.plateaubench.plugin.olio.OlioDataSet;
import org.plateaubench.plugin.olio.data.ApplicationSettings;
import org.plateaubench.plugin.olio.data.ConfirmedKind;
import org.plateaubench.plugin.olio.data.DataState;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;

final class DataOperationTest {
    @Test
    void failedOperationEndsAndNextCanStart() throws Exception {
        try (Database database = LoadedStore.empty("oddmarker");
                DataOperation data = new DataOperation(new Loader(database, 2), () -> {})) {
            Loader loader = new Loader(database, 2);
            data.begin(loader::reset);
            LoadedStore.await(data);
            assertThat(data.state("").work()).isEqualTo(DataState.Work.FAILED);
            assertThat(data.state("").failure()).contains("no data of Plateau");

            LoadedStore.load(loader);
            assertThat(data.begin(loader::reset)).isTrue();
            LoadedStore.await(data);
            assertThat(data.state("").failure()).isEmpty();
        }
    }

    @Test
    void cachesAreClearedAfterFailedOperation() throws Exception {
        AtomicInteger cleared = new AtomicInteger();
        try (Database database = LoadedStore.empty("failing");
                DataOperation data = new DataOperation(new Loader(database, 2), cleared::incrementAndGet)) {
            Loader loader = new Loader(database, 2);
            data.begin(() -> LoadedStore.load(loader));
            LoadedStore.await(data);
            assertThat(cleared).hasValue(1);
            try (AutoCloseable held = LoadedStore.lockLastTable("failing")) {
                assertThat(data.begin(loader::clear)).as("while %s", held).isTrue();
                LoadedStore.await(data);
            }
            assertThat(data.state("").work()).isEqualTo(DataState.Work.FAILED);
            assertThat(cleared).hasValue(2);
        }
    }

    @Test
    void storedRecordsAreFoundByNumber() throws Exception {
        try (Database database = LoadedStore.empty("kept")) {
            Loader loader = new Loader(database, 2);
            LoadedStore.load(loader);
            long attendance = database.execute("a loaded attendance", connection -> {
                try (Statement statement = connection.createStatement();
                        ResultSet row =
                                statement.executeQuery("SELECT event_id, person_id FROM olio_attendance LIMIT 1")) {
                    row.next();
                    return ConfirmedKind.attendance(row.getInt(1), row.getInt(2));
                }
            });
            long unknownEvent = LoadedStore.SCALE.events() + 1L;
            assertThat(loader.countExisting(ConfirmedKind.EVENTS, List.of(1L, unknownEvent - 1, unknownEvent)))
                    .isEqualTo(2);
            assertThat(loader.countExisting(ConfirmedKind.PERSONS, List.of(1L, LoadedStore.SCALE.users() + 1L)))
                    .isEqualTo(1);
            long ofUnknownPerson =
                    ConfirmedKind.attendance(ConfirmedKind.event(attendance), LoadedStore.SCALE.users() + 1);
            long ofUnknownEvent = ConfirmedKind.attendance((int) unknownEvent, ConfirmedKind.person(attendance));
            assertThat(loader.countExisting(
                            ConfirmedKind.ATTENDANCES, List.of(attendance, ofUnknownPerson, ofUnknownEvent)))
                    .isEqualTo(1);
            LoadedStore.execute(database, "DELETE FROM olio_event WHERE id = 1");
            assertThat(loader.countExisting(ConfirmedKind.EVENTS, List.of(1L, unknownEvent - 1)))
                    .isEqualTo(1);
        }
    }

    @Test
    void foreignTablesAreRefusedAndKept(@TempDir Path folder) throws Exception {
        ApplicationSettings settings = new ApplicationSettings(
                "127.0.0.1", 0, folder.toString(), "jdbc:h2:mem:foreign;DB_CLOSE_DELAY=-1", "", "", 2, "token");
        try (SiteServer site = new SiteServer(settings, InstantSource.system())) {
            site.start();
            LoadedStore.execute(site.database, "CREATE TABLE olio_person (id INTEGER)");
            HarnessClient client = new HarnessClient("http://127.0.0.1:" + site.port(), "token");
            OlioDataSet data = new OlioDataSet(client, LoadedStore.SCALE, 25, LoadedStore.SEED);
            for (DataPolicy policy : DataPolicy.values()) {
                assertThatThrownBy(() -> data.prepare(policy, Progress.SILENT))
                        .isInstanceOf(SutException.class)
                        .message()
                        .containsIgnoringCase("table olio_person");
            }
            data.clear(Progress.SILENT);
            LoadedStore.execute(site.database, "SELECT id FROM olio_person");
        }
    }
}
