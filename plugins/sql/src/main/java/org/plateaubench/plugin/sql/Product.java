// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Properties;

/** The databases whose drivers come with the plugin, and any other one. */
enum Product {
    H2("jdbc:h2:(tcp|ssl)://.*"),
    POSTGRESQL("jdbc:postgresql://.*"),
    MARIADB("jdbc:(mariadb|mysql):([a-z-]+:)?//.*"),
    OTHER(".*");

    private final String addresses;

    Product(String addresses) {
        this.addresses = addresses;
    }

    static Product of(String url) {
        return Arrays.stream(values())
                .filter(product -> url.matches(product.addresses))
                .findFirst()
                .orElse(OTHER);
    }

    /** Settings by which statements are prepared once, by the server, and a login that hangs ends. */
    void addDriverSettings(Properties properties) {
        switch (this) {
            case POSTGRESQL -> {
                properties.setProperty("prepareThreshold", "1");
                properties.setProperty("connectTimeout", "10");
            }
            case MARIADB -> {
                properties.setProperty("useServerPrepStmts", "true");
                properties.setProperty("cachePrepStmts", "false");
                properties.setProperty("connectTimeout", "10000");
            }
            case H2, OTHER -> {} // They prepare statements anyway.
        }
    }

    /** The name of a schema as the database stores it. */
    String stored(String schema) {
        return this == H2 ? schema.toUpperCase(Locale.ROOT) : schema;
    }

    /** Makes a connection find tables in a schema. */
    void use(Connection connection, String schema) throws SQLException {
        if (this == MARIADB) {
            connection.setCatalog(schema);
        } else {
            connection.setSchema(stored(schema));
        }
    }

    String drop(String schema) {
        return "DROP SCHEMA " + schema + (this == H2 || this == POSTGRESQL ? " CASCADE" : "");
    }

    /** Whether a statement is refused for its form, and not for a table that is missing as yet. */
    boolean isSyntax(SQLException refusal) {
        String state = String.valueOf(refusal.getSQLState());
        return switch (this) {
            case H2 -> state.equals("42000") || state.equals("42001");
            case MARIADB -> refusal.getErrorCode() == 1064;
            case POSTGRESQL, OTHER -> state.equals("42601");
        };
    }
}
