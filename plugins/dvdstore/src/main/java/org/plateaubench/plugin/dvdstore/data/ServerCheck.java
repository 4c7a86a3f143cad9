// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.dvdstore.sql.ConnectionLimit;
import org.plateaubench.plugin.dvdstore.sql.Inspection;

/** Checks the rights and settings of a server, independent of its data. */
final class ServerCheck {
    /** Connections in addition to those of the users: loading or checking takes three, telemetry two. */
    private static final int OTHER_CONNECTIONS = 5;

    private static final long MAX_SKEW_MILLIS = 1_000;

    /** A server counts a connection that was just closed until its thread has ended. */
    private static final int CLOSING_MILLIS = 1_000;

    private static final int CLOSING_GAP_MILLIS = 50;

    private final Connection connection;
    private final Inspection inspection;
    private final InstantSource clock;

    ServerCheck(Connection connection, Inspection inspection, InstantSource clock) {
        this.connection = connection;
        this.inspection = inspection;
        this.clock = clock;
    }

    /**
     * Runs the checks.
     *
     * @param users number of users connected at the same time
     */
    List<Finding> findings(int users, Inspection.Use use) throws SQLException {
        List<Finding> findings = tooFew(users);
        for (int i = 0; i < CLOSING_MILLIS / CLOSING_GAP_MILLIS && !findings.isEmpty(); i++) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(CLOSING_GAP_MILLIS));
            findings = tooFew(users);
        }
        findings.addAll(inspection.rights(connection, use));
        skew().ifPresent(findings::add);
        findings.addAll(inspection.settings(connection, users));
        return findings;
    }

    private List<Finding> tooFew(int users) throws SQLException {
        List<Finding> findings = new ArrayList<>();
        for (ConnectionLimit limit : inspection.connectionLimits(connection)) {
            tooFew(limit, users).ifPresent(findings::add);
        }
        return findings;
    }

    /** The querying connection counts as in use, but is closed before the users connect. */
    static Optional<Finding> tooFew(ConnectionLimit limit, int users) {
        long needed = (long) users + OTHER_CONNECTIONS;
        long free = limit.free() + 1;
        if (free >= needed) {
            return Optional.empty();
        }
        return Optional.of(Finding.problem(
                limit.whose() + " has " + free + " connections left of " + limit.limit() + ", and " + users
                        + " users and " + OTHER_CONNECTIONS + " others need " + needed + ".",
                "Run '" + limit.remedy(limit.limit() + needed - free) + ", or use fewer users."));
    }

    private Optional<Finding> skew() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            long before = clock.millis();
            try (ResultSet found = statement.executeQuery(inspection.clockQuery())) {
                long after = clock.millis();
                if (!found.next()) {
                    throw new SQLException("no answer to " + inspection.clockQuery());
                }
                long server = Math.round(found.getDouble(1) * 1_000);
                // A slow answer is not a clock skew: only a difference beyond the time of the query counts.
                long ahead = server > after ? server - after : Math.min(0, server - before);
                if (Math.abs(ahead) <= MAX_SKEW_MILLIS) {
                    return Optional.empty();
                }
                return Optional.of(Finding.note(String.format(
                        Locale.ROOT,
                        "The server's clock is %.1f s %s the clock of this host: its logs and"
                                + " telemetry differ by as much.",
                        Math.abs(ahead) / 1_000.0,
                        ahead > 0 ? "ahead of" : "behind")));
            }
        }
    }
}
