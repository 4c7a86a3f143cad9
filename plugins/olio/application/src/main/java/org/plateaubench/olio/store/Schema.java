// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.plateaubench.plugin.olio.data.ConfirmedKind;
import org.plateaubench.plugin.olio.data.Counts;
import org.plateaubench.process.database.Sql;

/** Creates and removes tables and indexes, counts rows, and looks for single ones. */
public final class Schema {
    private static final String ATTENDANCE =
            "SELECT 1 FROM " + Table.ATTENDANCE.sqlName() + " WHERE event_id = ? AND person_id = ?";

    private Schema() {}

    public static void create(Database database) {
        for (Table table : Table.values()) {
            execute(database, table.create(database.dialect()));
        }
    }

    public static void index(Database database) {
        Table.indexes(database.dialect()).forEach(index -> execute(database, index));
    }

    /** Sets the next numbers of the database to those after the loaded rows. */
    public static void restartNumbers(Database database, Counts loaded) {
        restart(database, Table.ADDRESS, loaded.addresses());
        restart(database, Table.PERSON, loaded.users());
        restart(database, Table.EVENT, loaded.events());
        restart(database, Table.TAG, loaded.tags());
        restart(database, Table.COMMENT, loaded.comments());
    }

    private static void restart(Database database, Table table, long last) {
        execute(database, database.dialect().restartIdentity(table.sqlName(), last + 1));
    }

    /** Makes the database gather statistics of its rows and values. */
    public static void gatherStatistics(Database database) {
        database.dialect().afterLoad(Table.sqlNames()).forEach(statement -> execute(database, statement));
    }

    /** Removes the existing tables, and nothing that depends on them. */
    public static void drop(Connection connection) throws SQLException {
        for (String table : Table.sqlNames()) {
            Sql.execute(connection, "DROP TABLE IF EXISTS " + table + " RESTRICT");
        }
    }

    public static Counts counts(Database database) {
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

    /** Executes a statement; MariaDB answers some of them with rows. */
    private static void execute(Database database, String sql) {
        database.ask("'" + sql + "'", connection -> {
            Sql.execute(connection, sql);
            return true;
        });
    }

    /** Returns how many of these objects exist; each must be named once. */
    public static long found(Database database, ConfirmedKind kind, List<Long> things) {
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
