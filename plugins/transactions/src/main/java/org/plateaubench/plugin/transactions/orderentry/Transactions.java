// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import static org.plateaubench.process.database.UserConnection.require;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.plateaubench.plugin.transactions.orderentry.Statements.Sql;
import org.plateaubench.process.database.UserConnection;
import org.plateaubench.process.database.UserConnection.WrongAnswer;

/**
 * The transactions of one connection. All lock the row of a customer before those of district and warehouse, and
 * districts and stock in ascending order, so that they do not deadlock. Used by one thread.
 */
final class Transactions {
    private final Connection connection;
    private final Company company;
    private final Statements statements;
    private final int[] namesakes;

    int order;

    int delivered;

    /** The result of a transaction without a failure. */
    enum Result {
        COMMITTED,
        /** The item of a line does not exist. */
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
        namesakes = new int[company.scale().size().customers];
    }

    Connection connection() {
        return connection;
    }

    private Result commit() throws SQLException {
        return UserConnection.commit(connection) ? Result.COMMITTED : Result.UNCERTAIN;
    }

    private static ResultSet row(PreparedStatement query, String name) throws SQLException, WrongAnswer {
        ResultSet row = query.executeQuery();
        require(row.next(), name + " is missing");
        return row;
    }

    private static void update(PreparedStatement update, String name) throws SQLException, WrongAnswer {
        require(update.executeUpdate() == 1, name + " is missing");
    }

    /** Reads further columns, as a terminal would to show them. */
    private static void readColumns(ResultSet row, int from, int to) throws SQLException {
        for (int column = from; column <= to; column++) {
            row.getString(column);
        }
    }

    /** Enters an order, whose number must be {@code minOrder} or greater. */
    Result newOrder(Request request, int minOrder) throws SQLException, WrongAnswer {
        PreparedStatement take = statements.of(Sql.TAKE_STOCK);
        PreparedStatement insertLine = statements.of(Sql.INSERT_LINE);
        // A failed transaction may have left lines in the batches.
        take.clearBatch();
        insertLine.clearBatch();
        int warehouse = request.warehouse;
        int district = request.district;
        try (ResultSet row = row(statements.of(Sql.BUYER, warehouse, district, request.customer), "the customer")) {
            String expected = company.lastName(warehouse, district, request.customer);
            require(expected.equals(row.getString(1)), "the customer is not the requested one");
            readColumns(row, 2, 4);
        }
        update(statements.of(Sql.INCREMENT_NUMBER, warehouse, district), "the district");
        try (ResultSet row = row(statements.of(Sql.NEXT_NUMBER, warehouse, district), "the district")) {
            order = row.getInt(1) - 1;
            row.getInt(2);
        }
        require(order >= minOrder, "the number of the order is not greater than an earlier one");
        PreparedStatement insert = statements.of(Sql.INSERT_ORDER, warehouse, district, order);
        insert.setInt(4, request.customer);
        insert.setInt(5, request.lineCount);
        insert.setInt(6, request.remoteLines() == 0 ? 1 : 0);
        insert.executeUpdate();
        statements.of(Sql.INSERT_NEW_ORDER, warehouse, district, order).executeUpdate();
        for (int line = 0; line < request.lineCount; line++) {
            long price = price(request, line);
            if (price == 0) {
                connection.rollback();
                return Result.UNUSED_ITEM;
            }
            addLine(request, line, price, take, insertLine);
        }
        for (int changed : take.executeBatch()) {
            require(changed == 1 || changed == PreparedStatement.SUCCESS_NO_INFO, "a row of the stock is missing");
        }
        insertLine.executeBatch();
        return commit();
    }

    /** Returns the price of the item of a line; 0 if it is unused. */
    private long price(Request request, int line) throws SQLException, WrongAnswer {
        int item = request.item(line);
        PreparedStatement query = statements.of(Sql.ITEM);
        query.setInt(1, item);
        try (ResultSet row = query.executeQuery()) {
            if (!row.next()) {
                require(request.isRolledBack && line == request.lineCount - 1, "the item is missing");
                return 0;
            }
            long price = row.getLong(1);
            require(price == company.itemPrice(item), "the item is not the requested one");
            readColumns(row, 2, 3);
            return price;
        }
    }

    private void addLine(Request request, int line, long price, PreparedStatement take, PreparedStatement insert)
            throws SQLException, WrongAnswer {
        int item = request.item(line);
        int units = request.units(line);
        int supplier = request.supplier(line);
        String text;
        try (ResultSet row = row(statements.stock(request.district, supplier, item), "the row of the stock")) {
            text = String.valueOf(row.getString(1));
            require(
                    Company.isDistrictText(text, company.stock(supplier, item), request.district),
                    "the row of the stock is not the requested one");
            row.getInt(2);
            row.getString(3);
        }
        take.setInt(1, units);
        take.setInt(2, units);
        take.setInt(3, units);
        take.setInt(4, units);
        take.setInt(5, supplier == request.warehouse ? 0 : 1);
        take.setInt(6, supplier);
        take.setInt(7, item);
        take.addBatch();
        insert.setInt(1, request.warehouse);
        insert.setInt(2, request.district);
        insert.setInt(3, order);
        insert.setInt(4, line + 1);
        insert.setInt(5, item);
        insert.setInt(6, supplier);
        insert.setInt(7, units);
        insert.setLong(8, units * price);
        insert.setString(9, text);
        insert.addBatch();
    }

    Result payment(Request request) throws SQLException, WrongAnswer {
        int customer = customer(request);
        boolean hasGoodCredit = readCustomer(request, customer);
        PreparedStatement pay = statements.of(hasGoodCredit ? Sql.PAY : Sql.PAY_WITH_NOTE);
        pay.setLong(1, request.amount);
        pay.setLong(2, request.amount);
        int next = 3;
        if (!hasGoodCredit) {
            pay.setString(
                    next++, customer + " " + request.district + " " + request.warehouse + " " + request.amount + ";");
        }
        pay.setInt(next++, request.customerWarehouse);
        pay.setInt(next++, request.customerDistrict);
        pay.setInt(next, customer);
        update(pay, "the customer");
        PreparedStatement receive = statements.of(Sql.PAY_DISTRICT);
        receive.setLong(1, request.amount);
        receive.setInt(2, request.warehouse);
        receive.setInt(3, request.district);
        update(receive, "the district");
        readAddress(
                statements.of(Sql.DISTRICT, request.warehouse, request.district),
                company.district(request.warehouse, request.district));
        receive = statements.of(Sql.PAY_WAREHOUSE);
        receive.setLong(1, request.amount);
        receive.setInt(2, request.warehouse);
        update(receive, "the warehouse");
        PreparedStatement address = statements.of(Sql.WAREHOUSE);
        address.setInt(1, request.warehouse);
        readAddress(address, company.warehouse(request.warehouse));
        PreparedStatement insert =
                statements.of(Sql.INSERT_HISTORY, customer, request.customerDistrict, request.customerWarehouse);
        insert.setInt(4, request.district);
        insert.setInt(5, request.warehouse);
        insert.setLong(6, request.amount);
        insert.executeUpdate();
        return commit();
    }

    private static void readAddress(PreparedStatement query, long key) throws SQLException, WrongAnswer {
        try (ResultSet row = row(query, "the address")) {
            require(Company.isName(String.valueOf(row.getString(1)), key), "the address is not the requested one");
            readColumns(row, 2, 6);
        }
    }

    /** Returns the number of the customer; of several with the same last name, the middle one by first name. */
    private int customer(Request request) throws SQLException, WrongAnswer {
        if (request.customer != 0) {
            return request.customer;
        }
        PreparedStatement query = statements.of(Sql.NAMESAKES, request.customerWarehouse, request.customerDistrict);
        query.setString(3, company.lastName(request.lastName));
        int count = 0;
        try (ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                namesakes[count++] = rows.getInt(1);
            }
        }
        require(count > 0, "no customer has the last name");
        return namesakes[(count + 1) / 2 - 1];
    }

    /** Reads a customer, and returns whether the credit is good. */
    private boolean readCustomer(Request request, int customer) throws SQLException, WrongAnswer {
        int warehouse = request.customerWarehouse;
        int district = request.customerDistrict;
        try (ResultSet row = row(statements.of(Sql.CUSTOMER, warehouse, district, customer), "the customer")) {
            String expected = request.customer == 0
                    ? company.lastName(request.lastName)
                    : company.lastName(warehouse, district, customer);
            require(expected.equals(row.getString(1)), "the customer is not the requested one");
            readColumns(row, 3, 13);
            return "GC".equals(row.getString(2));
        }
    }

    Result orderStatus(Request request) throws SQLException, WrongAnswer {
        int customer = customer(request);
        readCustomer(request, customer);
        int warehouse = request.customerWarehouse;
        int district = request.customerDistrict;
        int latest;
        int lines;
        try (ResultSet row = row(statements.of(Sql.LATEST_ORDER, warehouse, district, customer), "the latest order")) {
            latest = row.getInt(1);
            lines = row.getInt(2);
            readColumns(row, 3, 4);
        }
        int found = 0;
        try (ResultSet rows =
                statements.of(Sql.LINES, warehouse, district, latest).executeQuery()) {
            while (rows.next()) {
                found++;
                readColumns(rows, 1, 5);
            }
        }
        require(found == lines, "the order has " + found + " lines instead of " + lines);
        connection.commit();
        return Result.COMMITTED;
    }

    Result deliver(int warehouse, int carrier) throws SQLException, WrongAnswer {
        delivered = 0;
        for (int district = 1; district <= Scale.DISTRICTS; district++) {
            int oldest = takeOldest(warehouse, district);
            if (oldest != 0) {
                deliver(warehouse, district, oldest, carrier);
                delivered++;
            }
        }
        return commit();
    }

    /** Removes the oldest new order of a district and returns its number; 0 if there is none. */
    private int takeOldest(int warehouse, int district) throws SQLException {
        while (true) {
            int oldest;
            try (ResultSet row = statements.of(Sql.OLDEST, warehouse, district).executeQuery()) {
                if (!row.next()) {
                    return 0;
                }
                oldest = row.getInt(1);
            }
            if (statements.of(Sql.DELETE_NEW_ORDER, warehouse, district, oldest).executeUpdate() == 1) {
                return oldest;
            }
        }
    }

    private void deliver(int warehouse, int district, int oldest, int carrier) throws SQLException, WrongAnswer {
        int customer;
        try (ResultSet row = row(statements.of(Sql.CUSTOMER_OF_ORDER, warehouse, district, oldest), "the order")) {
            customer = row.getInt(1);
        }
        PreparedStatement carry = statements.of(Sql.SET_CARRIER, carrier, warehouse, district);
        carry.setInt(4, oldest);
        update(carry, "the order");
        int lines =
                statements.of(Sql.SET_DELIVERED, warehouse, district, oldest).executeUpdate();
        require(lines >= Scale.MIN_LINES, "the order has " + lines + " lines");
        long amount;
        try (ResultSet row = row(statements.of(Sql.AMOUNT, warehouse, district, oldest), "the amount")) {
            amount = row.getLong(1);
        }
        PreparedStatement charge = statements.of(Sql.CHARGE);
        charge.setLong(1, amount);
        charge.setInt(2, warehouse);
        charge.setInt(3, district);
        charge.setInt(4, customer);
        update(charge, "the customer");
    }

    /**
     * Counts the items of the latest twenty orders of a district that are low in stock. The number of the next order
     * must be {@code minNext} or greater.
     *
     * @return number of the next order
     */
    int stockLevel(Request request, int minNext) throws SQLException, WrongAnswer {
        int next;
        try (ResultSet row = row(statements.of(Sql.NEXT_NUMBER, request.warehouse, request.district), "the district")) {
            next = row.getInt(1);
        }
        require(next >= minNext, "the number of the next order is not greater than an earlier one");
        PreparedStatement query = statements.of(Sql.LOW_STOCK, request.warehouse, request.district, next - 20);
        query.setInt(4, next);
        query.setInt(5, request.threshold);
        try (ResultSet row = row(query, "the count")) {
            int count = row.getInt(1);
            require(count <= 20 * Scale.MAX_LINES, "the count is " + count);
        }
        connection.commit();
        return next;
    }
}
