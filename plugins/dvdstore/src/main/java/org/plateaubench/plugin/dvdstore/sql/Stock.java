// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.dvdstore.catalog.StoreRows.Line;
import org.plateaubench.plugin.dvdstore.shop.Restock;

/**
 * Takes stock inside the transaction of a purchase, without lost updates: no value is read that another transaction
 * could change before it is written. The common case is one conditional update; only if it finds too little is the row
 * locked and read.
 */
final class Stock {
    private final Restock restock;
    private final PreparedStatement take;
    private final PreparedStatement lock;
    private final PreparedStatement set;
    private final PreparedStatement reorder;
    private int taken;
    private int added;
    private int reorders;

    Stock(Connection connection, Restock restock) throws SQLException {
        this.restock = restock;
        take = connection.prepareStatement("UPDATE inventory SET quan_in_stock = quan_in_stock - ?, sales = sales + ?"
                + " WHERE prod_id = ? AND quan_in_stock >= ?");
        lock = connection.prepareStatement("SELECT quan_in_stock FROM inventory WHERE prod_id = ? FOR UPDATE");
        set = connection.prepareStatement(
                "UPDATE inventory SET quan_in_stock = ?, sales = sales + ? WHERE prod_id = ?");
        reorder = connection.prepareStatement(
                "INSERT INTO reorder (prod_id, date_low, quan_low, quan_reordered) VALUES (?, CURRENT_DATE, ?, ?)");
    }

    /** Resets the counts of earlier transactions. */
    void begin() {
        taken = 0;
        added = 0;
        reorders = 0;
    }

    /** Returns the units taken from the stock since {@link #begin}. */
    int taken() {
        return taken;
    }

    /** Returns the units by which refills raised the stock since {@link #begin}. */
    int added() {
        return added;
    }

    /** Returns the reorders written since {@link #begin}. */
    int reorders() {
        return reorders;
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
                throw new SQLException("product " + product + " is not in the inventory");
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
