// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.plateaubench.api.Finding;
import org.plateaubench.process.database.OwnTables.Change;

/**
 * The checks of one database before a run: its limits, rights and settings, independent of its data. Each finding
 * states what was found, what is needed and the statement that corrects it. Nothing is changed. Stateless; any thread.
 */
public interface Inspection {
    /**
     * A limit on connections.
     *
     * @param limit most open connections at once
     * @param inUse open connections now, including the querying one
     * @param whose owner of the limit, such as {@code The server}
     * @param remedy statement that raises the limit to {@code %d}
     */
    record ConnectionLimit(long limit, long inUse, String whose, String remedy) {
        /** Connections in addition to those of the users: loading or checking takes three, telemetry two. */
        private static final int OTHERS = 5;

        /** Returns the problem of too few; the querying connection is closed before the users connect. */
        public Optional<Finding> tooFew(int users) {
            long needed = (long) users + OTHERS;
            long free = Math.max(0, limit - inUse) + 1;
            if (free >= needed) {
                return Optional.empty();
            }
            return Optional.of(Finding.problem(
                    whose + " has " + free + " connections left of " + limit + ", and " + users + " users and " + OTHERS
                            + " others need " + needed + ".",
                    "Run '" + remedy.replace("%d", Long.toString(limit + needed - free)) + ", or use fewer users."));
        }
    }

    /** Returns the limits on connections; a limit that does not exist is left out. */
    default List<ConnectionLimit> connectionLimits(Connection connection) throws SQLException {
        return List.of();
    }

    /** Returns findings on rights that the user lacks. */
    default List<Finding> rights(Connection connection, Change change) throws SQLException {
        return List.of();
    }

    /** Returns problems of settings that prevent a run. */
    default List<Finding> settings(Connection connection, int users) throws SQLException {
        return List.of();
    }

    /** Returns findings on indexes of the store that exist but cannot be used. */
    default List<Finding> unusableIndexes(Connection connection) throws SQLException {
        return List.of();
    }

    /**
     * Runs the checks that are independent of the data. A server counts a connection that was just closed until its
     * thread has ended, so too few connections are checked again, for at most a second.
     *
     * @param users number of users connected at the same time
     */
    default List<Finding> findings(Connection connection, int users, Change change) throws SQLException {
        List<Finding> findings = tooFew(connection, users);
        for (int i = 0; i < 20 && !findings.isEmpty(); i++) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            findings = tooFew(connection, users);
        }
        findings.addAll(rights(connection, change));
        findings.addAll(settings(connection, users));
        return findings;
    }

    private List<Finding> tooFew(Connection connection, int users) throws SQLException {
        List<Finding> findings = new ArrayList<>();
        for (ConnectionLimit limit : connectionLimits(connection)) {
            limit.tooFew(users).ifPresent(findings::add);
        }
        return findings;
    }
}
