// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.SQLException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;

/** The kinds of failure that an operation can meet, the same for every database. */
public enum SqlFailure {
    /** The connection is gone; what was not committed is rolled back by the database. */
    CONNECTION_LOST("connection-lost", false),
    /** The server takes no further connection. */
    TOO_MANY_CONNECTIONS("too-many-connections", false),
    /** User or password refused. */
    DENIED("denied", false),
    /** This transaction was chosen to end a deadlock, or another changed the row it wanted. */
    DEADLOCK("deadlock", true),
    /** A lock was not granted in time. */
    LOCK_TIMEOUT("lock-timeout", true),
    /** The database ended the statement since it ran too long or was cancelled. */
    STATEMENT_TIMEOUT("statement-timeout", false),
    /** A constraint was violated. */
    CONSTRAINT("constraint", false),
    /** The database has no room left for what is written. */
    DISK_FULL("disk-full", false),
    /** Anything else. */
    SQL("sql", false);

    private static final Pattern CONNECTION_NUMBER = Pattern.compile("^\\(conn=-?\\d+\\) ");

    private final String errorClass;
    private final boolean retryable;

    SqlFailure(String errorClass, boolean retryable) {
        this.errorClass = errorClass;
        this.retryable = retryable;
    }

    /** Whether the same transaction may well succeed when it is tried again. */
    public boolean isRetryable() {
        return retryable;
    }

    /** Whether a commit that failed so has certainly not happened; of any other failure nobody knows. */
    boolean rollsBackACommit() {
        return switch (this) {
            case DEADLOCK, LOCK_TIMEOUT, CONSTRAINT -> true;
            case CONNECTION_LOST, TOO_MANY_CONNECTIONS, DENIED, STATEMENT_TIMEOUT, DISK_FULL, SQL -> false;
        };
    }

    /** The outcome of an operation that failed so. */
    public Outcome outcome(SQLException failure) {
        String message = failure.getSQLState() + ": " + firstLine(failure.getMessage());
        return switch (this) {
            case CONNECTION_LOST, TOO_MANY_CONNECTIONS, DENIED -> Outcome.connectionLost(errorClass, message);
            default -> Outcome.error(errorClass, message);
        };
    }

    /** What the classes of SQLSTATE say; a dialect knows more. */
    static SqlFailure ofState(@Nullable String state) {
        if (state == null || state.length() < 2) {
            return SQL;
        }
        return switch (state.substring(0, 2)) {
            case "08" -> CONNECTION_LOST;
            case "28" -> DENIED;
            // 40003: nobody knows whether the statement was completed.
            case "40" -> state.equals("40003") ? SQL : DEADLOCK;
            case "23" -> CONSTRAINT;
            default -> state.equals("57014") ? STATEMENT_TIMEOUT : SQL;
        };
    }

    /**
     * The first line of a message, without the number of the connection that MariaDB's driver puts first: that and the
     * rest, which repeats the statement, would make every failure a different one.
     */
    public static String firstLine(@Nullable String message) {
        String line = message == null ? "" : message.lines().findFirst().orElse("");
        return CONNECTION_NUMBER.matcher(line).replaceFirst("");
    }

    /** The failure with its class and what is worth knowing of its message. */
    public SQLException named(SQLException failure) {
        return new SQLException(
                errorClass + ": " + firstLine(failure.getMessage()),
                failure.getSQLState(),
                failure.getErrorCode(),
                failure);
    }
}
