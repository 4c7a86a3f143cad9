// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import java.nio.file.Path;
import org.plateaubench.plugin.olio.data.ApplicationSettings;

/**
 * The address of the database.
 *
 * @param url JDBC URL, for H2, PostgreSQL or MariaDB
 * @param user user; empty for none
 * @param password password; empty for none
 * @param connections most connections at once, at least 1
 */
public record DatabaseSettings(String url, String user, String password, int connections) {
    private static final int BYTES_PER_KIBIBYTE = 1024;

    /** The cache of the database is a quarter of the heap. */
    private static final int CACHE_PART = 4;

    /** Returns the configured database; without an address an H2 database in the application's folder. */
    public static DatabaseSettings of(ApplicationSettings settings) {
        return settings.databaseUrl().isEmpty()
                ? new DatabaseSettings(ownUrl(settings.folder()), "olio", "", settings.connections())
                : new DatabaseSettings(
                        settings.databaseUrl(),
                        settings.databaseUser(),
                        settings.databasePassword(),
                        settings.connections());
    }

    private static String ownUrl(String folder) {
        if (folder.indexOf(';') >= 0) {
            throw new IllegalArgumentException("a semicolon in the folder would begin a setting of H2: " + folder);
        }
        // H2 requires an explicit mark for a relative path.
        String place = Path.of(folder).isAbsolute() ? folder : "./" + folder;
        long cacheKibibytes = Runtime.getRuntime().maxMemory() / CACHE_PART / BYTES_PER_KIBIBYTE;
        return "jdbc:h2:file:" + place + "/olio;LOCK_TIMEOUT=10000;DB_CLOSE_ON_EXIT=FALSE;CACHE_SIZE=" + cacheKibibytes;
    }

    @Override
    public String toString() {
        return "DatabaseSettings[url=" + url + ", user=" + user + ", connections=" + connections + "]";
    }
}
