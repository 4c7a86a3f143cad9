// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.plateaubench.plugin.dvdstore.shop.PurchaseResult;
import org.plateaubench.plugin.dvdstore.shop.Request.Purchase;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Line;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Money;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;
import org.plateaubench.process.database.SqlFailure;

/**
 * The transaction of a purchase as a stored procedure: one call instead of a statement for each line and each kind of
 * row. Not thread-safe.
 */
final class Procedures {
    static final String PURCHASE = "plateau_purchase";

    /** SQLSTATE of the error with which the procedure rolls back a purchase for lack of stock. */
    private static final String OUT_OF_STOCK = "45001";

    private static final int TARGET = Restock.target(1);
    private static final int HOT_TARGET = Restock.target(StoreSize.HOT_EVERY);

    private static final String TAKE = "UPDATE inventory SET quan_in_stock = quan_in_stock - quantity,"
            + " sales = sales + quantity WHERE prod_id = item AND quan_in_stock >= quantity + minimum;";
    private static final String SET =
            "UPDATE inventory SET quan_in_stock = remaining, sales = sales + quantity WHERE prod_id = item;";
    private static final String ORDER = "INSERT INTO orders (orderdate, customerid, netamount, tax, totalamount)"
            + " VALUES (CURRENT_DATE, customer, net, tax, net + tax)";
    private static final String ROWS = "INSERT INTO orderlines (orderlineid, orderid, prod_id, quantity, orderdate)"
            + " VALUES (line, new_order, item, quantity, CURRENT_DATE);"
            + " INSERT INTO cust_hist (customerid, orderid, prod_id) VALUES (customer, new_order, item);";
    private static final String REORDER = "INSERT INTO reorder (prod_id, date_low, quan_low, quan_reordered)"
            + " VALUES (item, CURRENT_DATE, stock - quantity, ordered);";
    private static final String REFILLED =
            "CASE WHEN item % " + StoreSize.HOT_EVERY + " = 0 THEN " + HOT_TARGET + " ELSE " + TARGET + " END";

    private final PreparedStatement call;
    private final String restock;

    Procedures(Connection connection, Dialect dialect, StoreSettings settings) throws SQLException {
        call = connection.prepareStatement(settings.store().sql(dialect.purchaseCall()));
        restock = settings.restock().name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the statements for one line. Both servers accept them except for the given parts.
     *
     * @param elseIf keyword of another branch
     * @param assign puts a value into a variable: {@code %s} is the variable, then the value
     */
    private static String line(String elseIf, String assign, String signal, String taken) {
        return TAKE + " IF " + taken + " = 1 THEN " + String.format(assign, "took", "took + quantity") + " ELSE"
                + " IF restock = 'none' THEN " + signal + " END IF;"
                + " SELECT quan_in_stock INTO stock FROM inventory WHERE prod_id = item FOR UPDATE;"
                + " IF stock < quantity THEN " + signal
                + " " + elseIf + " stock - quantity >= " + Restock.FLOOR + " THEN "
                + String.format(assign, "remaining", "stock - quantity")
                + String.format(assign, "took", "took + quantity") + SET
                + " " + elseIf + " restock = 'hold' THEN "
                + String.format(assign, "remaining", "stock") + String.format(assign, "ordered", "NULL")
                + String.format(assign, "reorders", "reorders + 1") + SET + REORDER
                + " ELSE " + String.format(assign, "remaining", REFILLED)
                + String.format(assign, "ordered", "remaining - stock + quantity")
                + String.format(assign, "took", "took + quantity")
                + String.format(assign, "refilled", "refilled + ordered")
                + String.format(assign, "reorders", "reorders + 1") + SET + REORDER + " END IF; END IF; " + ROWS;
    }

    /**
     * Returns the statement that creates the function on PostgreSQL, where an error rolls back the calling statement.
     */
    static String forPostgres() {
        return "CREATE OR REPLACE FUNCTION " + PURCHASE + "(customer INTEGER, net NUMERIC, tax NUMERIC, items TEXT,"
                + " quantities TEXT, restock TEXT, OUT new_order INTEGER, OUT took INTEGER, OUT refilled INTEGER,"
                + " OUT reorders INTEGER) LANGUAGE plpgsql AS $$"
                + " DECLARE line INTEGER; item INTEGER; quantity INTEGER; stock INTEGER; remaining INTEGER;"
                + " ordered INTEGER; changed INTEGER; minimum INTEGER := CASE WHEN restock = 'none' THEN 0 ELSE "
                + Restock.FLOOR + " END;"
                + " BEGIN took := 0; refilled := 0; reorders := 0; " + ORDER + " RETURNING orderid INTO new_order;"
                + " FOR line, item, quantity IN SELECT n, i::INTEGER, q::INTEGER FROM unnest(string_to_array(items, ','),"
                + " string_to_array(quantities, ',')) WITH ORDINALITY AS cart(i, q, n) LOOP "
                + line(
                                "ELSIF",
                                "%s := %s; ",
                                "RAISE EXCEPTION 'out of stock' USING ERRCODE = '" + OUT_OF_STOCK + "';",
                                "changed")
                        .replace(TAKE, TAKE + " GET DIAGNOSTICS changed = ROW_COUNT;")
                + " END LOOP; END $$";
    }

    /** Returns the statement that creates the procedure on MariaDB, which has its own transaction. */
    static String forMaria() {
        String part = "CAST(SUBSTRING_INDEX(SUBSTRING_INDEX(%s, ',', line), ',', -1) AS SIGNED)";
        return "CREATE OR REPLACE PROCEDURE " + PURCHASE + "(IN customer INTEGER, IN net NUMERIC(12, 2),"
                + " IN tax NUMERIC(12, 2), IN items VARCHAR(200), IN quantities VARCHAR(200), IN restock VARCHAR(10))"
                + " BEGIN DECLARE new_order, line, item, quantity, stock, remaining, ordered INTEGER;"
                + " DECLARE took, refilled, reorders INTEGER DEFAULT 0;"
                + " DECLARE minimum INTEGER DEFAULT CASE WHEN restock = 'none' THEN 0 ELSE " + Restock.FLOOR + " END;"
                + " DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN ROLLBACK; RESIGNAL; END;"
                + " START TRANSACTION; " + ORDER + "; SET new_order = LAST_INSERT_ID(); SET line = 1;"
                + " WHILE line <= 1 + LENGTH(items) - LENGTH(REPLACE(items, ',', '')) DO"
                + " SET item = " + String.format(part, "items") + "; SET quantity = "
                + String.format(part, "quantities")
                + "; "
                + line("ELSEIF", "SET %s = %s; ", "SIGNAL SQLSTATE '" + OUT_OF_STOCK + "';", "ROW_COUNT()")
                + " SET line = line + 1; END WHILE; COMMIT;"
                + " SELECT new_order, took, refilled, reorders; END";
    }

    /** Executes a purchase; see {@link PurchaseTransaction#run}. */
    PurchaseResult run(long customer, Purchase purchase, long netCents) throws SQLException {
        call.setInt(1, Math.toIntExact(customer));
        call.setBigDecimal(2, Money.decimal(netCents));
        call.setBigDecimal(3, Money.decimal(Money.taxCents(netCents)));
        call.setString(4, joined(purchase.lines().stream().map(Line::product).toList()));
        call.setString(5, joined(purchase.lines().stream().map(Line::quantity).toList()));
        call.setString(6, restock);
        try (ResultSet answer = call.executeQuery()) {
            answer.next();
            return result(
                    PurchaseResult.Status.COMMITTED,
                    purchase,
                    answer.getInt(2),
                    answer.getInt(3),
                    answer.getInt(4),
                    answer.getLong(1),
                    netCents);
        } catch (SQLException e) {
            if (OUT_OF_STOCK.equals(e.getSQLState())) {
                return PurchaseResult.outOfStock(netCents);
            }
            if (SqlFailure.of(e) != SqlFailure.CONNECTION_LOST) {
                throw e;
            }
            int lines = purchase.lines().size();
            return result(
                    PurchaseResult.Status.UNCERTAIN,
                    purchase,
                    purchase.quantity(),
                    lines * HOT_TARGET,
                    lines,
                    0,
                    netCents);
        }
    }

    private static PurchaseResult result(
            PurchaseResult.Status status,
            Purchase purchase,
            int taken,
            int added,
            int reorders,
            long order,
            long netCents) {
        return new PurchaseResult(
                status, purchase.lines().size(), purchase.quantity(), taken, added, reorders, order, netCents);
    }

    private static String joined(List<Integer> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
