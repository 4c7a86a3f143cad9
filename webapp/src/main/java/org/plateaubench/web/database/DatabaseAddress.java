// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.database;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The address of a database, and the user's credentials. Immutable. Its text has no password.
 *
 * @param url JDBC URL, without credentials
 * @param user user who connects; empty for the driver's default
 * @param password password; empty for none
 */
public record DatabaseAddress(String url, String user, String password) {
    /** Prefix of the address of the one database server that is supported. */
    public static final String POSTGRESQL = "jdbc:postgresql:";

    /** Variable with the name of the user. */
    public static final String USER = "PLATEAU_CATALOG_USER";
    /** Variable with the password. */
    public static final String PASSWORD = "PLATEAU_CATALOG_PASSWORD";
    /** Variable with the name of a file that holds the password. */
    public static final String PASSWORD_FILE = "PLATEAU_CATALOG_PASSWORD_FILE";

    private static final int MOST_PASSWORD_BYTES = 4096;

    /**
     * Returns the address of a PostgreSQL database, with the credentials that the environment names.
     *
     * @param url JDBC URL
     * @param variables value of an environment variable, null when it is not set
     * @throws IOException with a message for the user when the address cannot be used
     */
    public static DatabaseAddress postgresql(String url, Function<String, @Nullable String> variables)
            throws IOException {
        if (!url.startsWith(POSTGRESQL)) {
            throw new IOException("The catalog can be a PostgreSQL database, whose address begins with " + POSTGRESQL
                    + "//HOST/DATABASE; leave it out for the embedded one.");
        }
        if (url.toLowerCase(Locale.ROOT).contains("password=") || authority(url).contains("@")) {
            throw new IOException("The address of the catalog must not hold a password, which other users of this "
                    + "host could read: set " + USER + " and " + PASSWORD + ", or name a file in " + PASSWORD_FILE
                    + ".");
        }
        String user = variables.apply(USER);
        return new DatabaseAddress(url, user == null ? "" : user, password(variables));
    }

    private static String authority(String url) {
        int query = url.indexOf('?');
        return query < 0 ? url : url.substring(0, query);
    }

    private static String password(Function<String, @Nullable String> variables) throws IOException {
        String password = variables.apply(PASSWORD);
        String file = variables.apply(PASSWORD_FILE);
        if (file == null) {
            return password == null ? "" : password;
        }
        if (password != null) {
            throw new IOException(PASSWORD + " and " + PASSWORD_FILE + " are both set: unset one of them.");
        }
        try {
            Path path = Path.of(file);
            if (Files.size(path) > MOST_PASSWORD_BYTES) {
                throw new IOException("it is larger than a password");
            }
            return Files.readString(path, StandardCharsets.UTF_8).strip();
        } catch (IOException | InvalidPathException e) {
            throw new IOException(PASSWORD_FILE + " names a file that cannot be read: " + e.getMessage() + ".", e);
        }
    }

    /** Returns the address without the parameters for the driver. */
    @Override
    public String toString() {
        return authority(url);
    }
}
