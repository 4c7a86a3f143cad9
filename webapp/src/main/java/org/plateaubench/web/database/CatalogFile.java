// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * The file of the index of the runs. The index can be rebuilt from the run directories: a damaged file is set aside and
 * replaced by an empty one.
 */
final class CatalogFile {
    private static final System.Logger LOG = System.getLogger("org.plateaubench.web");

    private CatalogFile() {}

    /** Opens the index after the records, which no longer need a file of an earlier version that held both. */
    static Database open(Path data) throws IOException {
        EmbeddedDatabase catalog = EmbeddedDatabase.catalog(EmbeddedDatabase.folder(data));
        boolean isNew = !catalog.isThere() || Files.size(catalog.file()) == 0;
        try {
            if (!isNew && isOfOneFile(catalog)) {
                Path aside = catalog.setAside("carried-over");
                LOG.log(
                        System.Logger.Level.INFO,
                        "The catalog of an earlier version was renamed to " + aside.getFileName()
                                + "; the runs are read again.");
                isNew = true;
            }
            return opened(catalog, isNew, null);
        } catch (RuntimeException | SQLException e) {
            if (!catalog.isThere() || !EmbeddedDatabase.isDamage(e)) {
                throw catalog.refusal(e);
            }
            return again(catalog, e);
        }
    }

    private static Database again(EmbeddedDatabase catalog, Exception damage) throws IOException {
        Path aside = catalog.setAside("damaged");
        LOG.log(
                System.Logger.Level.WARNING,
                "The catalog in " + catalog.folder() + " is damaged (" + Database.sentence(damage)
                        + "). It was renamed to " + aside.getFileName()
                        + ", and an empty one is made. The runs are read again.");
        try {
            return opened(catalog, true, aside);
        } catch (RuntimeException | SQLException e) {
            e.addSuppressed(damage);
            throw catalog.refusal(e);
        }
    }

    private static Database opened(EmbeddedDatabase catalog, boolean isNew, @Nullable Path aside)
            throws SQLException, IOException {
        if (!isNew) {
            new FileCompaction(catalog.file(), catalog.address()).compactBeforeOpening();
        }
        catalog.bringUpToDate(isNew, jdbi -> {});
        return catalog.open(aside);
    }

    /** Returns whether the file comes from an earlier version that also stored the accounts in it. */
    private static boolean isOfOneFile(EmbeddedDatabase catalog) throws SQLException {
        try (Connection connection = Database.connect(catalog.address())) {
            return EmbeddedDatabase.tables(connection).contains(RecordsFile.ACCOUNTS);
        }
    }
}
