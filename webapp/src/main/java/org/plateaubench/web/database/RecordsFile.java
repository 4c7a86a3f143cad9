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
import org.plateaubench.engine.store.AtomicFile;

/**
 * The file of what nothing else tells: accounts, sessions, API tokens, the audit log and the queue. It has its name only
 * while it is whole: each start works on a copy, which then takes its place at once. A file that is empty or cannot be
 * read is damaged and is left as it is, byte for byte.
 */
public final class RecordsFile {
    /** A table of it. */
    static final String ACCOUNTS = "account";

    private static final System.Logger LOG = System.getLogger("org.plateaubench.web");
    private static final String NAME = "records";
    private static final String UNFINISHED = "records-unfinished";
    private static final String CONTENT = " with accounts, API tokens, audit log and queue ";
    private static final String REMEDY = "put a backup in its place with './plateau console restore --replace', or "
            + "start once with --new-records, which keeps what is there under another name and begins with no accounts";

    /** A console that ends while its file is copied may write over what was copied. */
    private static final int ATTEMPTS = 3;

    private RecordsFile() {}

    /** Its place in a folder of data. */
    public static Path in(Path data) {
        return EmbeddedDatabase.records(data.toAbsolutePath().normalize(), NAME).file();
    }

    /**
     * Opens it, and makes it when the folder is new.
     *
     * @param anew whether a damaged or missing one is to be replaced by an empty one
     * @throws IOException with a sentence for a person when it cannot be used
     */
    static Database open(Path data, boolean anew) throws IOException {
        EmbeddedDatabase records = EmbeddedDatabase.records(EmbeddedDatabase.folder(data), NAME);
        try {
            if (records.isThere()) {
                requireUnused(records);
                renew(records.file(), records, jdbi -> {});
            } else {
                make(records, anew);
            }
            return records.open(null);
        } catch (RuntimeException | SQLException e) {
            if (!records.isThere() || !EmbeddedDatabase.isDamage(e)) {
                throw records.refusal(e);
            }
            if (anew) {
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
                        + aside.getFileName() + ", and an empty one is made, as was asked for.");
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

    /** Makes it of nothing, or of the catalog of an earlier version, which is left as it is. */
    private static void make(EmbeddedDatabase records, boolean anew) throws SQLException, IOException {
        Path catalog = EmbeddedDatabase.catalog(records.folder()).file();
        boolean wasUsed = Files.exists(catalog) && Files.size(catalog) > 0;
        try {
            renew(wasUsed ? catalog : null, records, jdbi -> {});
        } catch (RuntimeException | SQLException e) {
            if (!EmbeddedDatabase.isDamage(e)) {
                throw e;
            }
            if (!anew) {
                throw new IOException(
                        "The file " + records.file() + CONTENT + "is missing, and " + catalog.getFileName()
                                + ", which may have held them, is damaged or has none: " + REMEDY + ".",
                        e);
            }
            renew(null, records, jdbi -> {});
        }
    }

    /**
     * Makes a whole file out of another, brought to the present schema, and puts it in place. A failure leaves all as it
     * was.
     *
     * @param source file to make it of; null for nothing
     * @param work is done before it is put in place
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

    /** Checks it and writes it anew: there are no earlier states in it then, and all of it is on the disk. */
    private static void finish(EmbeddedDatabase unfinished, boolean isNew, Consumer<Jdbi> work)
            throws SQLException, IOException {
        unfinished.bringUpToDate(isNew, work);
        try (Connection connection = Database.connect(unfinished.address())) {
            EmbeddedRoom.writeAnew(connection);
        }
    }

    /** A catalog of an earlier version held the records too. One that never did is none to make records of. */
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
     * Puts another file in its place.
     *
     * @param source a file that {@link #copy} wrote
     * @param work is done to it before
     * @throws IOException with a sentence for a person when it is none; all is then as it was
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
     * Copies what was committed last, also from under a console that runs: its file is only appended to, so that whatever
     * part of it is read holds a state that was committed.
     *
     * @param folder where the copy is made
     * @return the copy, which was read once
     * @throws IOException with a sentence for a person when the file is damaged
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
