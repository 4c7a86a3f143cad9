// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.dvdstore.shop.StoreAccess;
import org.plateaubench.plugin.dvdstore.shop.StoreConnection;
import org.plateaubench.process.database.Connections;
import org.plateaubench.process.database.SqlFailure;

/** A shopper's own connection to the database. */
public final class JdbcConnection implements StoreConnection {
    /** Longest wait for an answer without an abort; operation timeouts are shorter. */
    private static final Duration SOCKET_TIMEOUT = Duration.ofMinutes(10);

    private final Connector connector;
    private final Supplier<StoreSettings> settings;
    private final Object lock = new Object();
    private Connections.@Nullable Attempt connecting;
    private @Nullable Connection connection;

    /**
     * Creates a connection that is not open.
     *
     * @param settings known when it is opened
     */
    public JdbcConnection(Connector connector, Supplier<StoreSettings> settings) {
        this.connector = connector;
        this.settings = settings;
    }

    @Override
    public StoreAccess connect() throws Exception {
        abort();
        try {
            return new JdbcStore(opened(), connector.dialect(), settings.get());
        } catch (SQLException e) {
            throw SqlFailure.of(e).named(e);
        }
    }

    private Connection opened() throws SQLException, InterruptedException {
        Connections.Attempt attempt;
        synchronized (lock) {
            attempt = connector.begin(SOCKET_TIMEOUT);
            connecting = attempt;
        }
        Connection opened = attempt.await();
        synchronized (lock) {
            boolean aborted = connecting != attempt;
            connecting = null;
            if (aborted) {
                Connections.drop(opened);
                throw new SQLException("connecting was cancelled", "08001");
            }
            connection = opened;
        }
        return opened;
    }

    @Override
    public void abort() {
        synchronized (lock) {
            if (connecting != null) {
                connecting.cancel();
                connecting = null;
            }
            if (connection != null) {
                Connections.drop(connection);
                connection = null;
            }
        }
    }

    @Override
    public void close() throws InterruptedException {
        Connection open;
        synchronized (lock) {
            open = connection;
            connection = null;
        }
        if (open != null) {
            Connections.close(open);
        }
    }
}
