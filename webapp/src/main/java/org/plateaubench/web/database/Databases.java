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
 * @param records accounts, sessions, API tokens, audit log and queue: what nothing else tells
 * @param catalog the index of the runs, which can be made again from their directories
 */
public record Databases(Database records, Database catalog) implements AutoCloseable {
    /**
     * Opens them: two files, or one PostgreSQL database.
     *
     * @param data folder of the console's own data, where the files are
     * @param url JDBC URL of a PostgreSQL database; empty for the files
     * @param variables value of an environment variable, null when it is not set; see {@link DatabaseAddress}
     * @param anew whether a file of records that is damaged or missing is to be replaced by an empty one
     * @throws IOException with a sentence for a person when they cannot be used
     */
    public static Databases open(
            Path data, Optional<String> url, Function<String, @Nullable String> variables, boolean anew)
            throws IOException {
        if (url.isPresent()) {
            Database both = Database.postgresql(DatabaseAddress.postgresql(url.get(), variables));
            return new Databases(both, both);
        }
        Database records = RecordsFile.open(data, anew);
        try {
            return new Databases(records, CatalogFile.open(data));
        } catch (IOException | RuntimeException e) {
            records.close();
            throw e;
        }
    }

    /** Whether a folder of data has a file of one of them. */
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
