// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process.database;

import java.io.EOFException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;

/** The kinds of failure of an operation, the same for every database. */
public enum SqlFailure {
    /** The connection is lost; the database rolls back uncommitted changes. */
    CONNECTION_LOST("connection-lost", false),
    TOO_MANY_CONNECTIONS("too-many-connections", false),
    DENIED("denied", false),
    /** This transaction was chosen to end a deadlock, or another one changed its row. */
    DEADLOCK("deadlock", true),
    LOCK_TIMEOUT("lock-timeout", true),
    /** The database cancelled the statement, after a time-out or a request. */
    STATEMENT_TIMEOUT("statement-timeout", false),
    CONSTRAINT("constraint", false),
    DISK_FULL("disk-full", false),
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
    public boolean rollsBackCommit() {
        return switch (this) {
            case DEADLOCK, LOCK_TIMEOUT, CONSTRAINT, DISK_FULL -> true;
            case CONNECTION_LOST, TOO_MANY_CONNECTIONS, DENIED, STATEMENT_TIMEOUT, SQL -> false;
        };
    }

    public Outcome outcome(SQLException failure) {
        String message = failure.getSQLState() + ": " + firstLine(failure.getMessage());
        return switch (this) {
            case CONNECTION_LOST, TOO_MANY_CONNECTIONS, DENIED -> Outcome.connectionLost(errorClass, message);
            default -> Outcome.error(errorClass, message);
        };
    }

    /** Returns the name in results, such as {@code deadlock}. */
    public String errorClass() {
        return errorClass;
    }

    /** Classifies a failure by its SQLSTATE, and by the error codes of H2, PostgreSQL, MariaDB and MySQL. */
    public static SqlFailure of(SQLException failure) {
        SqlFailure byCode = ofCode(failure.getErrorCode());
        return byCode == SQL ? ofState(failure) : byCode;
    }

    /** Codes of MariaDB and MySQL, which neither H2 nor PostgreSQL use. */
    private static SqlFailure ofCode(int code) {
        return switch (code) {
            // 1020: another transaction changed the row since this one's snapshot.
            case 1213, 1020 -> DEADLOCK;
            case 1205 -> LOCK_TIMEOUT;
            // Time-out on MariaDB, time-out on MySQL, interrupted statement.
            case 1969, 3024, 1317 -> STATEMENT_TIMEOUT;
            case 1021, 1114 -> DISK_FULL;
            // Too many connections of the server, too many of this user.
            case 1040, 1203 -> TOO_MANY_CONNECTIONS;
            case 1053, 1927, 1158, 1159, 1160, 1161, 2006, 2013 -> CONNECTION_LOST;
            case 1044, 1045 -> DENIED;
            default -> SQL;
        };
    }

    private static SqlFailure ofState(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return switch (state) {
            // H2: general error of the driver, after which the server's state is unknown.
            case "HY000" -> failure.getClass().getName().startsWith("org.h2.") ? CONNECTION_LOST : SQL;
            // H2: connection broken, object closed, database closed, server shutting down, session ended by the server.
            case "90067", "90007", "90098", "90121", "90135" -> CONNECTION_LOST;
            // H2: end of a socket, seen by the driver while it fetches rows or reported by a server that saw it
            // first; a disk failure of the server has the same code.
            case "90028", "90031" -> isSocketFailure(failure) ? CONNECTION_LOST : SQL;
            // PostgreSQL: ended by the administrator or by a crash of the server, not ready, idle for too long.
            case "57P01", "57P02", "57P03", "57P05", "25P03" -> CONNECTION_LOST;
            case "53300" -> TOO_MANY_CONNECTIONS;
            case "53100" -> DISK_FULL;
            case "HYT00", "55P03" -> LOCK_TIMEOUT;
            // H2: another transaction updated or deleted the same row. PostgreSQL: deadlock.
            case "90131", "40P01" -> DEADLOCK;
            // Cancelled by request or time-out: the standard, H2.
            case "57014" -> STATEMENT_TIMEOUT;
            // It is unknown whether the statement was completed.
            case "40003" -> SQL;
            default ->
                switch (state.substring(0, Math.min(2, state.length()))) {
                    case "08" -> CONNECTION_LOST;
                    case "28" -> DENIED;
                    case "40" -> DEADLOCK;
                    case "23" -> CONSTRAINT;
                    default -> SQL;
                };
        };
    }

    private static boolean isSocketFailure(SQLException failure) {
        return failure.getCause() instanceof IOException
                || String.valueOf(failure.getMessage()).contains(EOFException.class.getName());
    }

    /**
     * Returns the first line of a message, without its full stop, and without the number of the connection that
     * MariaDB's driver puts first: the number and the other lines, which repeat the statement, would make every failure
     * different.
     */
    public static String firstLine(@Nullable String message) {
        String line = message == null ? "" : message.lines().findFirst().orElse("");
        return CONNECTION_NUMBER.matcher(line).replaceFirst("").replaceFirst("; SQL statement:$|\\.$", "");
    }

    /** Returns the failure with its class and the useful part of its message. */
    public SQLException withClass(SQLException failure) {
        return new SQLException(
                errorClass + ": " + firstLine(failure.getMessage()),
                failure.getSQLState(),
                failure.getErrorCode(),
                failure);
    }
}
