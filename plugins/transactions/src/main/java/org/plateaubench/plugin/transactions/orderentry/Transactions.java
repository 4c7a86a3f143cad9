// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.transactions.database.Retries;
import org.plateaubench.plugin.transactions.database.WrongAnswer;

/**
 * The transactions over one connection, whose statements are prepared when they are first used. All lock the rows of a
 * customer before those of its district and warehouse, and districts in their order. One thread.
 */
final class Transactions {
    private final Connection connection;
    private final Company company;
    private final Statements statements;
    private final int[] named;

    /** Number of the order that was entered last. */
    int order;

    /** Orders delivered, and districts without one, in the latest delivery. */
    int delivered;

    int skipped;

    /** How a transaction ended that did not fail. */
    enum Fate {
        COMMITTED,
        /** The item of a line is not there. */
        UNUSED_ITEM,
        /** The connection was lost between the commit and its answer. */
        UNCERTAIN
    }

    Transactions(Connection connection, Company company) throws SQLException {
        this.connection = connection;
        this.company = company;
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
        connection.setAutoCommit(false);
        statements = new Statements(connection);
        named = new int[company.scale().size().customers()];
    }

    Connection connection() {
        return connection;
    }

    private Fate commit() throws SQLException {
        return Retries.commit(connection) ? Fate.COMMITTED : Fate.UNCERTAIN;
    }

    private static PreparedStatement set(PreparedStatement statement, int first, int second) throws SQLException {
        statement.setInt(1, first);
        statement.setInt(2, second);
        return statement;
    }

    private static PreparedStatement set(PreparedStatement statement, int first, int second, int third)
            throws SQLException {
        set(statement, first, second).setInt(3, third);
        return statement;
    }

    private static ResultSet row(PreparedStatement query, String what) throws SQLException, WrongAnswer {
        ResultSet row = query.executeQuery();
        WrongAnswer.unless(row.next(), what + " is not there");
        return row;
    }

    private static void update(PreparedStatement update, String what) throws SQLException, WrongAnswer {
        WrongAnswer.unless(update.executeUpdate() == 1, what + " is not there");
    }

    private static boolean isText(@Nullable String found, String expected) {
        return expected.equals(found);
    }

    // ---- new order

    /**
     * Enters an order.
     *
     * @param known number that the next order of the district has at least
     */
    Fate newOrder(Request request, int known) throws SQLException, WrongAnswer {
        // A transaction that failed may have left lines.
        statements.takeStock().clearBatch();
        statements.insertLine().clearBatch();
        readBuyer(request);
        update(set(statements.nextOrder(), request.warehouse, request.district), "the district");
        try (ResultSet row = row(set(statements.district(), request.warehouse, request.district), "the district")) {
            order = row.getInt(1) - 1;
            row.getInt(2);
        }
        WrongAnswer.unless(order >= known, "the number of the order is that of an earlier one");
        PreparedStatement insert = set(statements.insertOrder(), request.warehouse, request.district, order);
        insert.setInt(4, request.customer);
        insert.setInt(5, request.lineCount);
        insert.setInt(6, request.remoteLines() == 0 ? 1 : 0);
        insert.executeUpdate();
        set(statements.insertNewOrder(), request.warehouse, request.district, order)
                .executeUpdate();
        for (int line = 0; line < request.lineCount; line++) {
            if (!addLine(request, line)) {
                connection.rollback();
                return Fate.UNUSED_ITEM;
            }
        }
        for (int changed : statements.takeStock().executeBatch()) {
            WrongAnswer.unless(
                    changed == 1 || changed == PreparedStatement.SUCCESS_NO_INFO, "a row of the stock is not there");
        }
        statements.insertLine().executeBatch();
        return commit();
    }

    private void readBuyer(Request request) throws SQLException, WrongAnswer {
        try (ResultSet row =
                row(set(statements.buyer(), request.warehouse, request.district, request.customer), "the customer")) {
            WrongAnswer.unless(
                    isText(row.getString(1), company.lastName(request.warehouse, request.district, request.customer)),
                    "the customer is another one");
            row.getString(2);
            row.getInt(3);
            row.getInt(4);
        }
    }

    /** Adds a line; returns false if its item is unused. */
    private boolean addLine(Request request, int line) throws SQLException, WrongAnswer {
        int item = request.item(line);
        int units = request.units(line);
        PreparedStatement query = statements.item();
        query.setInt(1, item);
        long price;
        try (ResultSet row = query.executeQuery()) {
            if (!row.next()) {
                WrongAnswer.unless(request.isRolledBack && line == request.lineCount - 1, "the item is not there");
                return false;
            }
            price = row.getLong(1);
            WrongAnswer.unless(price == company.itemPrice(item), "the item is another one");
            row.getString(2);
            row.getString(3);
        }
        int supplier = request.supplier(line);
        String text;
        try (ResultSet row = row(set(statements.stock(request.district), supplier, item), "the row of the stock")) {
            text = row.getString(1);
            WrongAnswer.unless(
                    text != null && Company.isDistrictText(text, company.stock(supplier, item), request.district),
                    "the row of the stock is another one");
            row.getInt(2);
            row.getString(3);
        }
        PreparedStatement take = set(statements.takeStock(), units, units, units);
        take.setInt(4, units);
        take.setInt(5, supplier == request.warehouse ? 0 : 1);
        take.setInt(6, supplier);
        take.setInt(7, item);
        take.addBatch();
        PreparedStatement insert = set(statements.insertLine(), request.warehouse, request.district, order);
        insert.setInt(4, line + 1);
        insert.setInt(5, item);
        insert.setInt(6, supplier);
        insert.setInt(7, units);
        insert.setLong(8, units * price);
        insert.setString(9, text);
        insert.addBatch();
        return true;
    }

    // ---- payment

    /** Enters a payment. */
    Fate payment(Request request) throws SQLException, WrongAnswer {
        int customer = customer(request);
        boolean hasGoodCredit = readCustomer(request, customer);
        PreparedStatement pay = hasGoodCredit ? statements.pay() : statements.payWithNote();
        pay.setLong(1, request.amount);
        pay.setLong(2, request.amount);
        int next = 3;
        if (!hasGoodCredit) {
            pay.setString(next++, note(request, customer));
        }
        pay.setInt(next++, request.customerWarehouse);
        pay.setInt(next++, request.customerDistrict);
        pay.setInt(next, customer);
        update(pay, "the customer");
        PreparedStatement add = statements.payDistrict();
        add.setLong(1, request.amount);
        add.setInt(2, request.warehouse);
        add.setInt(3, request.district);
        update(add, "the district");
        readAddress(
                set(statements.districtAddress(), request.warehouse, request.district),
                company.district(request.warehouse, request.district));
        add = statements.payWarehouse();
        add.setLong(1, request.amount);
        add.setInt(2, request.warehouse);
        update(add, "the warehouse");
        PreparedStatement warehouse = statements.warehouseAddress();
        warehouse.setInt(1, request.warehouse);
        readAddress(warehouse, company.warehouse(request.warehouse));
        PreparedStatement insert =
                set(statements.insertHistory(), customer, request.customerDistrict, request.customerWarehouse);
        insert.setInt(4, request.district);
        insert.setInt(5, request.warehouse);
        insert.setLong(6, request.amount);
        insert.setString(7, "payment");
        insert.executeUpdate();
        return commit();
    }

    private static String note(Request request, int customer) {
        return customer + " " + request.customerDistrict + " " + request.customerWarehouse + " " + request.district
                + " " + request.warehouse + " " + request.amount + " | ";
    }

    private static void readAddress(PreparedStatement query, long key) throws SQLException, WrongAnswer {
        try (ResultSet row = row(query, "the address")) {
            String name = row.getString(1);
            WrongAnswer.unless(name != null && Company.isName(name, key), "the address is another one");
            for (int column = 2; column <= 6; column++) {
                row.getString(column);
            }
        }
    }

    /** Returns the number of the customer; of several with the last name, the middle one by first name. */
    private int customer(Request request) throws SQLException, WrongAnswer {
        if (request.customer != 0) {
            return request.customer;
        }
        PreparedStatement query =
                set(statements.customersByName(), request.customerWarehouse, request.customerDistrict);
        query.setString(3, company.lastName(request.lastName));
        int count = 0;
        try (ResultSet rows = query.executeQuery()) {
            while (rows.next() && count < named.length) {
                named[count++] = rows.getInt(1);
            }
        }
        WrongAnswer.unless(count > 0, "no customer has the last name");
        return named[(count + 1) / 2 - 1];
    }

    private boolean readCustomer(Request request, int customer) throws SQLException, WrongAnswer {
        PreparedStatement query =
                set(statements.customer(), request.customerWarehouse, request.customerDistrict, customer);
        try (ResultSet row = row(query, "the customer")) {
            String expected = request.customer == 0
                    ? company.lastName(request.lastName)
                    : company.lastName(request.customerWarehouse, request.customerDistrict, customer);
            WrongAnswer.unless(isText(row.getString(1), expected), "the customer is another one");
            row.getLong(3);
            for (int column = 4; column <= 13; column++) {
                row.getString(column);
            }
            return isText(row.getString(2), "GC");
        }
    }

    // ---- order status

    /** Reads the latest order of a customer. */
    void orderStatus(Request request) throws SQLException, WrongAnswer {
        int customer = customer(request);
        readCustomer(request, customer);
        int latest;
        int lines;
        try (ResultSet row = row(
                set(statements.latestOrder(), request.customerWarehouse, request.customerDistrict, customer),
                "the latest order")) {
            latest = row.getInt(1);
            lines = row.getInt(2);
            row.getInt(3);
            row.getString(4);
        }
        int found = 0;
        PreparedStatement query = set(statements.lines(), request.customerWarehouse, request.customerDistrict, latest);
        try (ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                found++;
                WrongAnswer.unless(
                        rows.getInt(1) <= company.scale().size().items(), "a line has an item that is not there");
                rows.getInt(2);
                rows.getInt(3);
                rows.getLong(4);
                rows.getString(5);
            }
        }
        WrongAnswer.unless(found == lines, "the order has " + found + " lines instead of " + lines);
        connection.commit();
    }

    // ---- delivery

    /** Delivers the oldest order of each district of a warehouse. */
    Fate deliver(int warehouse, int carrier) throws SQLException, WrongAnswer {
        delivered = 0;
        skipped = 0;
        for (int district = 1; district <= Scale.DISTRICTS; district++) {
            int oldest = takeOldest(warehouse, district);
            if (oldest == 0) {
                skipped++;
            } else {
                deliver(warehouse, district, oldest, carrier);
                delivered++;
            }
        }
        return commit();
    }

    /** Returns the number of the oldest order that is not delivered, and which no other delivery takes; 0 for none. */
    private int takeOldest(int warehouse, int district) throws SQLException {
        while (true) {
            int oldest;
            try (ResultSet row = set(statements.oldest(), warehouse, district).executeQuery()) {
                if (!row.next()) {
                    return 0;
                }
                oldest = row.getInt(1);
            }
            if (set(statements.deleteNewOrder(), warehouse, district, oldest).executeUpdate() == 1) {
                return oldest;
            }
        }
    }

    private void deliver(int warehouse, int district, int oldest, int carrier) throws SQLException, WrongAnswer {
        int customer;
        try (ResultSet row = row(set(statements.customerOfOrder(), warehouse, district, oldest), "the order")) {
            customer = row.getInt(1);
        }
        PreparedStatement carry = statements.setCarrier();
        carry.setInt(1, carrier);
        carry.setInt(2, warehouse);
        carry.setInt(3, district);
        carry.setInt(4, oldest);
        update(carry, "the order");
        WrongAnswer.unless(
                set(statements.setDelivered(), warehouse, district, oldest).executeUpdate() >= Scale.LEAST_LINES,
                "the order has too few lines");
        long amount;
        try (ResultSet row = row(set(statements.amount(), warehouse, district, oldest), "the amount")) {
            amount = row.getLong(1);
        }
        PreparedStatement charge = statements.charge();
        charge.setLong(1, amount);
        charge.setInt(2, warehouse);
        charge.setInt(3, district);
        charge.setInt(4, customer);
        update(charge, "the customer");
    }

    // ---- stock level

    /**
     * Counts the items of the latest twenty orders of a district of which few are left.
     *
     * @param known number that the next order of the district has at least
     * @return number of the next order
     */
    int stockLevel(Request request, int known) throws SQLException, WrongAnswer {
        int next;
        try (ResultSet row = row(set(statements.district(), request.warehouse, request.district), "the district")) {
            next = row.getInt(1);
        }
        WrongAnswer.unless(next >= known, "the number of the next order is that of an earlier one");
        PreparedStatement query = set(statements.low(), request.warehouse, request.district);
        query.setInt(3, next - 20);
        query.setInt(4, next);
        query.setInt(5, request.threshold);
        try (ResultSet row = row(query, "the count")) {
            int count = row.getInt(1);
            WrongAnswer.unless(count >= 0 && count <= 20 * Scale.MOST_LINES, "the count is " + count);
        }
        connection.commit();
        return next;
    }
}
