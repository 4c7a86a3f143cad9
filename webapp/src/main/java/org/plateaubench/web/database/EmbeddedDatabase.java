// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.database;

import java.io.EOFException;
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
import java.util.function.Consumer;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * A database in a file of the console's data folder, and the meaning of its failures. Immutable.
 *
 * @param folder absolute path of the folder of the file
 * @param name name of the file, without its extension
 * @param scheme scheme by which H2 accesses the file
 * @param migrations folder of the migrations
 */
record EmbeddedDatabase(Path folder, String name, String scheme, String migrations) {
    /** The folders of {@link #migrations}; a database server has both. */
    static final String CATALOG = "classpath:db/catalog";

    static final String RECORDS = "classpath:db/records";

    /**
     * Options of H2: names and the order of nulls as in PostgreSQL; only the console closes the database. Data in the
     * file is never overwritten: a commit is appended. By default H2 reuses freed space and finds its newest state
     * along a chain that starts at the head of the file. A kill after a link was overwritten, and before the head names
     * a later one, restores an older state: commits of seconds ago, or all since the file was created, are lost.
     */
    private static final String OPTIONS = ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH;"
            + "DB_CLOSE_ON_EXIT=FALSE;REUSE_SPACE=FALSE;TRACE_LEVEL_FILE=0";

    private static final String ENDING = ".mv.db";

    /** Error code of H2 for a file that another process has open. */
    private static final int IN_USE = 90020;

    /** Error code for a file in which H2 went back to an empty state. */
    private static final int LOST = 1;
    /**
     * Error codes of damage: general error, damaged file, failed read, closed by an error of the file, unknown format.
     */
    private static final Set<Integer> DAMAGE = Set.of(LOST, 50000, 90030, 90031, 90098, 90048);

    private static final String HISTORY = "flyway_schema_history";

    private static final int MOST_SET_ASIDE = 1_000;

    static {
        DurableFilePath.register();
    }

    /** Returns the index of the runs in a folder. */
    static EmbeddedDatabase catalog(Path folder) {
        return new EmbeddedDatabase(folder, "catalog", "file", CATALOG);
    }

    /** Returns the database of accounts, sessions, API tokens, audit log and queue, under a name. */
    static EmbeddedDatabase records(Path folder, String name) {
        return new EmbeddedDatabase(folder, name, DurableFilePath.SCHEME, RECORDS);
    }

    Path file() {
        return folder.resolve(name + ENDING);
    }

    boolean isThere() {
        return Files.exists(file());
    }

    DatabaseAddress address() {
        return new DatabaseAddress("jdbc:h2:" + scheme + ":" + folder.resolve(name) + OPTIONS, "", "");
    }

    /** Returns a folder as an absolute path that H2 accepts. */
    static Path folder(Path data) throws IOException {
        Path folder = data.toAbsolutePath().normalize();
        Files.createDirectories(folder);
        if (folder.toString().contains(";")) {
            throw new IOException("The folder " + folder + " cannot hold the console's data, since its name has a "
                    + "semicolon: name another one with --data.");
        }
        return folder;
    }

    /** Opens a database that is known to be undamaged. */
    Database open(@Nullable Path setAside) throws SQLException {
        Connection held = Database.connect(address());
        Database database = new Database(address(), held, setAside);
        try {
            Database.beDurable(held);
            new FileCompaction(file(), address()).compactWhileOpen(database);
            return database;
        } catch (RuntimeException | SQLException e) {
            database.close();
            throw e;
        }
    }

    /**
     * Migrates the database to the present schema and reads all of it once, so that damage is found before its first
     * use.
     *
     * @param isNew whether the database may be empty
     * @param work done before the database is closed again
     */
    void bringUpToDate(boolean isNew, Consumer<Jdbi> work) throws SQLException, IOException {
        Connection held = Database.connect(address());
        try (Database database = new Database(address(), held, null)) {
            List<String> tables = tables(held);
            if (!isNew && !tables.contains(HISTORY)) {
                throw lost();
            }
            database.migrate("The " + name + " in " + folder, migrations);
            readAll(held, tables);
            work.accept(database.jdbi());
        }
    }

    static List<String> tables(Connection connection) throws SQLException {
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

    /** Reads every row, since damage shows when a page is read. */
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

    /** Returns whether a failure comes from the content of the file. */
    static boolean isDamage(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof EOFException) {
                return true;
            }
        }
        return DAMAGE.contains(codeOf(failure));
    }

    /** Returns the failure for damage that H2 does not report: it went back to an empty state. */
    static SQLException lost() {
        return new SQLException("what was in it is lost", "", LOST);
    }

    /** Returns the message for the user about a failure to open the database. */
    IOException refusal(Exception failure) {
        return codeOf(failure) == IN_USE
                ? inUse()
                : new IOException(
                        "The " + name + " in " + folder + " cannot be opened: " + Database.sentence(failure), failure);
    }

    IOException inUse() {
        return new IOException("The " + name + " in " + folder + " is used by another console: stop that one, or give "
                + "this one another folder.");
    }

    private static int codeOf(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException exception && exception.getErrorCode() != 0) {
                return exception.getErrorCode();
            }
        }
        return 0;
    }

    /**
     * Renames the file within its folder.
     *
     * @param why becomes part of the new name
     */
    Path setAside(String why) throws IOException {
        for (int number = 1; number <= MOST_SET_ASIDE; number++) {
            Path aside = folder.resolve(String.format(Locale.ROOT, "%s-%s-%03d%s", name, why, number, ENDING));
            if (!Files.exists(aside)) {
                return Files.move(file(), aside);
            }
        }
        throw new IOException("The folder " + folder + " holds " + MOST_SET_ASIDE + " files of the kind " + name + "-"
                + why + ": check the disk, then remove them.");
    }
}
