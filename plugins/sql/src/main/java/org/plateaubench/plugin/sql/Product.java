// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Properties;

/** The database products whose JDBC drivers come with the plugin, and any other product. */
enum Product {
    H2("jdbc:h2:(tcp|ssl)://.*"),
    POSTGRESQL("jdbc:postgresql://.*"),
    MARIADB("jdbc:(mariadb|mysql):([a-z-]+:)?//.*"),
    OTHER(".*");

    private final String urlPattern;

    Product(String urlPattern) {
        this.urlPattern = urlPattern;
    }

    static Product of(String url) {
        return Arrays.stream(values())
                .filter(product -> url.matches(product.urlPattern))
                .findFirst()
                .orElse(OTHER);
    }

    /** Adds settings that make the server prepare each statement once, and that limit the time of a login. */
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
            case H2, OTHER -> {} // They prepare statements on the server by default.
        }
    }

    /** The name of a schema as the database stores it. */
    String storedName(String schema) {
        return this == H2 ? schema.toUpperCase(Locale.ROOT) : schema;
    }

    /** Makes a schema the current one of a connection. */
    void selectSchema(Connection connection, String schema) throws SQLException {
        if (this == MARIADB) {
            connection.setCatalog(schema);
        } else {
            connection.setSchema(storedName(schema));
        }
    }

    String dropStatement(String schema) {
        return "DROP SCHEMA " + schema + (this == H2 || this == POSTGRESQL ? " CASCADE" : "");
    }

    /** Whether a statement failed because of its syntax, and not because a table does not exist yet. */
    boolean isSyntaxError(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return switch (this) {
            case H2 -> state.equals("42000") || state.equals("42001");
            case MARIADB -> failure.getErrorCode() == 1064;
            case POSTGRESQL, OTHER -> state.equals("42601");
        };
    }
}
