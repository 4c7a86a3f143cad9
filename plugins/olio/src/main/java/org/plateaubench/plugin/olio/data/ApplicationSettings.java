// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

/**
 * The settings of the reference application: one line of JSON on its standard input, which no other user of the host
 * can read.
 *
 * @param port port, 0 for a free one
 * @param folder folder for uploads and its own database, relative to the working folder
 * @param databaseUrl JDBC URL; empty for an H2 database in the folder
 * @param databaseUser user of the database; empty for none
 * @param connections connections to the database, at least 1
 * @param token token of the harness's requests; empty to refuse them all
 */
public record ApplicationSettings(
        String host,
        int port,
        String folder,
        String databaseUrl,
        String databaseUser,
        String databasePassword,
        int connections,
        String token) {
    /** The header with the token of the harness's requests. */
    public static final String TOKEN_HEADER = "X-Plateau-Token";

    private static final ApplicationSettings DEFAULTS =
            new ApplicationSettings("127.0.0.1", 0, ".", "", "", "", 16, "");

    public String toLine() {
        return HarnessJson.write(this);
    }

    /**
     * Parses a line; missing settings have defaults that suit a person who tries the application.
     *
     * @throws IllegalArgumentException when it is malformed
     */
    public static ApplicationSettings parse(String line) {
        return HarnessJson.record(HarnessJson.read(line), DEFAULTS);
    }

    @Override
    public String toString() {
        return "ApplicationSettings[host=" + host + ", port=" + port + ", folder=" + folder + ", databaseUrl="
                + databaseUrl + ", connections=" + connections + "]";
    }
}
