// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.oltp;

import static org.plateaubench.process.database.UserConnection.require;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.plugin.transactions.oltp.OltpParameters.Load;
import org.plateaubench.plugin.transactions.oltp.OltpTables.RowText;
import org.plateaubench.process.database.Database;
import org.plateaubench.process.database.UserConnection;
import org.plateaubench.process.database.UserConnection.WrongAnswer;

/** Runs transactions on one connection. Statements are prepared for each table when first used. Used by one thread. */
final class TransactionRunner {
    /** Maximum writes of column c by one transaction. */
    static final int MAX_WRITES = 2;

    private static final int POINT_SELECTS = 10;
    private static final int RANGE_SIZE = 100;
    private static final String RANGE = " WHERE id BETWEEN ? AND ?";

    private enum Kind {
        POINT("SELECT c FROM %s WHERE id = ?"),
        SIMPLE("SELECT c FROM %s" + RANGE),
        SUM("SELECT SUM(k) FROM %s" + RANGE),
        ORDER("SELECT c FROM %s" + RANGE + " ORDER BY c"),
        DISTINCT("SELECT DISTINCT c FROM %s" + RANGE + " ORDER BY c"),
        INDEX_UPDATE("UPDATE %s SET k = k + 1 WHERE id = ?"),
        NON_INDEX_UPDATE("UPDATE %s SET c = ? WHERE id = ?"),
        DELETE("DELETE FROM %s WHERE id = ? RETURNING k"),
        REINSERT("INSERT INTO %s (id, k, c, pad) VALUES (?, ?, ?, ?)"),
        INSERT("INSERT INTO %s (k, c, pad) VALUES (?, ?, ?)");

        private final String sql;

        Kind(String sql) {
            this.sql = sql;
        }

        String sql(Database database, String table) {
            String text = this == DELETE && database == Database.H2
                    ? "SELECT k FROM OLD TABLE (DELETE FROM %s WHERE id = ?)"
                    : sql;
            return text.replace("%s", table);
        }
    }

    /** Maximum statements for a table; a load that reads and writes has the most. */
    static final int STATEMENTS_PER_TABLE = 9;

    private final Connection connection;
    private final Database database;
    private final OltpParameters parameters;
    private final RowDraw rowDraw;
    private final RowText text = new RowText();
    private final Map<Kind, @Nullable PreparedStatement[]> prepared = new EnumMap<>(Kind.class);

    /** Amounts that the latest transaction added to the sum of column k and subtracted from it. */
    long added;

    long taken;

    private long key;
    private int draws;

    TransactionRunner(Connection connection, Database database, OltpParameters parameters, RowDraw rowDraw)
            throws SQLException {
        this.connection = connection;
        this.database = database;
        this.parameters = parameters;
        this.rowDraw = rowDraw;
        for (Kind kind : Kind.values()) {
            prepared.put(kind, new PreparedStatement[parameters.tables()]);
        }
        connection.setAutoCommit(parameters.load().hasOneStatement());
    }

    Connection connection() {
        return connection;
    }

    private PreparedStatement statement(Kind kind, int table) throws SQLException {
        @Nullable PreparedStatement[] byTable = Objects.requireNonNull(prepared.get(kind));
        PreparedStatement statement = byTable[table];
        if (statement == null) {
            statement = connection.prepareStatement(kind.sql(database, OltpTables.table(table)));
            byTable[table] = statement;
        }
        return statement;
    }

    private int drawTable() {
        return parameters.tables() == 1
                ? 0
                : (int) (KeyedRandom.toUnit(KeyedRandom.bits(key, 2, draws++)) * parameters.tables());
    }

    private int drawRow() {
        return rowDraw.draw(key, draws++);
    }

    private long drawKey() {
        return KeyedRandom.bits(key, 3, draws++);
    }

    /** Is called before a write of column c is sent. */
    @FunctionalInterface
    interface WriteListener {
        void begin(int table, int row, long write);
    }

    /**
     * Runs the transaction that the key determines.
     *
     * @return false if the connection was lost between the commit and its answer
     */
    boolean run(long key, WriteListener listener) throws SQLException, WrongAnswer {
        this.key = key;
        draws = 0;
        added = 0;
        taken = 0;
        Load load = parameters.load();
        switch (load) {
            case POINT_SELECT -> pointSelect();
            case UPDATE_INDEX -> updateIndex();
            case UPDATE_NON_INDEX -> updateNonIndex(listener);
            case INSERT -> insert();
            case READ_ONLY -> read();
            case READ_WRITE -> {
                read();
                updateIndex();
                updateNonIndex(listener);
                deleteAndInsert(listener);
            }
        }
        return load.hasOneStatement() || UserConnection.commit(connection);
    }

    private void read() throws SQLException, WrongAnswer {
        for (int i = 0; i < POINT_SELECTS; i++) {
            pointSelect();
        }
        range(Kind.SIMPLE);
        sum();
        range(Kind.ORDER);
        range(Kind.DISTINCT);
    }

    private void pointSelect() throws SQLException, WrongAnswer {
        PreparedStatement query = statement(Kind.POINT, drawTable());
        int row = drawRow();
        query.setInt(1, row);
        try (ResultSet found = query.executeQuery()) {
            require(found.next(), "the row is missing");
            require(RowText.rowId(found.getString(1)) == row, "the row is not the requested one");
        }
    }

    private PreparedStatement rangeQuery(Kind kind, int table, int first) throws SQLException {
        PreparedStatement query = statement(kind, table);
        query.setInt(1, first);
        query.setInt(2, first + RANGE_SIZE - 1);
        return query;
    }

    /** Reads a range; rows inserted in addition to the loaded ones are not counted. */
    private void range(Kind kind) throws SQLException, WrongAnswer {
        int table = drawTable();
        int first = drawRow();
        int last = first + RANGE_SIZE - 1;
        PreparedStatement query = rangeQuery(kind, table, first);
        int count = 0;
        try (ResultSet found = query.executeQuery()) {
            while (found.next()) {
                int row = RowText.rowId(found.getString(1));
                require(row == 0 || (row >= first && row <= last), "a row is outside the range");
                count += row == 0 ? 0 : 1;
            }
        }
        int expected = Math.min(last, parameters.rows()) - first + 1;
        require(count == expected, "the range has " + count + " rows instead of " + expected);
    }

    private void sum() throws SQLException, WrongAnswer {
        int table = drawTable();
        try (ResultSet found = rangeQuery(Kind.SUM, table, drawRow()).executeQuery()) {
            require(found.next() && found.getLong(1) > 0, "the range has no sum");
        }
    }

    private static void updateOne(PreparedStatement update) throws SQLException {
        if (update.executeUpdate() != 1) {
            throw replacedRow();
        }
    }

    /**
     * The failure of a statement that waited while another transaction replaced the row, and therefore does not find
     * it.
     */
    private static SQLException replacedRow() {
        return new SQLException("the row was replaced by another transaction", "40001");
    }

    private void updateIndex() throws SQLException {
        PreparedStatement update = statement(Kind.INDEX_UPDATE, drawTable());
        update.setInt(1, drawRow());
        updateOne(update);
        added++;
    }

    private void updateNonIndex(WriteListener listener) throws SQLException {
        int table = drawTable();
        int row = drawRow();
        long write = drawKey();
        PreparedStatement update = statement(Kind.NON_INDEX_UPDATE, table);
        update.setString(1, text.ofRow(row, write));
        update.setInt(2, row);
        listener.begin(table, row, RowText.writeTag(write));
        updateOne(update);
    }

    private void deleteAndInsert(WriteListener listener) throws SQLException {
        int table = drawTable();
        int row = drawRow();
        long write = drawKey();
        PreparedStatement delete = statement(Kind.DELETE, table);
        delete.setInt(1, row);
        listener.begin(table, row, RowText.writeTag(write));
        try (ResultSet found = delete.executeQuery()) {
            if (!found.next()) {
                throw replacedRow();
            }
            taken += found.getInt(1);
        }
        PreparedStatement insert = statement(Kind.REINSERT, table);
        insert.setInt(1, row);
        int k = drawRow();
        insert.setInt(2, k);
        insert.setString(3, text.ofRow(row, write));
        insert.setString(4, text.pad(write));
        insert.executeUpdate();
        added += k;
    }

    private void insert() throws SQLException {
        PreparedStatement insert = statement(Kind.INSERT, drawTable());
        int k = drawRow();
        long write = drawKey();
        insert.setInt(1, k);
        insert.setString(2, text.ofRow(0, write));
        insert.setString(3, text.pad(write));
        insert.executeUpdate();
        added += k;
    }
}
