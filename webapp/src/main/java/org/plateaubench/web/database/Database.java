// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.flywaydb.core.Flyway;
import org.jdbi.v3.core.Jdbi;

/** The console's database, brought to the present schema when it is opened. Any thread. */
public final class Database implements AutoCloseable {
    private static final int CONNECTIONS = 8;

    private final HikariDataSource source;
    private final Jdbi jdbi;

    private Database(HikariDataSource source) {
        this.source = source;
        jdbi = Jdbi.create(source);
    }

    /**
     * Opens a database.
     *
     * @param url JDBC URL, of H2 or PostgreSQL
     */
    public static Database open(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(CONNECTIONS);
        HikariDataSource source = new HikariDataSource(config);
        Flyway.configure(Database.class.getClassLoader())
                .dataSource(source)
                .load()
                .migrate();
        return new Database(source);
    }

    /** The way to it. */
    public Jdbi jdbi() {
        return jdbi;
    }

    @Override
    public void close() {
        source.close();
    }
}
