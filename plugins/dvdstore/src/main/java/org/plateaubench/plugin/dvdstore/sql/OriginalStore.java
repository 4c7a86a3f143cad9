// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;
import org.plateaubench.plugin.dvdstore.shop.Words;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.data.MarkedData;
import org.plateaubench.process.database.Connections;
import org.plateaubench.process.database.Connector;
import org.plateaubench.process.database.DatabaseDescription;
import org.plateaubench.process.database.Inspection;
import org.plateaubench.process.database.MarkerTable;
import org.plateaubench.process.database.OwnTables.Change;
import org.plateaubench.process.database.Sql;
import org.plateaubench.spi.DataDescription;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;

/**
 * The stores that the scripts of the original have built in a schema. They are adopted by the name of the schema and
 * checked before anything is written. The values that runs change are saved in additional tables before the first run,
 * and restored when a run ends.
 */
final class OriginalStore implements MarkedData {
    static final String ADOPTED = "adopted";

    private static final String PASSWORD = "password";

    private static final String LIMITS = "plateau_dvdstore_limits";
    private static final String SAVED = "plateau_dvdstore_";

    /** Tables to which a run adds rows, as table/key/limit; tables with references to others come first. */
    private static final List<String> NUMBERED = List.of(
            "orderlines/orderid/orders",
            "cust_hist/orderid/orders",
            "orders/orderid/orders",
            "reviews_helpfulness/review_id/reviews",
            "reviews/review_id/reviews",
            "customers/customerid/customers");

    private final Connector connector;
    private final Connection connection;
    private final StoreTables tables;
    private final StoreSize size;
    private final int users;
    private final String schema;
    private final MarkerTable marker;
    private final List<StoreNumber> stores;
    private final int count;

    /** Opens the stores in the schema that the options adopt. */
    OriginalStore(Connector connector, Connection connection, StoreTables tables, StoreSize size, StoreOptions options)
            throws SQLException {
        this.connector = connector;
        this.connection = connection;
        this.tables = tables;
        this.size = size;
        this.schema = options.adopt();
        this.count = options.stores();
        this.users = options.users();
        marker = StoreMarker.table(connection, connector.database());
        stores = stores(connection, count);
    }

    /** Returns the stores of a schema; empty if it does not have this many. */
    static List<StoreNumber> stores(Connection connection, int count) throws SQLException {
        return StoreNumber.built(new SchemaContent(connection).tables(), count);
    }

    /** Reads names, and the last words of titles in the order of the products. */
    static Words words(Connection connection, StoreNumber store) throws SQLException {
        Set<String> firstNames = new TreeSet<>();
        Set<String> lastNames = new TreeSet<>();
        Set<String> titleWords = new LinkedHashSet<>();
        Sql.list(connection, store.sql("SELECT title, actor FROM products WHERE prod_id <= 10000"), row -> {
            String[] title = row.getString(1).split(" ", 2);
            String[] actor = row.getString(2).split(" ", 2);
            titleWords.add(title[title.length - 1]);
            firstNames.add(actor[0]);
            return lastNames.add(actor[actor.length - 1]);
        });
        return new Words(List.copyOf(firstNames), List.copyOf(lastNames), List.copyOf(titleWords), PASSWORD);
    }

    @Override
    public DataMarker wanted() {
        return DataMarker.of(0).with(ADOPTED, schema).with("size", size).with("stores", count);
    }

    @Override
    public Map<String, Optional<DataMarker>> markers() throws SQLException {
        return Map.of(connector.displayUrl(), marker.read());
    }

    @Override
    public void mark(DataMarker written) throws SQLException {
        marker.write(written);
    }

    @Override
    public void unmark() throws SQLException {
        marker.drop();
    }

    @Override
    public List<Finding> inspect(List<Task> tasks) throws SQLException {
        Set<String> existing = new SchemaContent(connection).tables();
        existing.retainAll(stores.stream()
                .flatMap(store -> Table.of(size.reviewed()).stream().map(table -> store.named(table.sqlName())))
                .toList());
        return new Inspection(connector, connection).findings(users, tables, Change.WRITE, existing);
    }

    @Override
    public List<Finding> foreign(List<Task> tasks) throws SQLException {
        SchemaContent content = new SchemaContent(connection);
        Optional<DataMarker> found = tasks.getFirst().marker();
        if (!content.isSchema(schema)) {
            return List.of(Finding.problem(
                            "The schema to adopt is " + schema + ", and the one at " + connector.displayUrl() + " is "
                                    + content.schema() + ".",
                            "Correct 'adopt', or the url of the SUT.")
                    .about("adopt"));
        }
        if (found.isPresent() && found.get().value(ADOPTED).isEmpty()) {
            return List.of(Finding.problem(
                            "The store in schema " + schema + " was loaded by Plateau.",
                            "Leave out 'adopt': 'fidelity: compat' also runs on it.")
                    .about("adopt"));
        }
        if (stores.isEmpty()) {
            return List.of(Finding.problem(
                    "Schema " + schema + " has no tables of " + count + (count == 1 ? " store" : " stores")
                            + " that the scripts of the original have built, such as customers or customers1.",
                    "Run these scripts first, or correct 'stores'."));
        }
        List<Finding> findings = new ArrayList<>();
        for (StoreNumber store : stores) {
            verify(store, content.tables(), found.isPresent(), findings);
        }
        if (findings.isEmpty() && found.isEmpty()) {
            findings.add(Finding.note(
                    "The store in schema " + schema + " is adopted. The rows that runs change are saved in tables"
                            + " whose names begin with plateau_dvdstore, and restored when the run ends."));
        }
        return findings;
    }

    /** Compares a store with the requested size; a store in use may have more rows. */
    private void verify(StoreNumber store, Set<String> found, boolean isUsed, List<Finding> findings)
            throws SQLException {
        Set<String> missing = new TreeSet<>();
        for (Table table : Table.of(size.reviewed())) {
            missing.add(store.named(table.sqlName()));
        }
        missing.removeAll(found);
        if (!missing.isEmpty()) {
            findings.add(Finding.problem(
                    "Tables of the original store are missing: " + String.join(", ", missing) + ".",
                    size.reviewed() ? "Set 'mode: ds2' for a store of version 2." : "Run its scripts again."));
            return;
        }
        checkCount("Customers", store, "customers", "customerid", size.customers(), isUsed, findings);
        checkCount("Orders", store, "orders", "orderid", size.orders(), isUsed, findings);
        checkCount("Products", store, "products", "prod_id", size.products(), false, findings);
        checkCount("Rows of inventory", store, "inventory", "prod_id", size.products(), false, findings);
        long known = Sql.number(
                connection,
                store.sql("SELECT COUNT(*) FROM customers WHERE username = 'user1' AND password = '" + PASSWORD + "'"));
        if (known != 1) {
            findings.add(Finding.problem(
                    "The first customer of the store is not user1 with the password of the original.",
                    "Load its customers again with the scripts of the original."));
        }
    }

    private void checkCount(
            String title,
            StoreNumber store,
            String table,
            String key,
            int expected,
            boolean isUsed,
            List<Finding> findings)
            throws SQLException {
        List<Long> found = Table.totals(connection, store.named(table), List.of("COUNT(*)", "MAX(" + key + ")"));
        boolean fits =
                isUsed ? found.getFirst() >= expected : found.getFirst() == expected && found.getLast() == expected;
        if (!fits) {
            findings.add(Finding.problem(
                    title + " of table " + store.named(table) + ": " + found.getFirst() + ", the last with number "
                            + found.getLast() + ", instead of " + expected + ".",
                    "Correct 'size' and 'factor', or remove the rows of earlier runs with the clean-up scripts of the"
                            + " original."));
        }
    }

    private List<String> copiedTables() {
        return size.reviewed() ? List.of("inventory", "reorder", "membership") : List.of("inventory", "reorder");
    }

    /**
     * Saves the values that runs change; the table of limits is written last, so its existence shows that all is saved.
     */
    @Override
    public void load(Progress progress) throws SQLException {
        progress.report("saving rows that runs change", 0, 0, "");
        for (StoreNumber store : stores) {
            for (String table : copiedTables()) {
                execute(store, "CREATE TABLE " + SAVED + table + " AS SELECT * FROM " + table);
            }
            execute(store, "CREATE TABLE " + LIMITS + " (kind VARCHAR(20) NOT NULL PRIMARY KEY, last BIGINT NOT NULL)");
            String limits = "INSERT INTO " + LIMITS + " SELECT 'customers', MAX(customerid) FROM customers"
                    + " UNION ALL SELECT 'orders', MAX(orderid) FROM orders";
            execute(
                    store,
                    size.reviewed()
                            ? limits + " UNION ALL SELECT 'reviews', MAX(review_id) FROM reviews"
                                    + " UNION ALL SELECT 'votes', MAX(" + voteKey(store) + ") FROM reviews_helpfulness"
                            : limits);
        }
    }

    /** Returns the key of votes, which the script for MySQL names differently. */
    private String voteKey(StoreNumber store) throws SQLException {
        String named = store.named("reviews_helpfulness");
        return Sql.first(
                        connection,
                        "SELECT column_name FROM information_schema.columns WHERE LOWER(table_name) = LOWER('" + named
                                + "') AND LOWER(column_name) = 'reviews_helpfulness_id'",
                        row -> row.getString(1))
                .orElse("review_helpfulness_id");
    }

    private void execute(StoreNumber store, String sql) throws SQLException {
        Sql.execute(connection, store.sql(sql));
    }

    private boolean isSaved(StoreNumber store, Set<String> found) throws SQLException {
        return found.contains(store.named(LIMITS))
                && Sql.number(connection, store.sql("SELECT COUNT(*) FROM " + LIMITS)) > 0;
    }

    @Override
    public boolean restore(Progress progress) throws SQLException {
        progress.report("restoring the adopted store", 0, 0, "");
        connection.setAutoCommit(false);
        try {
            for (StoreNumber store : stores) {
                if (isSaved(store, new SchemaContent(connection).tables())) {
                    restore(store);
                }
            }
            connection.commit();
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
        return true;
    }

    private void restore(StoreNumber store) throws SQLException {
        if (size.reviewed()) {
            execute(store, "DELETE FROM reviews_helpfulness WHERE " + voteKey(store) + " > " + limit(store, "votes"));
        }
        for (String entry : NUMBERED) {
            String[] parts = entry.split("/", 3);
            if (size.reviewed() || !parts[0].startsWith("reviews")) {
                execute(store, "DELETE FROM " + parts[0] + " WHERE " + parts[1] + " > " + limit(store, parts[2]));
            }
        }
        for (String table : copiedTables()) {
            execute(store, "DELETE FROM " + table);
            execute(store, "INSERT INTO " + table + " SELECT * FROM " + SAVED + table);
        }
    }

    private long limit(StoreNumber store, String kind) throws SQLException {
        return Sql.number(connection, store.sql("SELECT last FROM " + LIMITS + " WHERE kind = '" + kind + "'"));
    }

    @Override
    public void clear(Progress progress) throws SQLException {
        restore(progress);
        for (StoreNumber store : stores) {
            execute(store, "DROP TABLE IF EXISTS " + LIMITS);
            for (String table : copiedTables()) {
                execute(store, "DROP TABLE IF EXISTS " + SAVED + table);
            }
        }
    }

    @Override
    public Map<String, String> count() throws SQLException {
        return Reconciler.totals(connection, size, stores);
    }

    @Override
    public List<Reconciliation> reconcile(Map<String, String> before, SentTotals sent) throws SQLException {
        return new Reconciler(connection, size, stores, before, sent).rows(false);
    }

    @Override
    public DataDescription describe() throws SQLException {
        return DatabaseDescription.of(connection);
    }

    @Override
    public void close() {
        try {
            Connections.close(connection);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
