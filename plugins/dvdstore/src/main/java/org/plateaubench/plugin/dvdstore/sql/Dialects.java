// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import org.plateaubench.process.database.Database;

/** The dialects by their databases. */
public final class Dialects {
    private Dialects() {}

    public static Dialect of(Database database) {
        return switch (database) {
            case H2 -> new H2Dialect();
            case POSTGRESQL -> new PostgresDialect();
            case MARIADB -> new MariaDialect();
        };
    }
}
