// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.api.Outcome;
import org.plateaubench.spi.UserContext;

/** The connection of one user, which any thread may drop at any time, also while it is being opened. */
public final class UserConnection {
    /** The outcome of a commit that was sent and has no answer. */
    public static final Outcome UNCERTAIN =
            Outcome.connectionLost("uncertain-commit", "the connection was lost between commit and answer");

    private static final int MAX_PAUSE_MILLIS = 50;

    private final Supplier<Connections.Attempt> opening;
    private final Object lock = new Object();
    private Connections.@Nullable Attempt connecting;
    private @Nullable Connection connection;

    public UserConnection(Supplier<Connections.Attempt> opening) {
        this.opening = opening;
    }

    /** A transaction that can be tried again. */
    @FunctionalInterface
    public interface Transaction<T> {
        T run() throws SQLException, WrongAnswer;
    }

    /** The database returned another row than the requested one, or an earlier state of it. */
    public static final class WrongAnswer extends Exception {
        private static final long serialVersionUID = 1L;

        private WrongAnswer(String message) {
            super(message);
        }

        public Outcome outcome() {
            return Outcome.error("wrong-answer", String.valueOf(getMessage()));
        }
    }

    public static void require(boolean isMet, String problem) throws WrongAnswer {
        if (!isMet) {
            throw new WrongAnswer(problem);
        }
    }

    /** Creates what a user needs on a new connection, such as its prepared statements. */
    @FunctionalInterface
    public interface Preparation<T> {
        T prepare(Connection connection) throws SQLException;
    }

    /** Replaces the connection by a new one and prepares it. A failure of either has its class in its message. */
    public <T> T connect(Preparation<T> preparation) throws SQLException, InterruptedException {
        drop();
        try {
            return preparation.prepare(open());
        } catch (SQLException e) {
            throw SqlFailure.of(e).withClass(e);
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

    public @Nullable Connection connection() {
        synchronized (lock) {
            return connection;
        }
    }

    /** Closes the socket without waiting for the server. May be called by any thread. */
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

    public void close() throws InterruptedException {
        Connection current;
        synchronized (lock) {
            current = connection;
            connection = null;
        }
        if (current != null) {
            Connections.close(current);
        }
    }

    /**
     * Runs a transaction, which is rolled back if it fails, and retried after a deadlock or a lock timeout.
     * {@code key} determines the random pauses between the attempts.
     */
    public static <T> T run(
            Connection connection, int maxRetries, UserContext.Counter retries, long key, Transaction<T> transaction)
            throws SQLException, WrongAnswer, InterruptedException {
        int failures = 0;
        while (true) {
            try {
                return transaction.run();
            } catch (WrongAnswer e) {
                rollback(connection);
                throw e;
            } catch (SQLException e) {
                failures++;
                SqlFailure failure = SqlFailure.of(e);
                if (failure != SqlFailure.CONNECTION_LOST) {
                    rollback(connection);
                }
                if (!failure.isRetryable() || failures > maxRetries) {
                    throw e;
                }
            }
            retries.add(1);
            double fraction = KeyedRandom.toUnit(KeyedRandom.bits(key, failures, 0));
            Thread.sleep(1 + (long) (fraction * MAX_PAUSE_MILLIS));
        }
    }

    private static void rollback(Connection connection) throws SQLException {
        if (!connection.getAutoCommit()) {
            connection.rollback();
        }
    }

    /** Commits; returns false if the connection was lost before the answer, so that its result is unknown. */
    public static boolean commit(Connection connection) throws SQLException {
        try {
            connection.commit();
            return true;
        } catch (SQLException e) {
            if (SqlFailure.of(e).rollsBackCommit()) {
                throw e;
            }
            return false;
        }
    }
}
