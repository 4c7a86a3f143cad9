// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.plateaubench.process.database.Connections;
import org.plateaubench.process.database.SqlFailure;

/**
 * The connection of a user, which is opened, aborted by another thread and closed. The harness ends a call that takes too long, so
 * that reads of the socket need no limit of their own.
 */
public final class UserConnection {
    private final Connector connector;
    private final Object lock = new Object();
    private Connections.@Nullable Attempt connecting;
    private @Nullable Connection connection;

    /** Creates the connection without opening it. */
    public UserConnection(Connector connector) {
        this.connector = connector;
    }

    /** Replaces the connection by a new one. */
    public Connection connect() throws SQLException, InterruptedException {
        drop();
        try {
            Connections.Attempt attempt;
            synchronized (lock) {
                attempt = connector.begin(Duration.ZERO);
                connecting = attempt;
            }
            Connection opened = attempt.await();
            synchronized (lock) {
                boolean isAborted = connecting != attempt;
                connecting = null;
                if (isAborted) {
                    Connections.drop(opened);
                    throw new SQLException("connecting was cancelled", "08001");
                }
                connection = opened;
            }
            return opened;
        } catch (SQLException e) {
            throw SqlFailure.of(e).named(e);
        }
    }

    /** Closes the socket without waiting for the server. Any thread. */
    public void drop() {
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

    /** Closes the connection. */
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
