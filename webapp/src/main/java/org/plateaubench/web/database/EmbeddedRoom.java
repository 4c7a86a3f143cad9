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
import org.plateaubench.engine.store.AtomicFile;

/**
 * The room that an embedded database takes on the disk. Its file is only appended to, about 20 KB per commit; when most of
 * it is superseded, what is in use is written to a file beside it, which then takes its name at once.
 *
 * @param file that the database is in
 * @param address how it is opened
 */
record EmbeddedRoom(Path file, DatabaseAddress address) {
    private static final System.Logger LOG = System.getLogger("org.plateaubench.web");

    /** Larger files are written anew when the console starts. */
    private static final long LARGE_BYTES = 64L << 20;

    /** Larger files are written anew while it runs, which lets its users wait for a moment. */
    private static final long VERY_LARGE_BYTES = 512L << 20;

    private static final double LEAST_IN_USE = 0.5;
    private static final Duration BETWEEN_LOOKS = Duration.ofMinutes(10);

    /** Looks once, when nobody has the database open. */
    void giveBackBeforeOpening() throws SQLException, IOException {
        if (Files.size(file) <= LARGE_BYTES) {
            return;
        }
        try (Connection connection = Database.connect(address)) {
            if (inUse(connection) < LEAST_IN_USE) {
                tryToWriteAnew(connection);
            }
        }
    }

    /** Looks at times until the database is closed. */
    void giveBackWhileOpen(Database database) {
        Thread.ofPlatform().daemon().name("plateau-catalog-room").start(() -> {
            try {
                while (!database.isClosedWithin(BETWEEN_LOOKS)) {
                    if (Files.size(file) > VERY_LARGE_BYTES) {
                        giveBack(database);
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
     * Writes an open database anew if that is worth it, and opens it again.
     *
     * @return whether it was worth it, and nobody used the database for a moment
     */
    boolean giveBack(Database database) throws SQLException, InterruptedException {
        if (database.jdbi().withHandle(handle -> inUse(handle.getConnection())) >= LEAST_IN_USE) {
            return false;
        }
        return database.alone(held -> {
            tryToWriteAnew(held);
            Connection connection = Database.connect(address);
            EmbeddedDatabase.beDurable(connection);
            return connection;
        });
    }

    /** Closes the database and writes it anew. A failure, as of a full disk, leaves the file as it was. */
    private void tryToWriteAnew(Connection connection) {
        try {
            writeAnew(connection);
            // What is committed from now on goes into the new file: its name must not go back to the old one.
            AtomicFile.forceFolder(file.resolveSibling("."));
        } catch (SQLException | IOException e) {
            LOG.log(System.Logger.Level.WARNING, "The file " + file + " could not be written anew", e);
        }
    }

    /** Closes the database and writes it anew. */
    static void writeAnew(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SHUTDOWN COMPACT");
        }
    }

    /** The share of the file that the present state needs: of the room that is taken, what is not superseded. */
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
