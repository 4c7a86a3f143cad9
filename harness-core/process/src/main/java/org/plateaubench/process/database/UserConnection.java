// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The connection of one user, which any thread may drop at any time, also while it is being opened. */
public class UserConnection {
    private final Supplier<Connections.Attempt> opening;
    private final Object lock = new Object();
    private Connections.@Nullable Attempt connecting;
    private @Nullable Connection connection;

    public UserConnection(Supplier<Connections.Attempt> opening) {
        this.opening = opening;
    }

    /** Makes what a user needs on a new connection, such as its prepared statements. */
    @FunctionalInterface
    public interface Preparation<T> {
        T prepare(Connection connection) throws SQLException;
    }

    /** Replaces the connection by a new one and prepares it. A failure of either has its class in its message. */
    public final <T> T connect(Preparation<T> preparation) throws SQLException, InterruptedException {
        drop();
        try {
            return preparation.prepare(open());
        } catch (SQLException e) {
            throw SqlFailure.of(e).named(e);
        }
    }

    private Connection open() throws SQLException, InterruptedException {
        Connections.Attempt attempt;
        synchronized (lock) {
            attempt = opening.get();
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
    }

    public final @Nullable Connection connection() {
        synchronized (lock) {
            return connection;
        }
    }

    /** Closes the socket without waiting for the server. Any thread. */
    public final void drop() {
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

    public final void close() throws InterruptedException {
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
