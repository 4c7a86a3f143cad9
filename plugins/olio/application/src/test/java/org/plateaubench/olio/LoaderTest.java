// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.olio.ChunkWriter.Chunk;
import org.plateaubench.olio.EventDetail.Coordinates;
import org.plateaubench.plugin.olio.data.HarnessState;
import org.plateaubench.plugin.olio.data.Names;
import org.plateaubench.plugin.olio.data.PersonForm;
import org.plateaubench.plugin.olio.data.PersonForm.AddressForm;
import org.plateaubench.plugin.olio.data.PersonForm.EventForm;
import org.plateaubench.process.data.DataMarker.State;
import org.plateaubench.process.database.OwnTables.Change;
import org.plateaubench.testkit.Deadline;

@Tag("slow")
final class LoaderTest {
    private static final AddressForm ADDRESS = new AddressForm("1 Quay", "", "Havn", "NY", "12345", "USA");
    private static final Coordinates PLACE = new Coordinates(33, -177);

    @ParameterizedTest
    @EnumSource
    void aResetTakesAwayAllThatWasAddedSinceTheLoad(Dialect dialect) throws Exception {
        LoadedStore loaded = LoadedStore.fresh(dialect);
        Map<String, String> before = LoadedStore.sums(loaded.database());
        SocialStore store = loaded.store();
        Instant now = LoadedStore.MIDNIGHT;
        store.addPerson(
                new PersonForm("newcomer", "secret", "A", "Lastly", "a@b", "1", "text", "Europe/Berlin", ADDRESS),
                PLACE);
        int newcomer = store.signIn("newcomer", "secret").orElseThrow().id();
        store.addEvent(
                newcomer,
                new EventForm("T", "s", "d", "1", "UTC", LoadedStore.DAY.atStartOfDay(), ADDRESS),
                PLACE,
                List.of(Names.tagName(1), "brandnew"),
                now);
        int event = LoadedStore.SCALE.events() + 1;
        store.attend(event, newcomer);
        store.attend(3, newcomer);
        store.addComment(3, newcomer, "text", 5, now);
        store.addComment(event, 9, "text", 5, now);
        assertThat(LoadedStore.sums(loaded.database())).isNotEqualTo(before);

        loaded.reset();

        assertThat(LoadedStore.sums(loaded.database())).isEqualTo(before);
    }

    @Test
    void everyDatabaseHoldsTheSameHoweverManyThreadsLoadIt() throws Exception {
        Map<String, String> parallel =
                LoadedStore.sums(LoadedStore.fresh(Dialect.H2).database());
        try (Database alone = LoadedStore.empty("alone")) {
            LoadedStore.load(new Loader(alone, 1));
            assertThat(LoadedStore.sums(alone)).isEqualTo(parallel);
        }
        assertThat(LoadedStore.fresh(Dialect.POSTGRESQL).counts())
                .isEqualTo(LoadedStore.population().counts());
    }

    @Test
    void aLoadThatWasCutShortGoesOnWhereItWas() throws Exception {
        Map<String, String> whole =
                LoadedStore.sums(LoadedStore.fresh(Dialect.H2).database());
        try (Database database = LoadedStore.empty("resumed")) {
            Loader loader = new Loader(database, 1);
            DataOperation cut = new DataOperation(loader, () -> {});
            assertThat(cut.begin(() -> LoadedStore.load(loader))).isTrue();
            assertThat(cut.begin(loader::reset)).isFalse();
            Deadline.until("rows are loaded", () -> cut.state("").rows() > 0);
            cut.close();
            assertThat(cut.state("").work()).isEqualTo(HarnessState.Work.FAILED);
            assertThat(loader.marker().orElseThrow().state()).isEqualTo(State.LOADING);
            int done = database.ask("ledger", Loader::loaded).size();
            assertThat(done)
                    .isPositive()
                    .isLessThan(Chunk.all(LoadedStore.SCALE).size());

            Loader resumed = new Loader(database, 2);
            LocalDate later = LoadedStore.DAY.plusDays(1);
            resumed.load(LoadedStore.SCALE, LoadedStore.SEED, later);

            assertThat(LoadedStore.sums(database)).isEqualTo(whole);
            assertThat(resumed.marker().orElseThrow().value("day")).isEqualTo(LoadedStore.DAY.toString());
        }
    }

    @Test
    void aRemovalThatHadOnlyItsMarkerLeftGoesOn() throws Exception {
        try (Database database = LoadedStore.empty("ledgergone")) {
            Loader loader = new Loader(database, 2);
            LoadedStore.load(loader);
            LoadedStore.execute(database, "DROP TABLE " + Loader.LEDGER);
            loader.clear();
            assertThat(loader.marker()).isEmpty();
            assertThat(loader.foreign(Change.DROP).names()).isEmpty();
        }
    }
}
