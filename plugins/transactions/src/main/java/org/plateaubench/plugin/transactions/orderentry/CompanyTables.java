// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plateaubench.process.database.Database;
import org.plateaubench.process.database.RowWriter;
import org.plateaubench.process.database.Table;
import org.plateaubench.process.database.TableSet;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;

/** The nine tables of the company, and their loaded rows. Amounts are in cents, rates in units of 0.01 %. */
final class CompanyTables implements TableSet {
    static final String NAME = "orderentry";

    private static final String LOADED = "2026-01-01 00:00:00";
    private static final int ROWS_PER_PART = 10_000;
    private static final int MEAN_LINES = 10;

    private static final Table WAREHOUSE = new Table("warehouse", "w_id", """
            w_id INTEGER, w_name VARCHAR(10), w_street_1 VARCHAR(20), w_street_2 VARCHAR(20), w_city VARCHAR(20),
            w_state CHAR(2), w_zip CHAR(9), w_tax INTEGER, w_ytd BIGINT""");
    private static final Table DISTRICT = new Table("district", "d_w_id, d_id", """
            d_w_id INTEGER, d_id INTEGER, d_name VARCHAR(10), d_street_1 VARCHAR(20), d_street_2 VARCHAR(20),
            d_city VARCHAR(20), d_state CHAR(2), d_zip CHAR(9), d_tax INTEGER, d_ytd BIGINT, d_next_o_id INTEGER""");
    private static final Table CUSTOMER = new Table("customer", "c_w_id, c_d_id, c_id", """
            c_w_id INTEGER, c_d_id INTEGER, c_id INTEGER, c_first VARCHAR(16), c_middle CHAR(2), c_last VARCHAR(16),
            c_street_1 VARCHAR(20), c_street_2 VARCHAR(20), c_city VARCHAR(20), c_state CHAR(2), c_zip CHAR(9),
            c_phone CHAR(16), c_since TIMESTAMP, c_credit CHAR(2), c_credit_lim BIGINT, c_discount INTEGER,
            c_balance BIGINT, c_ytd_payment BIGINT, c_payment_cnt INTEGER, c_delivery_cnt INTEGER,
            c_data VARCHAR(500)""");
    private static final Table HISTORY = new Table("history", "", """
            h_c_id INTEGER, h_c_d_id INTEGER, h_c_w_id INTEGER, h_d_id INTEGER, h_w_id INTEGER, h_date TIMESTAMP,
            h_amount BIGINT, h_data VARCHAR(24)""");
    private static final Table NEW_ORDER =
            new Table("new_order", "no_w_id, no_d_id, no_o_id", "no_w_id INTEGER, no_d_id INTEGER, no_o_id INTEGER");
    private static final Table ORDERS = new Table("orders", "o_w_id, o_d_id, o_id", """
            o_w_id INTEGER, o_d_id INTEGER, o_id INTEGER, o_c_id INTEGER, o_entry_d TIMESTAMP, o_carrier_id INTEGER,
            o_ol_cnt INTEGER, o_all_local INTEGER""");
    private static final Table ORDER_LINE = new Table("order_line", "ol_w_id, ol_d_id, ol_o_id, ol_number", """
            ol_w_id INTEGER, ol_d_id INTEGER, ol_o_id INTEGER, ol_number INTEGER, ol_i_id INTEGER,
            ol_supply_w_id INTEGER, ol_delivery_d TIMESTAMP, ol_quantity INTEGER, ol_amount BIGINT,
            ol_dist_info CHAR(24)""");
    private static final Table ITEM = new Table(
            "item", "i_id", "i_id INTEGER, i_im_id INTEGER, i_name VARCHAR(24), i_price BIGINT, i_data VARCHAR(50)");
    private static final Table STOCK = new Table(
            "stock",
            "s_w_id, s_i_id",
            "s_w_id INTEGER, s_i_id INTEGER, s_quantity INTEGER, "
                    + IntStream.rangeClosed(1, Scale.DISTRICTS)
                            .mapToObj(district -> Statements.districtColumn(district) + " CHAR(24), ")
                            .collect(Collectors.joining())
                    + "s_ytd BIGINT, s_order_cnt INTEGER, s_remote_cnt INTEGER, s_data VARCHAR(50)");

    private final Company company;
    private final Scale scale;

    CompanyTables(Company company) {
        this.company = company;
        scale = company.scale();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Map<String, Object> scale() {
        return Map.of(
                "warehouses", scale.warehouses(), "size", scale.size().name().toLowerCase(Locale.ROOT));
    }

    @Override
    public List<Table> tables() {
        return List.of(ITEM, WAREHOUSE, STOCK, DISTRICT, CUSTOMER, HISTORY, ORDERS, NEW_ORDER, ORDER_LINE);
    }

    @Override
    public List<String> indexes(Connection connection, Database database) {
        return List.of(
                "CREATE INDEX IF NOT EXISTS ix_customer_name ON customer (c_w_id, c_d_id, c_last, c_first)",
                "CREATE INDEX IF NOT EXISTS ix_orders_customer ON orders (o_w_id, o_d_id, o_c_id, o_id)");
    }

    @Override
    public int statementsPerUser() {
        return Statements.MAX_STATEMENTS;
    }

    private int partsOfItems() {
        return scale.size().items / ROWS_PER_PART;
    }

    @Override
    public List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        addParts(parts, "item", partsOfItems());
        addParts(parts, "stock", scale.warehouses() * partsOfItems());
        addParts(parts, "district", scale.districts());
        return parts;
    }

    private static void addParts(List<Part> parts, String kind, int count) {
        for (int i = 0; i < count; i++) {
            parts.add(new Part(kind, i));
        }
    }

    @Override
    public long rows() {
        return scale.size().items * (1L + scale.warehouses())
                + scale.customers() * (3L + MEAN_LINES)
                + (long) scale.districts() * scale.size().undelivered();
    }

    @Override
    public Map<String, Long> minRows() {
        long items = scale.size().items;
        long customers = scale.customers();
        return Map.of(
                "warehouse", (long) scale.warehouses(),
                "district", (long) scale.districts(),
                "customer", customers,
                "history", customers,
                "orders", customers,
                "item", items,
                "stock", items * scale.warehouses());
    }

    @Override
    public void write(Part part, RowWriter writer) throws SQLException {
        int number = part.number();
        switch (part.kind()) {
            case "item" -> writeItems(writer, number * ROWS_PER_PART + 1);
            case "stock" ->
                writeStock(writer, number / partsOfItems() + 1, number % partsOfItems() * ROWS_PER_PART + 1);
            default -> writeDistrict(writer, number / Scale.DISTRICTS + 1, number % Scale.DISTRICTS + 1);
        }
    }

    private void writeItems(RowWriter writer, int first) throws SQLException {
        for (int item = first; item < first + ROWS_PER_PART; item++) {
            writer.to(ITEM)
                    .put(item, item % ROWS_PER_PART + 1, company.itemName(item))
                    .put(company.itemPrice(item), company.itemData(item));
        }
    }

    private void writeStock(RowWriter writer, int warehouse, int first) throws SQLException {
        for (int item = first; item < first + ROWS_PER_PART; item++) {
            long key = company.stock(warehouse, item);
            RowWriter.Rows rows = writer.to(STOCK).put(warehouse, item, Company.stockQuantity(key));
            for (int district = 1; district <= Scale.DISTRICTS; district++) {
                rows.put(Company.districtText(key, district));
            }
            rows.put(0L, 0, 0, Company.data(key));
        }
    }

    private void writeDistrict(RowWriter writer, int warehouse, int district) throws SQLException {
        int customers = scale.size().customers;
        long paid = customers * Company.PAID_PER_CUSTOMER;
        if (district == 1) {
            long key = company.warehouse(warehouse);
            writer.to(WAREHOUSE)
                    .put(warehouse, Company.name(key))
                    .put(Company.address(key))
                    .put(Company.tax(key), paid * Scale.DISTRICTS);
        }
        long key = company.district(warehouse, district);
        writer.to(DISTRICT)
                .put(warehouse, district, Company.name(key))
                .put(Company.address(key))
                .put(Company.tax(key), paid, customers + 1);
        for (int number = 1; number <= customers; number++) {
            writeCustomer(writer, warehouse, district, number);
            writeOrder(writer, warehouse, district, number);
        }
    }

    private void writeCustomer(RowWriter writer, int warehouse, int district, int customer) throws SQLException {
        long key = company.customer(warehouse, district, customer);
        long paid = Company.PAID_PER_CUSTOMER;
        writer.to(CUSTOMER)
                .put(warehouse, district, customer)
                .put(Company.firstName(key), "OE", company.lastName(warehouse, district, customer))
                .put(Company.address(key))
                .put(Company.text(key, Company.PHONE, 16), LOADED, Company.hasGoodCredit(key) ? "GC" : "BC")
                .put(5_000_000L, Company.discount(key), -paid, paid, 1, 0)
                .put(Company.text(key, Company.DATA, 300, 500));
        writer.to(HISTORY)
                .put(customer, district, warehouse, district, warehouse, LOADED, paid)
                .put(Company.text(key, Company.HISTORY, 12, 24));
    }

    private void writeOrder(RowWriter writer, int warehouse, int district, int order) throws SQLException {
        long key = company.order(warehouse, district, order);
        boolean isNew = order > scale.size().customers - scale.size().undelivered();
        int lines = Company.between(key, Company.LINES, Scale.MIN_LINES, Scale.MAX_LINES);
        writer.to(ORDERS)
                .put(warehouse, district, order, company.customerOfOrder(warehouse, district, order), LOADED)
                .put(isNew ? null : Company.between(key, Company.CARRIER, 1, 10), lines, 1);
        if (isNew) {
            writer.to(NEW_ORDER).put(warehouse, district, order);
        }
        for (int line = 1; line <= lines; line++) {
            long lineKey = company.key('l', key, line);
            int item = Company.between(lineKey, Company.ITEM, 1, scale.size().items);
            long amount = isNew ? Company.between(lineKey, Company.AMOUNT, 1, 999_999) : 0;
            writer.to(ORDER_LINE)
                    .put(warehouse, district, order, line, item, warehouse, isNew ? null : LOADED)
                    .put(5, amount, Company.text(lineKey, Company.DATA, 24));
        }
    }

    @Override
    public Map<String, String> count(Connection connection) throws SQLException {
        return OrderReconciler.totals(connection);
    }

    @Override
    public List<Reconciliation> reconcile(Connection connection, Map<String, String> before, SentTotals sent)
            throws SQLException {
        return new OrderReconciler(connection, scale, before, sent).rows();
    }
}
