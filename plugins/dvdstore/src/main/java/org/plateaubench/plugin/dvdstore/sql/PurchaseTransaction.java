// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.dvdstore.shop.PurchaseResult;
import org.plateaubench.plugin.dvdstore.shop.Request.Purchase;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.plugin.dvdstore.shop.Shopper;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Line;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Money;
import org.plateaubench.process.database.Connections;
import org.plateaubench.process.database.SqlFailure;

/**
 * A purchase: the price query, then one transaction of order, stock line by line, order lines and history. A line that
 * is out of stock rolls the transaction back immediately.
 */
public final class PurchaseTransaction {
    private final Connection connection;
    private final StoreNumber store;
    private final boolean imitatesOriginal;
    private long pricedCents;
    private final Stock stock;
    private final PreparedStatement insertOrder;
    private final @Nullable PreparedStatement[] prices;
    private final @Nullable PreparedStatement[] insertLines;
    private final @Nullable PreparedStatement[] insertHistory;

    PurchaseTransaction(Connection connection, StoreSettings settings) throws SQLException {
        this.connection = connection;
        this.store = settings.store();
        this.imitatesOriginal = settings.imitatesOriginal();
        stock = new Stock(connection, settings);
        insertOrder = connection.prepareStatement(
                store.sql("INSERT INTO orders (orderdate, customerid, netamount, tax, totalamount)"
                        + " VALUES (CURRENT_DATE, ?, ?, ?, ?)"),
                new String[] {"orderid"});
        prices = byLineCount(
                lines -> "SELECT prod_id, price FROM products WHERE prod_id IN (" + repeated("?", lines) + ")");
        insertLines = byLineCount(
                lines -> "INSERT INTO orderlines (orderlineid, orderid, prod_id, quantity, orderdate) VALUES "
                        + repeated("(?, ?, ?, ?, CURRENT_DATE)", lines));
        insertHistory = byLineCount(
                lines -> "INSERT INTO cust_hist (customerid, orderid, prod_id) VALUES " + repeated("(?, ?, ?)", lines));
    }

    /**
     * Executes a purchase.
     *
     * @throws SQLException when the purchase failed and certainly changed nothing. The connection is then back in
     *     autocommit mode or dropped, as after any other exception.
     */
    PurchaseResult run(long customer, Purchase purchase) throws SQLException {
        long netCents = imitatesOriginal ? pricedCents : netCents(purchase.lines());
        try {
            connection.setAutoCommit(false);
            PurchaseResult result = execute(customer, purchase, netCents);
            endTransaction();
            return result;
        } catch (SQLException | RuntimeException e) {
            rollBackAfter(e);
            throw e;
        }
    }

    /** The outcome of the purchase is already known: a failure here only closes the connection. */
    private void endTransaction() {
        try {
            connection.setAutoCommit(true);
        } catch (SQLException | RuntimeException e) {
            Connections.drop(connection);
        }
    }

    private PurchaseResult execute(long customer, Purchase purchase, long netCents) throws SQLException {
        stock.reset();
        long order = addOrder(customer, netCents);
        List<Line> cart = purchase.lines();
        for (int i = 0; i < cart.size(); i++) {
            if (imitatesOriginal ? !stock.overwrite(cart.get(i)) : !stock.sell(cart.get(i))) {
                connection.rollback();
                return PurchaseResult.outOfStock(netCents);
            }
            if (imitatesOriginal) {
                addLines(order, i, cart.subList(i, i + 1));
                addHistory(customer, order, cart.subList(i, i + 1));
            }
        }
        if (!imitatesOriginal) {
            addLines(order, 0, cart);
            addHistory(customer, order, cart);
        }
        try {
            connection.commit();
        } catch (SQLException e) {
            if (SqlFailure.of(e).rollsBackCommit()) {
                throw e;
            }
            return result(PurchaseResult.Status.UNCERTAIN, purchase, order, netCents);
        } catch (RuntimeException e) {
            return result(PurchaseResult.Status.UNCERTAIN, purchase, order, netCents);
        }
        return result(PurchaseResult.Status.COMMITTED, purchase, order, netCents);
    }

    private PurchaseResult result(PurchaseResult.Status status, Purchase purchase, long order, long netCents) {
        return new PurchaseResult(
                status,
                purchase.lines().size(),
                purchase.quantity(),
                stock.taken,
                stock.added,
                stock.reorders,
                order,
                netCents);
    }

    private void rollBackAfter(Exception failure) {
        try {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException | RuntimeException e) {
            failure.addSuppressed(e);
            // Uncommitted writes of the transaction must never be committed by the next one.
            Connections.drop(connection);
        }
    }

    /** Returns the price of a cart without tax. */
    long netCents(List<Line> lines) throws SQLException {
        PreparedStatement query = Objects.requireNonNull(prices[lines.size()]);
        for (int i = 0; i < lines.size(); i++) {
            query.setInt(i + 1, lines.get(i).product());
        }
        Map<Integer, Long> cents = HashMap.newHashMap(lines.size());
        try (ResultSet found = query.executeQuery()) {
            while (found.next()) {
                cents.put(
                        found.getInt(1),
                        found.getBigDecimal(2).movePointRight(2).longValueExact());
            }
        }
        long net = 0;
        Set<Integer> priced = new HashSet<>();
        for (Line line : lines) {
            if (!priced.add(line.product()) && imitatesOriginal) {
                // The original prices only the first of several lines with a product.
                continue;
            }
            Long price = cents.get(line.product());
            if (price == null) {
                throw new SQLException("product " + line.product() + " has no price");
            }
            net += price * line.quantity();
        }
        pricedCents = net;
        return net;
    }

    private long addOrder(long customer, long netCents) throws SQLException {
        long taxCents = Money.taxCents(netCents);
        insertOrder.setLong(1, customer);
        insertOrder.setBigDecimal(2, Money.decimal(netCents));
        insertOrder.setBigDecimal(3, Money.decimal(taxCents));
        insertOrder.setBigDecimal(4, Money.decimal(netCents + taxCents));
        insertOrder.executeUpdate();
        return generatedKey(insertOrder);
    }

    static long generatedKey(PreparedStatement insert) throws SQLException {
        try (ResultSet keys = insert.getGeneratedKeys()) {
            if (!keys.next()) {
                throw new SQLException("the insert returned no key");
            }
            return keys.getLong(1);
        }
    }

    private void addLines(long order, int offset, List<Line> lines) throws SQLException {
        PreparedStatement insert = Objects.requireNonNull(insertLines[lines.size()]);
        int parameter = 1;
        for (int i = 0; i < lines.size(); i++) {
            insert.setInt(parameter++, offset + i + 1);
            insert.setLong(parameter++, order);
            insert.setInt(parameter++, lines.get(i).product());
            insert.setInt(parameter++, lines.get(i).quantity());
        }
        insert.executeUpdate();
    }

    private void addHistory(long customer, long order, List<Line> lines) throws SQLException {
        PreparedStatement insert = Objects.requireNonNull(insertHistory[lines.size()]);
        int parameter = 1;
        for (Line line : lines) {
            insert.setLong(parameter++, customer);
            insert.setLong(parameter++, order);
            insert.setInt(parameter++, line.product());
        }
        insert.executeUpdate();
    }

    private static String repeated(String part, int times) {
        return String.join(", ", Collections.nCopies(times, part));
    }

    /** Returns a statement for each number of lines; element 0 is not used. */
    private @Nullable PreparedStatement[] byLineCount(IntFunction<String> sql) throws SQLException {
        @Nullable PreparedStatement[] statements = new PreparedStatement[Shopper.MAX_CART_LINES + 1];
        for (int lines = 1; lines <= Shopper.MAX_CART_LINES; lines++) {
            statements[lines] = connection.prepareStatement(store.sql(sql.apply(lines)));
        }
        return statements;
    }

    /**
     * Takes stock inside the transaction of a purchase, without lost updates: no value is read that another transaction
     * could change before it is written. The common case is one conditional update; only if it finds too little is the
     * row locked and read.
     */
    static final class Stock {
        private final Restock restock;
        private final PreparedStatement take;
        private final PreparedStatement lock;
        private final PreparedStatement set;
        private final PreparedStatement reorder;
        private final PreparedStatement read;
        private final PreparedStatement write;
        private int taken;
        private int added;
        private int reorders;

        Stock(Connection connection, StoreSettings settings) throws SQLException {
            this.restock = settings.restock();
            StoreNumber store = settings.store();
            take = connection.prepareStatement(
                    store.sql("UPDATE inventory SET quan_in_stock = quan_in_stock - ?, sales = sales + ?"
                            + " WHERE prod_id = ? AND quan_in_stock >= ?"));
            lock = connection.prepareStatement(
                    store.sql("SELECT quan_in_stock FROM inventory WHERE prod_id = ? FOR UPDATE"));
            set = connection.prepareStatement(
                    store.sql("UPDATE inventory SET quan_in_stock = ?, sales = sales + ? WHERE prod_id = ?"));
            read = connection.prepareStatement(
                    store.sql("SELECT quan_in_stock, sales FROM inventory WHERE prod_id = ?"));
            write = connection.prepareStatement(
                    store.sql("UPDATE inventory SET quan_in_stock = ?, sales = ? WHERE prod_id = ?"));
            reorder = connection.prepareStatement(
                    store.sql(
                            "INSERT INTO reorder (prod_id, date_low, quan_low, quan_reordered) VALUES (?, CURRENT_DATE, ?, ?)"));
        }

        /** Resets the counts of earlier transactions. */
        void reset() {
            taken = 0;
            added = 0;
            reorders = 0;
        }

        /** Sells a line; returns false when the product is not available in that quantity. */
        boolean sell(Line line) throws SQLException {
            int quantity = line.quantity();
            take.setInt(1, quantity);
            take.setInt(2, quantity);
            take.setInt(3, line.product());
            take.setInt(4, quantity + restock.floor());
            if (take.executeUpdate() == 1) {
                taken += quantity;
                return true;
            }
            return restock != Restock.NONE && sellLast(line);
        }

        /**
         * Reads the stock and writes it back, as the original does: another transaction may have changed it meanwhile.
         */
        boolean overwrite(Line line) throws SQLException {
            read.setInt(1, line.product());
            int after;
            int sales;
            try (ResultSet found = read.executeQuery()) {
                if (!found.next()) {
                    throw missing(line.product());
                }
                after = found.getInt(1) - line.quantity();
                sales = found.getInt(2) + line.quantity();
            }
            if (after < 0) {
                return false;
            }
            write.setInt(1, after);
            write.setInt(2, sales);
            write.setInt(3, line.product());
            write.executeUpdate();
            taken += line.quantity();
            return true;
        }

        private static SQLException missing(int product) {
            return new SQLException("product " + product + " is not in the inventory");
        }

        private boolean sellLast(Line line) throws SQLException {
            int before = lockedStock(line.product());
            int after = before - line.quantity();
            if (after < 0) {
                return false;
            }
            if (after >= Restock.FLOOR) {
                // Another transaction refilled it between the update and the lock.
                taken += line.quantity();
                set(line, after);
            } else if (restock == Restock.HOLD) {
                set(line, before);
                reorder(line, after, null);
            } else {
                int target = Restock.target(line.product());
                taken += line.quantity();
                added += target - after;
                set(line, target);
                reorder(line, after, target - after);
            }
            return true;
        }

        private int lockedStock(int product) throws SQLException {
            lock.setInt(1, product);
            try (ResultSet found = lock.executeQuery()) {
                if (!found.next()) {
                    throw missing(product);
                }
                return found.getInt(1);
            }
        }

        private void set(Line line, int stock) throws SQLException {
            set.setInt(1, stock);
            set.setInt(2, line.quantity());
            set.setInt(3, line.product());
            set.executeUpdate();
        }

        private void reorder(Line line, int low, @Nullable Integer ordered) throws SQLException {
            reorders++;
            reorder.setInt(1, line.product());
            reorder.setInt(2, low);
            reorder.setObject(3, ordered, java.sql.Types.INTEGER);
            reorder.executeUpdate();
        }
    }
}
