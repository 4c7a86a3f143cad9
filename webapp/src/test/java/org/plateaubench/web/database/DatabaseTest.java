// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.web.database.TestDatabases.Engine;

@Timeout(300)
class DatabaseTest {
    @RegisterExtension
    static final TestDatabases DATABASES = new TestDatabases();

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void migrationsMakeEveryTableAndAreDoneOnce(Engine engine) throws Exception {
        DatabaseAddress address =
                engine == Engine.POSTGRESQL ? DATABASES.postgresql() : new DatabaseAddress("jdbc:h2:mem:none", "", "");
        for (int times = 0; times < 2; times++) {
            try (Database database = engine == Engine.H2 ? CatalogFile.open(folder) : Database.postgresql(address)) {
                assertThat(database.setAside()).isEmpty();
                assertThat(tables(database.jdbi())).contains("run", "run_tag", "run_plugin");
            }
        }
    }

    private static List<String> tables(Jdbi jdbi) {
        return jdbi.withHandle(handle -> handle.createQuery(
                        "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'")
                .mapTo(String.class)
                .list());
    }

    @Test
    void aSecondConsoleOnAFileIsToldSo() throws Exception {
        try (Database first = CatalogFile.open(folder)) {
            assertThat(first.setAside()).isEmpty();
        }
        try (FileChannel other = FileChannel.open(folder.resolve("catalog.mv.db"), StandardOpenOption.WRITE)) {
            other.lock();
            assertThatThrownBy(() -> CatalogFile.open(folder))
                    .isInstanceOf(IOException.class)
                    .hasMessage("The catalog in " + folder + " is used by another console: stop that one, or give "
                            + "this one another folder.");
        }
        assertThat(folder.resolve("catalog-damaged-001.mv.db")).doesNotExist();
    }

    @Test
    void aSecondConsoleOnAServerIsToldSo() throws Exception {
        DatabaseAddress address = DATABASES.postgresql();
        try (Database first = Database.postgresql(address)) {
            assertThat(first.setAside()).isEmpty();
            assertThatThrownBy(() -> Database.postgresql(address))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("is used by another console");
        }
        Database.postgresql(address).close();
    }

    @ParameterizedTest
    @EnumSource
    void aDatabaseOfANewerVersionIsLeftAsItIs(Engine engine) throws Exception {
        DatabaseAddress address =
                engine == Engine.POSTGRESQL ? DATABASES.postgresql() : new DatabaseAddress("jdbc:h2:mem:none", "", "");
        try (Database database = engine == Engine.H2 ? CatalogFile.open(folder) : Database.postgresql(address)) {
            database.jdbi()
                    .useHandle(handle -> handle.execute("INSERT INTO \"flyway_schema_history\" (installed_rank, "
                            + "version, description, type, script, installed_by, execution_time, success) "
                            + "VALUES (99, '99', 'later', 'SQL', 'V99__later.sql', 'x', 1, true)"));
        }
        assertThatThrownBy(() -> {
                    if (engine == Engine.H2) {
                        CatalogFile.open(folder);
                    } else {
                        Database.postgresql(address);
                    }
                })
                .isInstanceOf(IOException.class)
                .hasMessageContaining("was written by a newer version of Plateau");
        assertThat(folder.resolve("catalog-damaged-001.mv.db")).doesNotExist();
    }

    /** Each way in which a file can be broken, by what is done to it. */
    enum Damage {
        NO_DATABASE {
            @Override
            void to(Path file) throws IOException {
                Files.writeString(file, "this is not a database\n".repeat(1000));
            }
        },
        ZEROS {
            @Override
            void to(Path file) throws IOException {
                try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
                    access.write(new byte[(int) access.length()]);
                }
            }
        },
        NOTHING_BUT_THE_HEAD {
            @Override
            void to(Path file) throws IOException {
                try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
                    access.setLength(8192);
                }
            }
        };

        abstract void to(Path file) throws IOException;
    }

    @ParameterizedTest
    @EnumSource
    void aDamagedCatalogIsSetAsideAndAnEmptyOneTakesItsPlace(Damage damage) throws Exception {
        Path file = folder.resolve("catalog.mv.db");
        try (Database database = CatalogFile.open(folder)) {
            fill(database, 200);
        }
        damage.to(file);
        Path damaged = Files.copy(file, folder.resolve("as it was found"));
        try (Database database = CatalogFile.open(folder)) {
            Path aside = database.setAside().orElseThrow();
            assertThat(aside).isEqualTo(folder.resolve("catalog-damaged-001.mv.db"));
            if (damage != Damage.NOTHING_BUT_THE_HEAD) {
                assertThat(Files.mismatch(aside, damaged)).isEqualTo(-1);
            }
            assertThat(tags(database)).isZero();
            fill(database, 1);
        }
        try (Database database = CatalogFile.open(folder)) {
            assertThat(database.setAside()).isEmpty();
            assertThat(tags(database)).isOne();
        }
    }

    private static void fill(Database database, int rows) {
        database.jdbi().useTransaction(handle -> {
            for (int i = 0; i < rows; i++) {
                insert(handle, "run-" + i);
            }
        });
    }

    private static void insert(Handle handle, String id) {
        handle.execute(
                "INSERT INTO run (id, fingerprint, name, status, started_at, archived, search_text, document, "
                        + "detail) VALUES (?, '', 'a', 'completed', CURRENT_TIMESTAMP, false, '', ?, '')",
                id,
                "x".repeat(1000));
        handle.execute("INSERT INTO run_tag (tag, run_id) VALUES ('t', ?)", id);
    }

    private static int tags(Database database) {
        return database.jdbi()
                .withHandle(handle -> handle.createQuery("SELECT count(*) FROM run_tag")
                        .mapTo(Integer.class)
                        .one());
    }

    @Test
    void roomIsGivenBackWhileTheDatabaseIsUsed() throws Exception {
        try (Database database = CatalogFile.open(folder)) {
            for (int i = 0; i < 20; i++) {
                String id = "run-" + i;
                database.jdbi().useTransaction(handle -> insert(handle, id));
            }
            Path file = folder.resolve("catalog.mv.db");
            long before = Files.size(file);
            FileCompaction compaction =
                    new FileCompaction(file, EmbeddedDatabase.catalog(folder).address());
            assertThat(compaction.compact(database)).isTrue();
            assertThat(Files.size(file)).isLessThan(before / 2);
            assertThat(tags(database)).isEqualTo(20);
            assertThat(compaction.compact(database))
                    .as("nothing is left to give back")
                    .isFalse();
            int delay = database.jdbi()
                    .withHandle(handle -> handle.createQuery("SELECT setting_value FROM information_schema.settings "
                                    + "WHERE setting_name = 'WRITE_DELAY'")
                            .mapTo(Integer.class)
                            .one());
            assertThat(delay).as("what makes each commit durable").isZero();
        }
    }

    @Test
    void aServerThatIsNotThereIsNamedWithoutItsPassword() {
        assertThatThrownBy(() -> Databases.open(
                        folder,
                        Optional.of("jdbc:postgresql://127.0.0.1:1/lab?connectTimeout=1"),
                        Map.of(DatabaseAddress.USER, "plateau", DatabaseAddress.PASSWORD, "s3cret")::get,
                        false))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("The catalog jdbc:postgresql://127.0.0.1:1/lab cannot be used: Connection")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void aWrongPasswordIsRefusedInASentence() throws Exception {
        DatabaseAddress right = DATABASES.postgresql();
        assertThatThrownBy(() -> Database.postgresql(new DatabaseAddress(right.url(), right.user(), "s3cret")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("password authentication failed")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void credentialsComeFromTheEnvironmentOrAFileAndNeverFromTheAddress() throws Exception {
        Path file = Files.writeString(folder.resolve("password"), "from a file\n");
        String url = "jdbc:postgresql://db.lab/plateau?sslmode=require";
        DatabaseAddress address = DatabaseAddress.postgresql(
                url, Map.of(DatabaseAddress.USER, "ann", DatabaseAddress.PASSWORD_FILE, file.toString())::get);
        assertThat(address.user()).isEqualTo("ann");
        assertThat(address.password()).isEqualTo("from a file");
        assertThat(address).hasToString("jdbc:postgresql://db.lab/plateau");
        for (String wrong : List.of(
                "jdbc:postgresql://db.lab/plateau?user=ann&password=s3cret",
                "jdbc:postgresql://ann:s3cret@db.lab/plateau",
                "jdbc:h2:mem:s3cret")) {
            assertThatThrownBy(() -> DatabaseAddress.postgresql(wrong, name -> null))
                    .isInstanceOf(IOException.class)
                    .hasMessageNotContaining("s3cret");
        }
        assertThatThrownBy(() -> DatabaseAddress.postgresql(
                        url, Map.of(DatabaseAddress.PASSWORD, "a", DatabaseAddress.PASSWORD_FILE, "b")::get))
                .hasMessageContaining("unset one of them");
        assertThatThrownBy(() -> DatabaseAddress.postgresql(
                        url,
                        Map.of(
                                DatabaseAddress.PASSWORD_FILE,
                                folder.resolve("none").toString())::get))
                .hasMessageContaining("cannot be read");
    }
}
