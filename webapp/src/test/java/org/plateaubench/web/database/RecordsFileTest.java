// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.flywaydb.core.Flyway;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Accounts, API tokens, audit log and queue are never lost to damage, to an upgrade or to a file that went. */
@Timeout(300)
class RecordsFileTest {
    @TempDir
    Path folder;

    /** Each way in which a file can be broken, by what is done to it. */
    enum Damage {
        EMPTY {
            @Override
            void to(Path file) throws IOException {
                Files.write(file, new byte[0]);
            }
        },
        NO_DATABASE {
            @Override
            void to(Path file) throws IOException {
                Files.writeString(file, "this is not a database\n".repeat(1000));
            }
        },
        NOTHING_BUT_THE_HEAD {
            @Override
            void to(Path file) throws IOException {
                try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
                    access.setLength(8192);
                }
            }
        },
        ZEROS_AT_THE_END {
            @Override
            void to(Path file) throws IOException {
                try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
                    access.seek(access.length() / 2);
                    access.write(new byte[(int) (access.length() - access.getFilePointer())]);
                }
            }
        };

        abstract void to(Path file) throws IOException;
    }

    @ParameterizedTest
    @EnumSource
    void aDamagedFileIsLeftByteForByteUntilSomebodySaysSo(Damage damage) throws Exception {
        try (Database records = RecordsFile.open(folder, false)) {
            add(records, "ada");
        }
        RecordsFile.open(folder, false).close();
        Path file = RecordsFile.in(folder);
        damage.to(file);
        byte[] damaged = Files.readAllBytes(file);
        for (int times = 0; times < 2; times++) {
            assertThatThrownBy(() -> RecordsFile.open(folder, false))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("is damaged")
                    .hasMessageContaining("console restore --replace")
                    .hasMessageContaining("--new-records");
            assertThat(Files.readAllBytes(file)).isEqualTo(damaged);
            try (var names = Files.list(folder)) {
                assertThat(names).containsExactly(file);
            }
        }
        try (Database records = RecordsFile.open(folder, true)) {
            assertThat(accounts(records)).isEmpty();
            assertThat(Files.readAllBytes(records.setAside().orElseThrow())).isEqualTo(damaged);
        }
    }

    /** What a start leaves has no earlier states in it that a cut could bring back. */
    @Test
    void aFileThatWasCutNeverPassesForAnEarlierState() throws Exception {
        for (String name : List.of("ada", "bob", "")) {
            try (Database records = RecordsFile.open(folder, false)) {
                if (!name.isEmpty()) {
                    add(records, name);
                }
            }
        }
        Path file = RecordsFile.in(folder);
        byte[] whole = Files.readAllBytes(file);
        Path other = Files.createDirectory(folder.resolve("other"));
        int noticed = 0;
        int cuts = 0;
        for (int cut = whole.length - 1; cut > 0; cut -= 2047) {
            cuts++;
            Files.write(RecordsFile.in(other), Arrays.copyOf(whole, cut));
            try (Database records = RecordsFile.open(other, false)) {
                assertThat(accounts(records)).as("cut at %s", cut).containsExactly("ada", "bob");
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("is damaged");
                noticed++;
            }
        }
        assertThat(noticed).isGreaterThan(cuts / 2);
    }

    @Test
    void aFileThatIsGoneIsNotReplacedByAnEmptyOneBesideAUsedCatalog() throws Exception {
        try (Databases both = Databases.open(folder, Optional.empty(), name -> null, false)) {
            add(both.records(), "ada");
        }
        Path file = RecordsFile.in(folder);
        Path elsewhere = Files.move(file, folder.resolve("elsewhere"));
        assertThatThrownBy(() -> Databases.open(folder, Optional.empty(), name -> null, false))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is missing")
                .hasMessageContaining("--new-records");
        assertThat(file).doesNotExist();
        Files.move(elsewhere, file);
        try (Databases both = Databases.open(folder, Optional.empty(), name -> null, false)) {
            assertThat(accounts(both.records())).containsExactly("ada");
        }
        Files.delete(file);
        try (Databases both = Databases.open(folder, Optional.empty(), name -> null, true)) {
            assertThat(accounts(both.records())).isEmpty();
        }
    }

    @Test
    void aCatalogThatCannotBeReadTakesNoAccountWithIt() throws Exception {
        try (Databases both = Databases.open(folder, Optional.empty(), name -> null, false)) {
            add(both.records(), "ada");
        }
        Files.writeString(folder.resolve("catalog.mv.db"), "this is not a database\n".repeat(1000));
        try (Databases both = Databases.open(folder, Optional.empty(), name -> null, false)) {
            assertThat(both.catalog().setAside()).isPresent();
            assertThat(accounts(both.records())).containsExactly("ada");
        }
    }

    @Test
    void whatAnEarlierVersionKeptInOneFileIsCarriedOver() throws Exception {
        earlier();
        for (int times = 0; times < 2; times++) {
            try (Databases both = Databases.open(folder, Optional.empty(), name -> null, false)) {
                assertThat(accounts(both.records())).containsExactly("ada");
                assertThat(rows(both.records(), "api_token")).isOne();
                assertThat(rows(both.records(), "audit_entry")).isOne();
                assertThat(rows(both.records(), "queue_item")).isOne();
                assertThat(tables(both.records())).doesNotContain("run", "run_tag", "run_plugin");
                assertThat(tables(both.catalog())).contains("run").doesNotContain("account");
            }
        }
        assertThat(folder.resolve("catalog-carried-over-001.mv.db"))
                .as("the earlier file, which stays")
                .exists();
        assertThat(folder.resolve("catalog-carried-over-002.mv.db")).doesNotExist();
    }

    @Test
    void anEarlierFileThatIsDamagedIsLeftAsItIs() throws Exception {
        Path catalog = earlier();
        Damage.ZEROS_AT_THE_END.to(catalog);
        byte[] damaged = Files.readAllBytes(catalog);
        assertThatThrownBy(() -> Databases.open(folder, Optional.empty(), name -> null, false))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is damaged or has none");
        assertThat(Files.readAllBytes(catalog)).isEqualTo(damaged);
        assertThat(RecordsFile.in(folder)).doesNotExist();
    }

    /** A file as it was when accounts and runs were in one. */
    private Path earlier() {
        String url = EmbeddedDatabase.catalog(folder).address().url();
        Flyway.configure()
                .dataSource(url, "", "")
                .locations(EmbeddedDatabase.RECORDS, EmbeddedDatabase.CATALOG)
                .target("3")
                .load()
                .migrate();
        Jdbi.create(url).useHandle(handle -> {
            handle.execute("INSERT INTO account (name, role, password, disabled, created_at) "
                    + "VALUES ('ada', 'ADMIN', 'digest', false, CURRENT_TIMESTAMP)");
            handle.execute("INSERT INTO api_token (id, name, digest, owner, role, created_at) "
                    + "VALUES ('t', 'ci', 'digest', 'ada', 'ADMIN', CURRENT_TIMESTAMP)");
            handle.execute("INSERT INTO audit_entry (at, account, role, action, target, outcome, remote) "
                    + "VALUES (CURRENT_TIMESTAMP, 'ada', 'ADMIN', 'POST /x', '', '200', '')");
            handle.execute("INSERT INTO queue_item (id, name, state, place, wanted, requested_by, requested_at_ms, "
                    + "attempt) VALUES ('q1', 'run', 'waiting', 1, '{}', 'ada', 0, 0)");
            handle.execute("INSERT INTO run (id, fingerprint, name, status, started_at, archived, search_text, "
                    + "document, detail) VALUES ('r', '', 'a', 'completed', CURRENT_TIMESTAMP, false, '', '', '')");
            handle.execute("INSERT INTO run_tag (tag, run_id) VALUES ('t', 'r')");
        });
        return folder.resolve("catalog.mv.db");
    }

    static void add(Database records, String name) {
        records.jdbi()
                .useHandle(handle -> handle.execute(
                        "INSERT INTO account (name, role, password, disabled, created_at) "
                                + "VALUES (?, 'ADMIN', ?, false, CURRENT_TIMESTAMP)",
                        name,
                        "x".repeat(60)));
    }

    static List<String> accounts(Database records) {
        return records.jdbi()
                .withHandle(handle -> handle.createQuery("SELECT name FROM account ORDER BY name")
                        .mapTo(String.class)
                        .list());
    }

    private static int rows(Database records, String table) {
        return records.jdbi()
                .withHandle(handle -> handle.createQuery("SELECT count(*) FROM " + table)
                        .mapTo(Integer.class)
                        .one());
    }

    private static List<String> tables(Database database) throws Exception {
        return database.jdbi().withHandle(handle -> EmbeddedDatabase.tables(handle.getConnection()));
    }
}
