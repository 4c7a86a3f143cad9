// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.database;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Consumer;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.store.file.AtomicFile;

/**
 * The file of what cannot be rebuilt: accounts, sessions, API tokens, the audit log and the queue. Only a complete file
 * has this name: each start works on a copy, which then atomically replaces the file. A file that is empty or cannot be
 * read is damaged and stays as it is, byte for byte.
 */
public final class RecordsFile {
    /** One of the tables of the file. */
    static final String ACCOUNTS = "account";

    private static final System.Logger LOG = System.getLogger("org.plateaubench.web");
    private static final String NAME = "records";
    private static final String UNFINISHED = "records-unfinished";
    private static final String CONTENT = " with accounts, API tokens, audit log and queue ";
    private static final String REMEDY = "put a backup in its place with './plateau console restore --replace', or "
            + "start once with --new-records, which keeps what is there under another name and begins with no accounts";

    /** Attempts to copy the file: a console that ends meanwhile may overwrite what was copied. */
    private static final int ATTEMPTS = 3;

    private RecordsFile() {}

    /** Returns the path of the file in a data folder. */
    public static Path in(Path data) {
        return EmbeddedDatabase.records(data.toAbsolutePath().normalize(), NAME).file();
    }

    /**
     * Opens the file, and creates it when the folder is new.
     *
     * @param fresh whether an empty file replaces a damaged or missing one
     * @throws IOException with a message for the user when it cannot be used
     */
    static Database open(Path data, boolean fresh) throws IOException {
        EmbeddedDatabase records = EmbeddedDatabase.records(EmbeddedDatabase.folder(data), NAME);
        try {
            if (records.isThere()) {
                requireUnused(records);
                renew(records.file(), records, jdbi -> {});
            } else {
                make(records, fresh);
            }
            return records.open(null);
        } catch (RuntimeException | SQLException e) {
            if (!records.isThere() || !EmbeddedDatabase.isDamage(e)) {
                throw records.refusal(e);
            }
            if (fresh) {
                return again(records, e);
            }
            throw damaged(records, e);
        }
    }

    private static IOException damaged(EmbeddedDatabase records, Exception damage) {
        return new IOException(
                "The file " + records.file() + CONTENT + "is damaged (" + Database.sentence(damage)
                        + ") and was left as it is: " + REMEDY + ".",
                damage);
    }

    private static Database again(EmbeddedDatabase records, Exception damage) throws IOException {
        Path aside = records.setAside("damaged");
        LOG.log(
                System.Logger.Level.WARNING,
                "The file " + records.file() + " is damaged (" + Database.sentence(damage) + "). It was renamed to "
                        + aside.getFileName() + ", and an empty one is created, as requested.");
        try {
            renew(null, records, jdbi -> {});
            return records.open(aside);
        } catch (RuntimeException | SQLException e) {
            e.addSuppressed(damage);
            throw records.refusal(e);
        }
    }

    private static void requireUnused(EmbeddedDatabase records) throws IOException {
        try (FileChannel channel = FileChannel.open(records.file(), StandardOpenOption.READ, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null) {
                throw records.inUse();
            }
        } catch (OverlappingFileLockException e) {
            throw records.inUse();
        }
    }

    /** Creates the file, empty or from the catalog of an earlier version, which stays as it is. */
    private static void make(EmbeddedDatabase records, boolean fresh) throws SQLException, IOException {
        Path catalog = EmbeddedDatabase.catalog(records.folder()).file();
        boolean wasUsed = Files.exists(catalog) && Files.size(catalog) > 0;
        try {
            renew(wasUsed ? catalog : null, records, jdbi -> {});
        } catch (RuntimeException | SQLException e) {
            if (!EmbeddedDatabase.isDamage(e)) {
                throw e;
            }
            if (!fresh) {
                throw new IOException(
                        "The file " + records.file() + CONTENT + "is missing, and " + catalog.getFileName()
                                + ", which may have held them, is damaged or has none: " + REMEDY + ".",
                        e);
            }
            renew(null, records, jdbi -> {});
        }
    }

    /**
     * Creates a complete file from another one, migrated to the present schema, and puts it in place. A failure changes
     * nothing.
     *
     * @param source file to copy; null for an empty one
     * @param work done before the file is put in place
     */
    private static void renew(@Nullable Path source, EmbeddedDatabase records, Consumer<Jdbi> work)
            throws SQLException, IOException {
        EmbeddedDatabase unfinished = EmbeddedDatabase.records(records.folder(), UNFINISHED);
        Files.deleteIfExists(unfinished.file());
        try {
            if (source != null) {
                Files.copy(source, unfinished.file());
                if (!source.equals(records.file())) {
                    withoutRuns(unfinished);
                }
            }
            finish(unfinished, source == null, work);
            Files.move(unfinished.file(), records.file(), StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(unfinished.file());
        }
        AtomicFile.forceFolder(records.folder());
    }

    /** Checks the file and compacts it: it then holds no earlier states, and all of it is on the disk. */
    private static void finish(EmbeddedDatabase unfinished, boolean isNew, Consumer<Jdbi> work)
            throws SQLException, IOException {
        unfinished.bringUpToDate(isNew, work);
        try (Connection connection = Database.connect(unfinished.address())) {
            FileCompaction.compactAndClose(connection);
        }
    }

    /**
     * Removes the tables of runs from a catalog of an earlier version, which also held the records. A catalog that
     * never did is refused.
     */
    private static void withoutRuns(EmbeddedDatabase unfinished) throws SQLException {
        try (Connection connection = Database.connect(unfinished.address());
                Statement statement = connection.createStatement()) {
            if (!EmbeddedDatabase.tables(connection).contains(ACCOUNTS)) {
                throw EmbeddedDatabase.lost();
            }
            statement.execute("DROP TABLE IF EXISTS run_plugin, run_tag, run");
            statement.execute("DELETE FROM \"flyway_schema_history\" WHERE \"version\" = '2'");
        }
    }

    /**
     * Replaces the file by another one.
     *
     * @param source a file that {@link #copy} wrote
     * @param work done to the new file before
     * @throws IOException with a message for the user when the source is no such file; nothing has then changed
     */
    public static void replace(Path source, Path data, Consumer<Jdbi> work) throws IOException {
        EmbeddedDatabase records = EmbeddedDatabase.records(EmbeddedDatabase.folder(data), NAME);
        try {
            renew(source, records, work);
        } catch (RuntimeException | SQLException e) {
            throw new IOException("The backup cannot be read: " + Database.sentence(e) + "; take another one.", e);
        }
    }

    /**
     * Copies the last committed state, even while a console runs: its file is only appended to, so that any part read
     * from the beginning holds a committed state.
     *
     * @param folder folder of the copy
     * @return the copy, which has been read once as a check
     * @throws IOException with a message for the user when the file is damaged
     */
    public static Path copy(Path data, Path folder) throws IOException {
        EmbeddedDatabase copy = EmbeddedDatabase.records(folder.toAbsolutePath().normalize(), NAME);
        for (int attempt = 1; ; attempt++) {
            Files.copy(in(data), copy.file(), StandardCopyOption.REPLACE_EXISTING);
            try {
                finish(copy, false, jdbi -> {});
                return copy.file();
            } catch (RuntimeException | SQLException e) {
                if (attempt == ATTEMPTS) {
                    throw damaged(EmbeddedDatabase.records(data.toAbsolutePath().normalize(), NAME), e);
                }
            }
        }
    }
}
