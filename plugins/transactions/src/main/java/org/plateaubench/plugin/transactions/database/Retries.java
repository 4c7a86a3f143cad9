// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.database;

import java.sql.Connection;
import java.sql.SQLException;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.api.Outcome;
import org.plateaubench.process.database.SqlFailure;
import org.plateaubench.spi.UserContext;

/**
 * Transactions that are tried again if they lost a deadlock or waited too long for a lock. Immutable; any thread.
 *
 * @param most how often a transaction is tried again
 */
public record Retries(int most) {
    /** The outcome of a commit that was sent and has no answer. */
    public static final Outcome UNCERTAIN =
            Outcome.connectionLost("uncertain-commit", "the connection was lost between commit and answer");

    private static final int MOST_PAUSE_MILLIS = 50;

    /** A transaction that can be tried again. */
    @FunctionalInterface
    public interface Transaction<T> {
        /** Runs it, including the commit. */
        T run() throws SQLException, WrongAnswer;
    }

    /**
     * Runs a transaction; one that fails is rolled back.
     *
     * @param retries counts those that are tried again
     * @param key key of the draws of the pauses
     */
    public <T> T run(Connection connection, UserContext.Counter retries, long key, Transaction<T> transaction)
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
                if (!failure.isRetryable() || failures > most) {
                    throw e;
                }
            }
            retries.add(1);
            double part = KeyedRandom.toUnit(KeyedRandom.bits(key, failures, 0));
            Thread.sleep(1 + (long) (part * MOST_PAUSE_MILLIS));
        }
    }

    private static void rollback(Connection connection) throws SQLException {
        if (!connection.getAutoCommit()) {
            connection.rollback();
        }
    }

    /** Commits; returns false if the connection was lost before the answer, so that it is not known what happened. */
    public static boolean commit(Connection connection) throws SQLException {
        try {
            connection.commit();
            return true;
        } catch (SQLException e) {
            if (SqlFailure.of(e).rollsBackACommit()) {
                throw e;
            }
            return false;
        }
    }
}
