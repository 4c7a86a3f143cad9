// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.api.Outcome;
import org.plateaubench.spi.UserContext;

/** One user's connection; its transactions are retried after a deadlock or too long a wait for a lock. */
public final class Client extends UserConnection {
    /** The outcome of a commit that was sent and has no answer. */
    public static final Outcome UNCERTAIN =
            Outcome.connectionLost("uncertain-commit", "the connection was lost between commit and answer");

    private static final int MAX_PAUSE_MILLIS = 50;

    private final int maxRetries;

    /** An answer limit of zero, where the harness calls {@link #drop} after a timeout, saves system calls. */
    public Client(Connector connector, int maxRetries, Duration answerLimit) {
        super(() -> connector.begin(answerLimit));
        this.maxRetries = maxRetries;
    }

    /** A transaction that can be tried again. */
    @FunctionalInterface
    public interface Transaction<T> {
        T run() throws SQLException, WrongAnswer;
    }

    /** Reports an answer of another row than the one that was asked for, or of an earlier time. */
    public static final class WrongAnswer extends Exception {
        private static final long serialVersionUID = 1L;

        private WrongAnswer(String message) {
            super(message);
        }

        public Outcome outcome() {
            return Outcome.error("wrong-answer", String.valueOf(getMessage()));
        }
    }

    public static void require(boolean holds, String problem) throws WrongAnswer {
        if (!holds) {
            throw new WrongAnswer(problem);
        }
    }

    /** Runs a transaction; one that fails is rolled back. {@code key} is that of the draws of the pauses. */
    public <T> T run(Connection by, UserContext.Counter retries, long key, Transaction<T> transaction)
            throws SQLException, WrongAnswer, InterruptedException {
        int failures = 0;
        while (true) {
            try {
                return transaction.run();
            } catch (WrongAnswer e) {
                rollback(by);
                throw e;
            } catch (SQLException e) {
                failures++;
                SqlFailure failure = SqlFailure.of(e);
                if (failure != SqlFailure.CONNECTION_LOST) {
                    rollback(by);
                }
                if (!failure.isRetryable() || failures > maxRetries) {
                    throw e;
                }
            }
            retries.add(1);
            double part = KeyedRandom.toUnit(KeyedRandom.bits(key, failures, 0));
            Thread.sleep(1 + (long) (part * MAX_PAUSE_MILLIS));
        }
    }

    private static void rollback(Connection by) throws SQLException {
        if (!by.getAutoCommit()) {
            by.rollback();
        }
    }

    /** Commits; returns false if the connection was lost before the answer, so that it is not known what happened. */
    public static boolean commit(Connection by) throws SQLException {
        try {
            by.commit();
            return true;
        } catch (SQLException e) {
            if (SqlFailure.of(e).rollsBackACommit()) {
                throw e;
            }
            return false;
        }
    }
}
