// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.plateaubench.plugin.olio.data.ConfirmedKind;
import org.plateaubench.plugin.olio.data.Counts;
import org.plateaubench.process.database.Sql;

/** Counts rows, and looks for single ones. */
final class Schema {
    private static final String ATTENDANCE =
            "SELECT 1 FROM " + Table.ATTENDANCE.sqlName() + " WHERE event_id = ? AND person_id = ?";

    private Schema() {}

    static Counts counts(Database database) {
        return database.ask("counting", Schema::counts);
    }

    static Counts counts(Connection connection) throws SQLException {
        return new Counts(
                count(connection, Table.PERSON),
                count(connection, Table.ADDRESS),
                count(connection, Table.FRIENDSHIP),
                count(connection, Table.TAG),
                count(connection, Table.EVENT),
                count(connection, Table.EVENT_TAG),
                count(connection, Table.ATTENDANCE),
                count(connection, Table.COMMENT));
    }

    private static long count(Connection connection, Table table) throws SQLException {
        List<Long> counted = Sql.list(connection, "SELECT COUNT(*) FROM " + table.sqlName(), row -> row.getLong(1));
        return counted.getFirst();
    }

    /** Returns how many of these objects exist; each must be named once. */
    static long found(Database database, ConfirmedKind kind, List<Long> things) {
        return database.ask("looking for " + kind.title(), connection -> {
            long found = 0;
            for (long thing : things) {
                found += isThere(connection, kind, thing) ? 1 : 0;
            }
            return found;
        });
    }

    private static boolean isThere(Connection connection, ConfirmedKind kind, long thing) throws SQLException {
        return switch (kind) {
            case PERSONS -> isThere(connection, byNumber(Table.PERSON), thing);
            case EVENTS -> isThere(connection, byNumber(Table.EVENT), thing);
            case ATTENDANCES ->
                isThere(connection, ATTENDANCE, ConfirmedKind.event(thing), ConfirmedKind.person(thing));
        };
    }

    private static String byNumber(Table table) {
        return "SELECT 1 FROM " + table.sqlName() + " WHERE id = ?";
    }

    private static boolean isThere(Connection connection, String query, Object... keys) throws SQLException {
        return Sql.first(connection, query, row -> true, keys).isPresent();
    }
}
