// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
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

@Timeout(120)
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
            try (Database database = engine == Engine.H2
                    ? Database.open(folder, Optional.empty(), name -> null)
                    : Database.postgresql(address)) {
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
        try (Database first = Database.open(folder, Optional.empty(), name -> null)) {
            assertThat(first.setAside()).isEmpty();
        }
        try (FileChannel other = FileChannel.open(folder.resolve("catalog.mv.db"), StandardOpenOption.WRITE)) {
            other.lock();
            assertThatThrownBy(() -> Database.open(folder, Optional.empty(), name -> null))
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
        try (Database database = engine == Engine.H2
                ? Database.open(folder, Optional.empty(), name -> null)
                : Database.postgresql(address)) {
            database.jdbi()
                    .useHandle(handle -> handle.execute("INSERT INTO \"flyway_schema_history\" (installed_rank, "
                            + "version, description, type, script, installed_by, execution_time, success) "
                            + "VALUES (99, '99', 'later', 'SQL', 'V99__later.sql', 'x', 1, true)"));
        }
        assertThatThrownBy(() -> {
                    if (engine == Engine.H2) {
                        Database.open(folder, Optional.empty(), name -> null);
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
                Files.writeString(file, "this is no database\n".repeat(1000));
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
    void aDamagedFileIsSetAsideAndAnEmptyOneTakesItsPlace(Damage damage) throws Exception {
        Path file = folder.resolve("catalog.mv.db");
        try (Database database = Database.open(folder, Optional.empty(), name -> null)) {
            fill(database, 200);
        }
        damage.to(file);
        Path damaged = Files.copy(file, folder.resolve("as it was found"));
        try (Database database = Database.open(folder, Optional.empty(), name -> null)) {
            Path aside = database.setAside().orElseThrow();
            assertThat(aside).isEqualTo(folder.resolve("catalog-damaged-001.mv.db"));
            if (damage != Damage.NOTHING_BUT_THE_HEAD) {
                assertThat(Files.mismatch(aside, damaged)).isEqualTo(-1);
            }
            assertThat(tags(database)).isZero();
            fill(database, 1);
        }
        try (Database database = Database.open(folder, Optional.empty(), name -> null)) {
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

    /** Commits rows and says how many there are, until it is killed. */
    static final class Writer {
        public static void main(String[] arguments) throws IOException {
            Database database = Database.open(Path.of(arguments[0]), Optional.empty(), name -> null);
            takeFreeRoomAtOnce(database);
            for (int rows = tags(database); ; ) {
                String id = "run-" + rows;
                database.jdbi().useTransaction(handle -> insert(handle, id));
                rows++;
                System.out.println(rows);
            }
        }
    }

    /** Were room taken again at all, it would be after 45 s, which no test waits. */
    private static void takeFreeRoomAtOnce(Database database) {
        database.jdbi().useHandle(handle -> handle.execute("SET RETENTION_TIME 0"));
    }

    @Test
    void whatWasCommittedIsThereAfterEachCrash() throws Exception {
        for (int crashes = 0; crashes < 2; crashes++) {
            int said = killed(20 + 5 * crashes);
            try (Database database = Database.open(folder, Optional.empty(), name -> null)) {
                assertThat(database.setAside()).isEmpty();
                assertThat(tags(database)).isBetween(said, said + 1);
            }
        }
    }

    /** Lets a process commit until it has said a number of times that it did, kills it, and returns the last it said. */
    private int killed(int times) throws IOException, InterruptedException {
        Process writer = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Writer.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        List<String> said = new ArrayList<>();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8))) {
            while (said.size() < times) {
                said.add(lines.readLine());
            }
            writer.toHandle().destroyForcibly();
            lines.lines().forEach(said::add);
            writer.waitFor();
        }
        return Integer.parseInt(said.getLast());
    }

    /** What a crash can take back is what is being written over: the rule that makes the test above hold each time. */
    @Test
    void whatIsInTheFileIsNotWrittenOver() throws Exception {
        Path file = folder.resolve("catalog.mv.db");
        int head = 2 * 4096;
        try (Database database = Database.open(folder, Optional.empty(), name -> null)) {
            takeFreeRoomAtOnce(database);
            for (int i = 0; i < 20; i++) {
                byte[] before = Files.readAllBytes(file);
                String id = "run-" + i;
                database.jdbi().useTransaction(handle -> insert(handle, id));
                byte[] after = Files.readAllBytes(file);
                assertThat(after.length).isGreaterThan(before.length);
                assertThat(Arrays.mismatch(before, head, before.length, after, head, before.length))
                        .as("first byte that is another one")
                        .isEqualTo(-1);
            }
        }
    }

    @Test
    void roomIsGivenBackWhileTheDatabaseIsUsed() throws Exception {
        try (Database database = Database.open(folder, Optional.empty(), name -> null)) {
            for (int i = 0; i < 20; i++) {
                String id = "run-" + i;
                database.jdbi().useTransaction(handle -> insert(handle, id));
            }
            Path file = folder.resolve("catalog.mv.db");
            long before = Files.size(file);
            EmbeddedRoom room = new EmbeddedRoom(file, EmbeddedDatabase.address(folder));
            assertThat(room.giveBack(database)).isTrue();
            assertThat(Files.size(file)).isLessThan(before / 2);
            assertThat(tags(database)).isEqualTo(20);
            assertThat(room.giveBack(database))
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
        assertThatThrownBy(() -> Database.open(
                        folder,
                        Optional.of("jdbc:postgresql://127.0.0.1:1/lab?connectTimeout=1"),
                        Map.of(DatabaseAddress.USER, "plateau", DatabaseAddress.PASSWORD, "s3cret")::get))
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
