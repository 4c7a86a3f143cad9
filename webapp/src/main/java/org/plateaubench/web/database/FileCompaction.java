// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.plateaubench.engine.store.file.AtomicFile;

/**
 * The space of an embedded database on the disk. Its file is only appended to, about 20 KB per commit; when most of it
 * is superseded, the present state is written to a second file, which atomically replaces the first.
 *
 * @param file file of the database
 * @param address address with which it is opened
 */
record FileCompaction(Path file, DatabaseAddress address) {
    private static final System.Logger LOG = System.getLogger("org.plateaubench.web");

    /** Bytes from which on a file is compacted when the console starts. */
    private static final long LARGE_BYTES = 64L << 20;

    /** Bytes from which on a file is compacted while the console runs, during which its users wait for a moment. */
    private static final long VERY_LARGE_BYTES = 512L << 20;

    private static final double LEAST_IN_USE = 0.5;
    private static final Duration CHECK_PERIOD = Duration.ofMinutes(10);

    /** Compacts the file if that is worthwhile, before the database is opened. */
    void compactBeforeOpening() throws SQLException, IOException {
        if (Files.size(file) <= LARGE_BYTES) {
            return;
        }
        try (Connection connection = Database.connect(address)) {
            if (inUse(connection) < LEAST_IN_USE) {
                tryToCompact(connection);
            }
        }
    }

    /** Checks the file periodically until the database is closed. */
    void compactWhileOpen(Database database) {
        Thread.ofPlatform().daemon().name("plateau-database-compaction").start(() -> {
            try {
                while (!database.isClosedWithin(CHECK_PERIOD)) {
                    if (Files.size(file) > VERY_LARGE_BYTES) {
                        compact(database);
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (IOException | SQLException | RuntimeException e) {
                LOG.log(System.Logger.Level.WARNING, "The file " + file + " grows until the next start", e);
            }
        });
    }

    /**
     * Compacts an open database if that is worthwhile, and opens it again.
     *
     * @return whether it was worthwhile, and the database was idle for a moment
     */
    boolean compact(Database database) throws SQLException, InterruptedException {
        if (database.jdbi().withHandle(handle -> inUse(handle.getConnection())) >= LEAST_IN_USE) {
            return false;
        }
        return database.alone(held -> {
            tryToCompact(held);
            Connection connection = Database.connect(address);
            Database.beDurable(connection);
            return connection;
        });
    }

    /** Closes the database and compacts it. A failure, such as a full disk, leaves the file as it was. */
    private void tryToCompact(Connection connection) {
        try {
            compactAndClose(connection);
            // Later commits go into the new file, so its name must not revert to the old file after a crash.
            AtomicFile.forceFolder(file.resolveSibling("."));
        } catch (SQLException | IOException e) {
            LOG.log(System.Logger.Level.WARNING, "The file " + file + " could not be compacted", e);
        }
    }

    /** Closes the database and compacts it. */
    static void compactAndClose(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SHUTDOWN COMPACT");
        }
    }

    /** Returns the share of the file that the present state uses: the allocated space that is not superseded. */
    private static double inUse(Connection connection) throws SQLException {
        double share = 1;
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT setting_value FROM information_schema.settings "
                        + "WHERE setting_name IN ('info.FILL_RATE', 'info.CHUNKS_FILL_RATE')")) {
            while (rows.next()) {
                share *= Integer.parseInt(rows.getString(1)) / 100.0;
            }
        }
        return share;
    }
}
