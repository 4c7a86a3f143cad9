// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.SQLException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;

/** The kinds of failure of an operation, the same for every database. */
public enum SqlFailure {
    /** The connection is lost; the database rolls back what was not committed. */
    CONNECTION_LOST("connection-lost", false),
    /** The server accepts no further connection. */
    TOO_MANY_CONNECTIONS("too-many-connections", false),
    /** User or password refused. */
    DENIED("denied", false),
    /** This transaction was chosen to end a deadlock, or another one changed its row. */
    DEADLOCK("deadlock", true),
    /** A lock was not granted in time. */
    LOCK_TIMEOUT("lock-timeout", true),
    /** The database cancelled the statement, after a time-out or a request. */
    STATEMENT_TIMEOUT("statement-timeout", false),
    /** A constraint was violated. */
    CONSTRAINT("constraint", false),
    /** The database has no space left for writes. */
    DISK_FULL("disk-full", false),
    /** Any other failure. */
    SQL("sql", false);

    private static final Pattern CONNECTION_NUMBER = Pattern.compile("^\\(conn=-?\\d+\\) ");

    private final String errorClass;
    private final boolean retryable;

    SqlFailure(String errorClass, boolean retryable) {
        this.errorClass = errorClass;
        this.retryable = retryable;
    }

    /** Returns whether the same transaction may succeed when it is retried. */
    public boolean isRetryable() {
        return retryable;
    }

    /** Returns whether such a failure proves that a commit did not happen; after any other failure this is unknown. */
    boolean rollsBackACommit() {
        return switch (this) {
            case DEADLOCK, LOCK_TIMEOUT, CONSTRAINT -> true;
            case CONNECTION_LOST, TOO_MANY_CONNECTIONS, DENIED, STATEMENT_TIMEOUT, DISK_FULL, SQL -> false;
        };
    }

    /** Returns the outcome of an operation with this failure. */
    public Outcome outcome(SQLException failure) {
        String message = failure.getSQLState() + ": " + firstLine(failure.getMessage());
        return switch (this) {
            case CONNECTION_LOST, TOO_MANY_CONNECTIONS, DENIED -> Outcome.connectionLost(errorClass, message);
            default -> Outcome.error(errorClass, message);
        };
    }

    /** Classifies by the classes of SQLSTATE; a dialect knows more. */
    static SqlFailure ofState(@Nullable String state) {
        if (state == null || state.length() < 2) {
            return SQL;
        }
        return switch (state.substring(0, 2)) {
            case "08" -> CONNECTION_LOST;
            case "28" -> DENIED;
            // 40003: it is unknown whether the statement was completed.
            case "40" -> state.equals("40003") ? SQL : DEADLOCK;
            case "23" -> CONSTRAINT;
            default -> state.equals("57014") ? STATEMENT_TIMEOUT : SQL;
        };
    }

    /**
     * Returns the first line of a message, without the number of the connection that MariaDB's driver puts first: the
     * number and the other lines, which repeat the statement, would make every failure different.
     */
    public static String firstLine(@Nullable String message) {
        String line = message == null ? "" : message.lines().findFirst().orElse("");
        return CONNECTION_NUMBER.matcher(line).replaceFirst("");
    }

    /** Returns the failure with its class and the useful part of its message. */
    public SQLException named(SQLException failure) {
        return new SQLException(
                errorClass + ": " + firstLine(failure.getMessage()),
                failure.getSQLState(),
                failure.getErrorCode(),
                failure);
    }
}
