// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the reference application is told when it is started: one line of JSON on its standard input, where no other
 * user of the host can read it.
 *
 * @param host address to listen on
 * @param port 0 for a free one
 * @param folder for uploads and an own database, relative to the working folder
 * @param databaseUrl of JDBC; empty for an H2 database in the folder
 * @param databaseUser empty for none
 * @param databasePassword empty for none
 * @param connections to the database, at least 1
 * @param pageCache whether rendered pages are kept
 * @param token that requests of the harness carry; empty to refuse them all
 */
public record ApplicationSettings(
        String host,
        int port,
        String folder,
        String databaseUrl,
        String databaseUser,
        String databasePassword,
        int connections,
        boolean pageCache,
        String token) {
    /** Header in which a request of the harness carries the token. */
    public static final String TOKEN_HEADER = "X-Plateau-Token";

    /** One line. */
    public String toLine() {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("host", host);
        values.put("port", port);
        values.put("folder", folder);
        values.put("databaseUrl", databaseUrl);
        values.put("databaseUser", databaseUser);
        values.put("databasePassword", databasePassword);
        values.put("connections", connections);
        values.put("pageCache", pageCache);
        values.put("token", token);
        return FlatJson.write(values);
    }

    /**
     * Of a line; what it leaves out has a default that suits a person who tries the application.
     *
     * @throws IllegalArgumentException when it is no such line
     */
    public static ApplicationSettings parse(String line) {
        Map<String, String> values = FlatJson.read(line);
        return new ApplicationSettings(
                values.getOrDefault("host", "127.0.0.1"),
                Integer.parseInt(values.getOrDefault("port", "0")),
                values.getOrDefault("folder", "."),
                values.getOrDefault("databaseUrl", ""),
                values.getOrDefault("databaseUser", ""),
                values.getOrDefault("databasePassword", ""),
                Integer.parseInt(values.getOrDefault("connections", "16")),
                Boolean.parseBoolean(values.getOrDefault("pageCache", "false")),
                values.getOrDefault("token", ""));
    }

    /** Leaves out the secrets. */
    @Override
    public String toString() {
        return "ApplicationSettings[host=" + host + ", port=" + port + ", folder=" + folder + ", databaseUrl="
                + databaseUrl + ", connections=" + connections + ", pageCache=" + pageCache + "]";
    }
}
