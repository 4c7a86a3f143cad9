// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.plugin.transactions.database.Database;
import org.plateaubench.plugin.transactions.database.RowWriter;
import org.plateaubench.plugin.transactions.database.Table;
import org.plateaubench.plugin.transactions.database.TableSet;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;

/** The nine tables of the company, and their loaded rows. */
final class CompanyTables implements TableSet {
    static final String NAME = "orderentry";

    private static final String LOADED = "2026-01-01 00:00:00";
    private static final int ROWS_PER_PART = 10_000;
    private static final int MEAN_LINES = 10;

    private static final Table WAREHOUSE = new Table(
            "warehouse",
            List.of(
                    "w_id INTEGER",
                    "w_name VARCHAR(10)",
                    "w_street_1 VARCHAR(20)",
                    "w_street_2 VARCHAR(20)",
                    "w_city VARCHAR(20)",
                    "w_state CHAR(2)",
                    "w_zip CHAR(9)",
                    "w_tax INTEGER",
                    "w_ytd BIGINT"),
            "w_id");
    private static final Table DISTRICT = new Table(
            "district",
            List.of(
                    "d_w_id INTEGER",
                    "d_id INTEGER",
                    "d_name VARCHAR(10)",
                    "d_street_1 VARCHAR(20)",
                    "d_street_2 VARCHAR(20)",
                    "d_city VARCHAR(20)",
                    "d_state CHAR(2)",
                    "d_zip CHAR(9)",
                    "d_tax INTEGER",
                    "d_ytd BIGINT",
                    "d_next_o_id INTEGER"),
            "d_w_id, d_id");
    private static final Table CUSTOMER = new Table(
            "customer",
            List.of(
                    "c_w_id INTEGER",
                    "c_d_id INTEGER",
                    "c_id INTEGER",
                    "c_first VARCHAR(16)",
                    "c_middle CHAR(2)",
                    "c_last VARCHAR(16)",
                    "c_street_1 VARCHAR(20)",
                    "c_street_2 VARCHAR(20)",
                    "c_city VARCHAR(20)",
                    "c_state CHAR(2)",
                    "c_zip CHAR(9)",
                    "c_phone CHAR(16)",
                    "c_since TIMESTAMP",
                    "c_credit CHAR(2)",
                    "c_credit_lim BIGINT",
                    "c_discount INTEGER",
                    "c_balance BIGINT",
                    "c_ytd_payment BIGINT",
                    "c_payment_cnt INTEGER",
                    "c_delivery_cnt INTEGER",
                    "c_data VARCHAR(500)"),
            "c_w_id, c_d_id, c_id");
    private static final Table HISTORY = new Table(
            "history",
            List.of(
                    "h_c_id INTEGER",
                    "h_c_d_id INTEGER",
                    "h_c_w_id INTEGER",
                    "h_d_id INTEGER",
                    "h_w_id INTEGER",
                    "h_date TIMESTAMP",
                    "h_amount BIGINT",
                    "h_data VARCHAR(24)"),
            "");
    private static final Table NEW_ORDER = new Table(
            "new_order", List.of("no_w_id INTEGER", "no_d_id INTEGER", "no_o_id INTEGER"), "no_w_id, no_d_id, no_o_id");
    private static final Table ORDERS = new Table(
            "orders",
            List.of(
                    "o_w_id INTEGER",
                    "o_d_id INTEGER",
                    "o_id INTEGER",
                    "o_c_id INTEGER",
                    "o_entry_d TIMESTAMP",
                    "o_carrier_id INTEGER",
                    "o_ol_cnt INTEGER",
                    "o_all_local INTEGER"),
            "o_w_id, o_d_id, o_id");
    private static final Table ORDER_LINE = new Table(
            "order_line",
            List.of(
                    "ol_w_id INTEGER",
                    "ol_d_id INTEGER",
                    "ol_o_id INTEGER",
                    "ol_number INTEGER",
                    "ol_i_id INTEGER",
                    "ol_supply_w_id INTEGER",
                    "ol_delivery_d TIMESTAMP",
                    "ol_quantity INTEGER",
                    "ol_amount BIGINT",
                    "ol_dist_info CHAR(24)"),
            "ol_w_id, ol_d_id, ol_o_id, ol_number");
    private static final Table ITEM = new Table(
            "item",
            List.of("i_id INTEGER", "i_im_id INTEGER", "i_name VARCHAR(24)", "i_price BIGINT", "i_data VARCHAR(50)"),
            "i_id");
    private static final Table STOCK = new Table("stock", stockColumns(), "s_w_id, s_i_id");

    private final Company company;
    private final Scale scale;

    CompanyTables(Company company) {
        this.company = company;
        scale = company.scale();
    }

    private static List<String> stockColumns() {
        List<String> columns = new ArrayList<>(List.of("s_w_id INTEGER", "s_i_id INTEGER", "s_quantity INTEGER"));
        for (int district = 1; district <= Scale.DISTRICTS; district++) {
            columns.add(districtColumn(district) + " CHAR(24)");
        }
        columns.addAll(List.of("s_ytd BIGINT", "s_order_cnt INTEGER", "s_remote_cnt INTEGER", "s_data VARCHAR(50)"));
        return columns;
    }

    /** Returns the name of the column of the stock that has the text about a district. */
    static String districtColumn(int district) {
        return String.format(Locale.ROOT, "s_dist_%02d", district);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Map<String, Object> scale() {
        return new TreeMap<>(Map.of(
                "warehouses", scale.warehouses(), "size", scale.size().name().toLowerCase(Locale.ROOT)));
    }

    @Override
    public List<Table> tables() {
        return List.of(ITEM, WAREHOUSE, STOCK, DISTRICT, CUSTOMER, HISTORY, ORDERS, NEW_ORDER, ORDER_LINE);
    }

    @Override
    public List<String> indexes(Database database) {
        return List.of(
                "CREATE INDEX IF NOT EXISTS ix_customer_name ON customer (c_w_id, c_d_id, c_last, c_first)",
                "CREATE INDEX IF NOT EXISTS ix_orders_customer ON orders (o_w_id, o_d_id, o_c_id, o_id)");
    }

    @Override
    public List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        int partsOfItems = scale.size().items() / ROWS_PER_PART;
        for (int i = 0; i < partsOfItems; i++) {
            parts.add(new Part("item", i));
        }
        for (int i = 0; i < scale.warehouses() * partsOfItems; i++) {
            parts.add(new Part("stock", i));
        }
        for (int i = 0; i < scale.districts(); i++) {
            parts.add(new Part("district", i));
        }
        return parts;
    }

    @Override
    public long rows() {
        long perCustomer = 3 + MEAN_LINES;
        return scale.size().items() * (1L + scale.warehouses())
                + scale.customers() * perCustomer
                + (long) scale.districts() * scale.size().undelivered();
    }

    @Override
    public Map<String, Long> leastRows() {
        long customers = scale.customers();
        return Map.of(
                "warehouse",
                (long) scale.warehouses(),
                "district",
                (long) scale.districts(),
                "customer",
                customers,
                "history",
                customers,
                "orders",
                customers,
                "item",
                (long) scale.size().items(),
                "stock",
                (long) scale.size().items() * scale.warehouses());
    }

    @Override
    public void write(Part part, RowWriter writer) throws SQLException {
        int partsOfItems = scale.size().items() / ROWS_PER_PART;
        int firstItem = part.number() % partsOfItems * ROWS_PER_PART + 1;
        switch (part.kind()) {
            case "item" -> writeItems(writer, firstItem);
            case "stock" -> writeStock(writer, part.number() / partsOfItems + 1, firstItem);
            default -> writeDistrict(writer, part.number() / Scale.DISTRICTS + 1, part.number() % Scale.DISTRICTS + 1);
        }
    }

    private void writeItems(RowWriter writer, int first) throws SQLException {
        for (int item = first; item < first + ROWS_PER_PART; item++) {
            writer.row(
                    ITEM,
                    item,
                    item % ROWS_PER_PART + 1,
                    company.itemName(item),
                    company.itemPrice(item),
                    company.itemData(item));
        }
    }

    private void writeStock(RowWriter writer, int warehouse, int first) throws SQLException {
        for (int item = first; item < first + ROWS_PER_PART; item++) {
            long key = company.stock(warehouse, item);
            Object[] row = new Object[STOCK.columns().size()];
            row[0] = warehouse;
            row[1] = item;
            row[2] = company.stockQuantity(key);
            int next = 3;
            for (int district = 1; district <= Scale.DISTRICTS; district++) {
                row[next++] = Company.districtText(key, district);
            }
            row[next++] = 0L;
            row[next++] = 0;
            row[next++] = 0;
            row[next] = company.data(key);
            writer.row(STOCK, row);
        }
    }

    private void writeDistrict(RowWriter writer, int warehouse, int district) throws SQLException {
        int customers = scale.size().customers();
        long paid = customers * Company.PAID_PER_CUSTOMER;
        if (district == 1) {
            long key = company.warehouse(warehouse);
            writer.row(
                    WAREHOUSE,
                    warehouse,
                    Company.name(key),
                    Company.street(key, 1),
                    Company.street(key, 2),
                    Company.street(key, 3),
                    "PL",
                    Company.zip(key),
                    Company.tax(key),
                    paid * Scale.DISTRICTS);
        }
        long key = company.district(warehouse, district);
        writer.row(
                DISTRICT,
                warehouse,
                district,
                Company.name(key),
                Company.street(key, 1),
                Company.street(key, 2),
                Company.street(key, 3),
                "PL",
                Company.zip(key),
                Company.tax(key),
                paid,
                customers + 1);
        for (int customer = 1; customer <= customers; customer++) {
            writeCustomer(writer, warehouse, district, customer);
        }
        for (int order = 1; order <= customers; order++) {
            writeOrder(writer, warehouse, district, order);
        }
    }

    private void writeCustomer(RowWriter writer, int warehouse, int district, int customer) throws SQLException {
        long key = company.customer(warehouse, district, customer);
        writer.row(
                CUSTOMER,
                warehouse,
                district,
                customer,
                Company.firstName(key),
                "OE",
                company.lastName(warehouse, district, customer),
                Company.street(key, 1),
                Company.street(key, 2),
                Company.street(key, 3),
                "PL",
                Company.zip(key),
                Company.text(key, 30, 16),
                LOADED,
                Company.hasGoodCredit(key) ? "GC" : "BC",
                5_000_000L,
                Company.discount(key),
                -Company.PAID_PER_CUSTOMER,
                Company.PAID_PER_CUSTOMER,
                1,
                0,
                Company.text(key, 31, Company.between(key, 31, 300, 500)));
        writer.row(
                HISTORY,
                customer,
                district,
                warehouse,
                district,
                warehouse,
                LOADED,
                Company.PAID_PER_CUSTOMER,
                Company.text(key, 32, Company.between(key, 32, 12, 24)));
    }

    private void writeOrder(RowWriter writer, int warehouse, int district, int order) throws SQLException {
        long key = company.order(warehouse, district, order);
        boolean isDelivered = order <= scale.size().customers() - scale.size().undelivered();
        int lines = Company.lines(key);
        writer.row(
                ORDERS,
                warehouse,
                district,
                order,
                company.customerOfOrder(warehouse, district, order),
                LOADED,
                isDelivered ? Company.between(key, 40, 1, 10) : null,
                lines,
                1);
        if (!isDelivered) {
            writer.row(NEW_ORDER, warehouse, district, order);
        }
        for (int line = 1; line <= lines; line++) {
            writer.row(
                    ORDER_LINE,
                    warehouse,
                    district,
                    order,
                    line,
                    Company.between(key, 50 + line, 1, scale.size().items()),
                    warehouse,
                    isDelivered ? LOADED : null,
                    5,
                    isDelivered ? 0L : (long) Company.between(key, 70 + line, 1, 999_999),
                    Company.text(key, 90 + line, 24));
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
