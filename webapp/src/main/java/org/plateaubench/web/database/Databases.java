// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The databases of a console. Any thread.
 *
 * @param records accounts, sessions, API tokens, audit log and queue, which cannot be rebuilt from anything else
 * @param catalog the index of the runs, which can be rebuilt from their directories
 */
public record Databases(Database records, Database catalog) implements AutoCloseable {
    /**
     * Opens the databases: two files, or one PostgreSQL database.
     *
     * @param data folder of the console's own data, where the files are
     * @param url JDBC URL of a PostgreSQL database; empty for the files
     * @param variables value of an environment variable, null when it is not set; see {@link DatabaseAddress}
     * @param fresh whether an empty file replaces a damaged or missing file of records
     * @throws IOException with a message for the user when they cannot be used
     */
    public static Databases open(
            Path data, Optional<String> url, Function<String, @Nullable String> variables, boolean fresh)
            throws IOException {
        if (url.isPresent()) {
            Database both = Database.postgresql(DatabaseAddress.postgresql(url.get(), variables));
            return new Databases(both, both);
        }
        Database records = RecordsFile.open(data, fresh);
        try {
            return new Databases(records, CatalogFile.open(data));
        } catch (IOException | RuntimeException e) {
            records.close();
            throw e;
        }
    }

    /** Returns whether a data folder has a file of either database. */
    public static boolean areIn(Path data) {
        Path folder = data.toAbsolutePath().normalize();
        return Files.exists(RecordsFile.in(folder))
                || Files.exists(EmbeddedDatabase.catalog(folder).file());
    }

    @Override
    public void close() {
        catalog.close();
        records.close();
    }
}
