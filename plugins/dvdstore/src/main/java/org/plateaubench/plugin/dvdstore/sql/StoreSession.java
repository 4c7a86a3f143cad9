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
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.dvdstore.shop.StoreRows;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.database.Connector;
import org.plateaubench.process.database.OwnTables;
import org.plateaubench.process.database.OwnTables.Change;
import org.plateaubench.process.database.RowWriter;
import org.plateaubench.process.database.Sql;
import org.plateaubench.process.database.TableLoader;
import org.plateaubench.process.database.TableSession;
import org.plateaubench.spi.Progress;

/** The stores in the schema of one connection. */
final class StoreSession extends TableSession {
    private static final long MEBIBYTE = 1_048_576;

    private final SutAddress sut;
    private final Connector connector;
    private final Dialect dialect;
    private final Connection connection;
    private final StoreRows rows;
    private final StoreSize size;
    private final StoreOptions options;
    private final StoreTables tables;
    private final List<StoreNumber> stores;
    /** The stores of this run and of earlier loads, which are removed together. */
    private final Set<StoreNumber> existingStores;
    /** Whether these stores may have reviews. */
    private boolean mayHaveReviews;

    StoreSession(
            SutAddress sut,
            Connector connector,
            Connection connection,
            StoreRows rows,
            StoreTables tables,
            long dataSeed,
            StoreOptions options) {
        super(connector, connection, tables, dataSeed, options.users());
        this.sut = sut;
        this.connector = connector;
        this.dialect = Dialects.of(connector.database());
        this.connection = connection;
        this.rows = rows;
        this.size = rows.size();
        this.options = options;
        this.tables = tables;
        this.stores = StoreNumber.first(options.stores());
        this.existingStores = new LinkedHashSet<>(stores);
        this.mayHaveReviews = size.reviewed();
    }

    private StoreTables existingTables() {
        return new StoreTables(rows, existingStores, mayHaveReviews, options);
    }

    @Override
    public Map<String, Optional<DataMarker>> markers() throws SQLException {
        Map<String, Optional<DataMarker>> markers = super.markers();
        for (Optional<DataMarker> found : markers.values()) {
            found.filter(marker -> !marker.value(StoreMarker.STORES).isEmpty()).ifPresent(marker -> {
                existingStores.addAll(StoreNumber.first(StoreMarker.stores(marker)));
                mayHaveReviews |= StoreMarker.isReviewed(marker);
            });
        }
        return markers;
    }

    @Override
    public void mark(DataMarker marker) throws SQLException {
        boolean isRemoval = marker.state() == DataMarker.State.CLEARING;
        int last = existingStores.stream().mapToInt(StoreNumber::number).max().orElse(1);
        super.mark(
                isRemoval
                        ? marker.with(StoreMarker.MODE, StoreMarker.mode(mayHaveReviews))
                                .with(StoreMarker.STORES, Math.max(1, last))
                        : marker);
        if (marker.isLoaded() && options.byProcedure()) {
            for (StoreNumber store : stores) {
                Sql.execute(connection, store.sql(dialect.createProcedure()));
            }
        }
    }

    /**
     * Removes rows that runs have added and restores the inventory. Afterwards deleted rows are vacuumed and statistics
     * gathered as after a load: otherwise the server would do so during the run.
     */
    @Override
    public boolean restore(Progress progress) throws SQLException, InterruptedException {
        progress.report("restoring the loaded state", 0, 0, "");
        connection.setAutoCommit(false);
        RowWriter writer = new RowWriter(connection, connector.database());
        for (StoreNumber store : stores) {
            execute(store.sql(removals()));
            tables.write(store, TableWriter.Part.INVENTORY, 1, Integer.MAX_VALUE, writer);
            tables.write(store, TableWriter.Part.MEMBERS, 1, Integer.MAX_VALUE, writer);
        }
        writer.flush();
        connection.commit();
        connection.setAutoCommit(true);
        for (StoreNumber store : stores) {
            execute(tables.restartIdentities(store, connector.database()));
        }
        execute(List.of(connector
                .database()
                .afterLoad(tables.tables().stream().map(table -> table.name()).toList())));
        return true;
    }

    private List<String> removals() {
        int orders = size.orders();
        List<String> removals = new ArrayList<>();
        if (size.reviewed()) {
            removals.addAll(List.of(
                    "DELETE FROM reviews_helpfulness WHERE review_helpfulness_id > " + TableWriter.lastVote(size),
                    "DELETE FROM reviews WHERE review_id > " + size.reviews(),
                    "DELETE FROM membership"));
        }
        removals.addAll(List.of(
                "DELETE FROM orderlines WHERE orderid > " + orders,
                "DELETE FROM cust_hist WHERE orderid > " + orders,
                "DELETE FROM orders WHERE orderid > " + orders,
                "DELETE FROM customers WHERE customerid > " + size.customers(),
                "DELETE FROM reorder",
                "DELETE FROM inventory"));
        return removals;
    }

    private void execute(List<String> statements) throws SQLException, InterruptedException {
        for (String sql : statements) {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted before " + sql);
            }
            Sql.execute(connection, sql);
        }
    }

    @Override
    public void clear(Progress progress) throws SQLException {
        if (!dialect.dropProcedure().isEmpty()) {
            for (StoreNumber store : existingStores) {
                Sql.execute(connection, store.sql(dialect.dropProcedure()));
            }
        }
        new TableLoader(connector, connection, existingTables()).clear();
    }

    @Override
    protected Map<String, Set<String>> columns() {
        return columns(existingTables(), connector.database());
    }

    /**
     * Checks rights and settings of the server, the memory of a server with its data in memory, and the indexes of a
     * loaded store: without an index, searches are slow or find nothing.
     */
    @Override
    public List<Finding> inspect(List<Task> tasks) throws SQLException {
        Change change = Change.of(tasks.getFirst().work());
        List<Finding> findings = new ArrayList<>();
        if (options.byProcedure() && dialect.createProcedure().isEmpty()) {
            findings.add(Finding.problem(
                            connector.database().label() + " has no stored procedures of the store.",
                            "Use PostgreSQL or MariaDB, or leave out 'procedures'.")
                    .about("procedures"));
        }
        if (change == Change.DROP) {
            tooLarge().ifPresent(findings::add);
        }
        findings.addAll(super.inspect(tasks));
        if (findings.isEmpty() && change != Change.DROP) {
            for (StoreNumber store : stores) {
                findings.addAll(missingIndexes(store));
            }
        }
        findings.addAll(dialect.textSearchProblems(connection, change == Change.DROP ? List.of() : stores));
        return findings;
    }

    /** Checks the memory: a server that runs out of memory during a load ends, with a less clear message. */
    private Optional<Finding> tooLarge() {
        String memory = sut.properties().get("memoryMebibytes");
        long needed = stores.size() * dialect.memoryNeeded(size) / MEBIBYTE;
        if (memory == null || Long.parseLong(memory) >= needed) {
            return Optional.empty();
        }
        return Optional.of(Finding.problem(
                "A store of size " + size + " needs about " + needed + " MiB in memory, and SUT " + sut.name() + " has "
                        + memory + " MiB.",
                "Give the SUT 'heapMebibytes: " + needed + "', or 'storage: file'."));
    }

    private List<Finding> missingIndexes(StoreNumber store) throws SQLException {
        Set<String> names = new SchemaContent(connection).names(store);
        List<Finding> findings = new ArrayList<>();
        for (String statement : store.sql(Schema.createIndexes(dialect, size))) {
            String created = SchemaContent.created(statement);
            if (!created.isEmpty() && !names.contains(created)) {
                findings.add(Finding.problem(
                        created + " of the store is missing.", "Run '" + statement + "', or set 'data: reload'."));
            }
        }
        return findings;
    }

    /**
     * Finds objects of other programs. None is changed or dropped, not even in a schema that is adopted by its name.
     */
    @Override
    public List<Finding> foreign(List<Task> tasks) throws SQLException {
        String adopt = options.adopt();
        boolean isOwn = tasks.getFirst().marker().isPresent();
        SchemaContent content = new SchemaContent(connection);
        String found = content.schema();
        if (!adopt.isEmpty() && !content.isSchema(adopt)) {
            return List.of(Finding.problem(
                            "The schema to adopt is " + adopt + ", and the one at " + connector.displayUrl() + " is "
                                    + found + ".",
                            "Correct 'adopt', or the url of the SUT.")
                    .about("adopt"));
        }
        if (isOwn
                && !tasks.getFirst().marker().get().value(OriginalStore.ADOPTED).isEmpty()) {
            return List.of(Finding.problem(
                    "The schema " + found + " holds a store of the original, which an interrupted run has adopted.",
                    "Run with 'fidelity: compat' and 'adopt: " + found + "', after which it is restored."));
        }
        Set<String> existing = content.tables();
        if (!isOwn && adopt.isEmpty() && !existing.isEmpty()) {
            List<String> colliding =
                    ownTables(columns()).foreign(Change.of(tasks.getFirst().work()), false);
            return List.of(Finding.problem(
                    "The schema at " + connector.displayUrl()
                            + " holds tables that belong to no store of Plateau, such as "
                            + existing.iterator().next() + ", and is left unchanged.",
                    "Name a database or schema that is empty"
                            + (colliding.isEmpty()
                                    ? ", or create the store next to these tables with the parameter 'adopt: " + found
                                            + "'."
                                    : ": in this one the store would collide with " + OwnTables.listNames(colliding)
                                            + ".")));
        }
        List<Finding> findings = super.foreign(tasks);
        return !findings.isEmpty() || isOwn || existing.isEmpty()
                ? findings
                : List.of(Finding.note("The schema " + found + " is adopted; the store is created next to its "
                        + existing.size() + " tables, which stay unchanged."));
    }
}
