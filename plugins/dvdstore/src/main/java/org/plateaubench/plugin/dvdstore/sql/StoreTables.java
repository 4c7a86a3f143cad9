// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.dvdstore.shop.StoreRows;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;
import org.plateaubench.process.database.Database;
import org.plateaubench.process.database.RowWriter;
import org.plateaubench.process.database.TableSet;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;

/** The tables and rows of the stores of a schema. */
final class StoreTables implements TableSet {
    private static final int ROWS_PER_PART = 2_000;
    private static final int MEAN_LINES = 5;
    private static final int MEAN_VOTES = 20;

    /** Maximum number of statements that {@link JdbcStore} keeps prepared for each user. */
    private static final int STATEMENTS_PER_USER = 51;

    private final StoreRows rows;
    private final List<StoreNumber> stores;
    private final boolean reviewed;
    private final StoreOptions options;
    private int @Nullable [] sales;

    /** Creates the tables of stores, which may be more than the options have. */
    StoreTables(StoreRows rows, Collection<StoreNumber> stores, boolean reviewed, StoreOptions options) {
        this.rows = rows;
        this.stores = List.copyOf(stores);
        this.reviewed = reviewed;
        this.options = options;
    }

    @Override
    public String name() {
        return StoreMarker.WORKLOAD;
    }

    @Override
    public Map<String, Object> scale() {
        Map<String, Object> scale = new LinkedHashMap<>();
        scale.put("size", rows.size());
        scale.put(StoreMarker.MODE, StoreMarker.mode(rows.size().reviewed()));
        scale.put(StoreMarker.STORES, stores.size());
        return scale;
    }

    @Override
    public List<org.plateaubench.process.database.Table> tables() {
        return stores.stream()
                .flatMap(store -> Table.of(reviewed).stream().map(table -> table.in(store)))
                .toList();
    }

    @Override
    public List<String> moreTables(Database database) {
        return stores.stream()
                .flatMap(store ->
                        Dialects.of(database).textIndexTables().stream().map(store::named))
                .toList();
    }

    /** Creates indexes that are missing; the tables of a text index may be half filled and are created again. */
    @Override
    public List<String> indexes(Connection connection, Database database) throws SQLException {
        Dialect dialect = Dialects.of(database);
        List<String> statements = new ArrayList<>(dialect.indexingSettings());
        List<String> words = moreTables(database);
        words.forEach(table -> statements.add("DROP TABLE IF EXISTS " + table));
        for (StoreNumber store : stores) {
            Set<String> names = new SchemaContent(connection).names(store);
            words.forEach(names::remove);
            store.sql(Schema.createIndexes(dialect, rows.size())).stream()
                    .filter(statement -> !names.contains(SchemaContent.created(statement)))
                    .forEach(statements::add);
            statements.addAll(restartIdentities(store, database));
        }
        return statements;
    }

    /** Returns the statements that continue the numbers of new rows after the loaded rows. */
    List<String> restartIdentities(StoreNumber store, Database database) {
        StoreSize size = rows.size();
        List<String> restarts = new ArrayList<>(List.of(
                database.restartIdentity("customers", "customerid", size.customers() + 1L),
                database.restartIdentity("orders", "orderid", size.orders() + 1L)));
        if (size.reviewed()) {
            restarts.add(database.restartIdentity("reviews", "review_id", size.reviews() + 1L));
            restarts.add(database.restartIdentity(
                    "reviews_helpfulness", "review_helpfulness_id", TableWriter.lastVote(size) + 1));
        }
        return store.sql(restarts);
    }

    private static String kind(TableWriter.Part part, StoreNumber store) {
        return store.named(part.name().toLowerCase(Locale.ROOT));
    }

    @Override
    public List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        for (StoreNumber store : stores) {
            for (TableWriter.Part part : TableWriter.Part.values()) {
                for (int i = 0; i < Math.ceilDiv(TableWriter.last(part, rows), ROWS_PER_PART); i++) {
                    parts.add(new Part(kind(part, store), i));
                }
            }
        }
        return parts;
    }

    @Override
    public long rows() {
        StoreSize size = rows.size();
        return stores.size()
                * (StoreRows.CATEGORIES
                        + 2L * size.products()
                        + size.customers()
                        + (1L + 2 * MEAN_LINES) * size.orders()
                        + size.members()
                        + (1L + MEAN_VOTES) * size.reviews());
    }

    @Override
    public void write(Part part, RowWriter writer) throws SQLException {
        int first = part.number() * ROWS_PER_PART + 1;
        for (StoreNumber store : stores) {
            for (TableWriter.Part writerPart : TableWriter.Part.values()) {
                if (kind(writerPart, store).equals(part.kind())) {
                    write(store, writerPart, first, first + ROWS_PER_PART - 1, writer);
                }
            }
        }
    }

    /** Writes the rows of a store in a range of numbers, both inclusive, as far as they exist. */
    void write(StoreNumber store, TableWriter.Part part, int first, int last, RowWriter writer) throws SQLException {
        Map<Table, RowWriter.Rows> buffers = new EnumMap<>(Table.class);
        new TableWriter(
                        rows,
                        sales(),
                        (table, values) -> buffers.computeIfAbsent(table, any -> writer.to(any.in(store)))
                                .put(values))
                .write(part, first, Math.min(last, TableWriter.last(part, rows)));
    }

    private synchronized int[] sales() {
        if (sales == null) {
            sales = rows.sales();
        }
        return sales;
    }

    @Override
    public int statementsPerUser() {
        return STATEMENTS_PER_USER;
    }

    @Override
    public boolean acceptsMySql() {
        return true;
    }

    @Override
    public boolean createsRoutines() {
        return options.byProcedure();
    }

    @Override
    public List<Finding> check(Connection connection, Database database, boolean isFresh)
            throws SQLException, InterruptedException {
        List<Finding> findings = new ArrayList<>();
        for (StoreNumber store : stores) {
            findings.addAll(new Verification(connection, Dialects.of(database), rows, store).findings());
        }
        return findings;
    }

    @Override
    public Map<String, String> count(Connection connection) throws SQLException {
        return Reconciler.totals(connection, rows.size(), stores);
    }

    @Override
    public List<Reconciliation> reconcile(Connection connection, Map<String, String> before, SentTotals sent)
            throws SQLException {
        return new Reconciler(connection, rows.size(), stores, before, sent).rows(options.countsStock());
    }
}
