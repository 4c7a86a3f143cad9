// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The database in the folder of the console's data. A damaged one is set aside, and an empty one takes its place. */
final class EmbeddedDatabase {
    private static final System.Logger LOG = System.getLogger("org.plateaubench.web");
    private static final String NAME = "catalog";
    private static final String FILE = NAME + ".mv.db";
    /**
     * As PostgreSQL has names and the order of what is null; closed by nobody but the console. Nothing is written over
     * what is in the file: a commit becomes its end. H2 otherwise takes room that became free, and looks for its newest
     * state along a chain that starts at the head of the file. A kill after a link was written over, and before the head
     * names a later one, brings an older state back: commits of seconds ago, or all since the file was made.
     */
    private static final String OPTIONS = ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH;"
            + "DB_CLOSE_ON_EXIT=FALSE;REUSE_SPACE=FALSE";

    /** What H2 says of a file that another process has. */
    private static final int IN_USE = 90020;

    /** H2 went back to a state before there was anything in it. */
    private static final int LOST = 1;
    /** General error, damaged file, failed reading, closed by an error of the file, unknown form of the file. */
    private static final Set<Integer> DAMAGE = Set.of(LOST, 50000, 90030, 90031, 90098, 90048);

    private static final String HISTORY = "flyway_schema_history";

    private static final int MOST_SET_ASIDE = 1_000;

    private EmbeddedDatabase() {}

    static Database open(Path data) throws IOException {
        Path folder = data.toAbsolutePath().normalize();
        Files.createDirectories(folder);
        if (folder.toString().contains(";")) {
            throw new IOException("The folder " + folder + " cannot hold the catalog, since its name has a semicolon.");
        }
        try {
            return opened(folder, null);
        } catch (RuntimeException | SQLException e) {
            if (codeOf(e) == IN_USE) {
                throw new IOException(
                        "The catalog in " + folder + " is used by another console: stop that one, or give this one "
                                + "another folder.",
                        e);
            }
            if (!Files.exists(folder.resolve(FILE)) || !isDamage(e)) {
                throw new IOException("The catalog in " + folder + " cannot be opened: " + Database.sentence(e), e);
            }
            return again(folder, e);
        }
    }

    private static Database again(Path folder, Exception damage) throws IOException {
        Path setAside = setAside(folder);
        LOG.log(
                System.Logger.Level.WARNING,
                "The catalog in " + folder + " is damaged (" + Database.sentence(damage) + "). It was renamed to "
                        + setAside.getFileName() + ", and an empty one is made. The runs are read again; accounts "
                        + "and API tokens that were in it are gone.");
        try {
            return opened(folder, setAside);
        } catch (RuntimeException | SQLException e) {
            e.addSuppressed(damage);
            throw new IOException("The catalog in " + folder + " cannot be made: " + Database.sentence(e), e);
        }
    }

    private static Database opened(Path folder, @Nullable Path setAside) throws SQLException, IOException {
        Path file = folder.resolve(FILE);
        boolean isNew = !Files.exists(file) || Files.size(file) == 0;
        DatabaseAddress address = address(folder);
        EmbeddedRoom room = new EmbeddedRoom(file, address);
        if (!isNew) {
            room.giveBackBeforeOpening();
        }
        Connection held = Database.connect(address);
        Database database = new Database(address, held, setAside);
        try {
            List<String> tables = tables(held);
            if (!isNew && !tables.contains(HISTORY)) {
                throw new SQLException("what was in it is lost", "", LOST);
            }
            database.migrate("in " + folder);
            readAll(held, tables);
            beDurable(held);
            room.giveBackWhileOpen(database);
            return database;
        } catch (RuntimeException | SQLException | IOException e) {
            database.close();
            throw e;
        }
    }

    static DatabaseAddress address(Path folder) {
        return new DatabaseAddress("jdbc:h2:file:" + folder.resolve(NAME) + OPTIONS, "", "");
    }

    /**
     * From now on each commit is in the file when it returns. The tables are made before that: they are many commits, and
     * whoever is interrupted makes them anew.
     */
    static void beDurable(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET WRITE_DELAY 0");
            statement.execute("CHECKPOINT SYNC");
        }
    }

    private static List<String> tables(Connection connection) throws SQLException {
        List<String> tables = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'")) {
            while (rows.next()) {
                tables.add(rows.getString(1));
            }
        }
        return tables;
    }

    /** Damage shows when a page is read: each is read once, before anybody rests on it. */
    private static void readAll(Connection connection, List<String> tables) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET LAZY_QUERY_EXECUTION 1");
            for (String table : tables) {
                try (ResultSet rows = statement.executeQuery("SELECT * FROM \"" + table + "\"")) {
                    while (rows.next()) {
                        rows.getObject(1);
                    }
                }
            }
            statement.execute("SET LAZY_QUERY_EXECUTION 0");
        }
    }

    /** Whether a failure is one of the file's content. */
    private static boolean isDamage(Throwable failure) {
        return DAMAGE.contains(codeOf(failure));
    }

    private static int codeOf(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException exception && exception.getErrorCode() != 0) {
                return exception.getErrorCode();
            }
        }
        return 0;
    }

    private static Path setAside(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        for (int number = 1; number <= MOST_SET_ASIDE; number++) {
            Path aside = folder.resolve(String.format(Locale.ROOT, "%s-damaged-%03d.mv.db", NAME, number));
            if (!Files.exists(aside)) {
                return Files.move(file, aside);
            }
        }
        throw new IOException("The catalog " + file + " is damaged, and so are " + MOST_SET_ASIDE
                + " before it: look at the disk, then remove them.");
    }
}
