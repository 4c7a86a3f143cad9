// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.sql.ExistingTables.Script;
import org.plateaubench.plugin.sql.ExistingTables.StatementCheck;
import org.plateaubench.plugin.sql.ExistingTables.Totals;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.data.MarkedData;
import org.plateaubench.process.data.MarkedDataSet;
import org.plateaubench.process.database.MarkerTable;
import org.plateaubench.process.database.OwnTables;
import org.plateaubench.process.database.Sql;
import org.plateaubench.process.database.SqlFailure;
import org.plateaubench.spi.DataDescription;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.SutException;

/**
 * The tables of <code>setup</code>, in a schema that Plateau creates and marks, or that was empty. A schema with
 * objects of other programs is refused, also when Plateau's own schema is to be dropped.
 */
final class OwnSchema extends MarkedDataSet {
    private static final String MARKER = "plateau_marker";
    private static final String CREATED = "created";
    private static final String OBJECTS = "objects";

    private final SqlConnector connector;
    private final String owner;
    private final List<SqlStatement> statements;
    private final Totals totals;
    private final List<Script> setup;
    private final List<Script> teardown;

    OwnSchema(
            SqlConnector connector,
            String owner,
            List<SqlStatement> statements,
            Totals totals,
            List<Script> setup,
            List<Script> teardown) {
        this.connector = connector;
        this.owner = owner;
        this.statements = statements;
        this.totals = totals;
        this.setup = setup;
        this.teardown = teardown;
    }

    @Override
    protected List<Finding> checkReachable() throws InterruptedException {
        try {
            connector.open().close();
            return List.of();
        } catch (SQLException e) {
            return List.of(connector.unreachable(e));
        }
    }

    @Override
    protected MarkedData open(boolean inAdvance) throws SQLException, InterruptedException {
        return new Session(connector.open());
    }

    private final class Session implements MarkedData {
        private final Connection connection;
        private final DatabaseMetaData meta;
        private final MarkerTable table;
        private final Product product = connector.product();
        private final String schema = connector.schema();

        Session(Connection connection) throws SQLException {
            this.connection = connection;
            meta = connection.getMetaData();
            table = new MarkerTable(connection, MARKER, "");
        }

        @Override
        public DataMarker wanted() {
            String text = Stream.of(setup, teardown)
                    .flatMap(List::stream)
                    .flatMap(script -> script.statements().stream())
                    .map(SqlText.Statement::sql)
                    .collect(Collectors.joining(";"));
            UUID digest = UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
            return new DataMarker(DataMarker.State.LOADED, Map.of("workload", owner, "setup", digest.toString()));
        }

        @Override
        public Map<String, Optional<DataMarker>> markers() throws SQLException {
            return Map.of(location(), readMarker());
        }

        private String location() {
            return connector.displayUrl() + ", schema " + schema;
        }

        private Optional<DataMarker> readMarker() throws SQLException {
            return selectSchema() ? table.read() : Optional.empty();
        }

        /** Selects the schema for the connection; returns false if it does not exist. */
        private boolean selectSchema() throws SQLException {
            boolean isCatalog = product == Product.MARIADB;
            try (ResultSet names = isCatalog ? meta.getCatalogs() : meta.getSchemas()) {
                while (names.next()) {
                    if (names.getString(isCatalog ? "TABLE_CAT" : "TABLE_SCHEM").equals(product.storedName(schema))) {
                        product.selectSchema(connection, schema);
                        return true;
                    }
                }
            }
            return false;
        }

        @Override
        public void mark(DataMarker marker) throws SQLException, SutException {
            Optional<DataMarker> earlier = readMarker();
            boolean isNew = !selectSchema();
            if (isNew) {
                create();
                product.selectSchema(connection, schema);
            }
            boolean isCreated =
                    earlier.map(each -> !each.value(CREATED).isEmpty()).orElse(isNew);
            String objects =
                    marker.isLoaded() && !earlier.map(DataMarker::isLoaded).orElse(false)
                            ? String.join(",", relations())
                            : earlier.map(each -> each.value(OBJECTS)).orElse("");
            DataMarker complete = isCreated ? marker.with(CREATED, "yes") : marker;
            table.write(complete.with(OBJECTS, objects));
        }

        private void create() throws SutException {
            try {
                Sql.execute(connection, "CREATE SCHEMA " + schema);
            } catch (SQLException e) {
                throw new SutException(
                        "The schema " + schema + " cannot be created (" + SqlFailure.firstLine(e.getMessage())
                                + "). Give the user the right, or name an empty one by 'schema' and add 'teardown'.",
                        e);
            }
        }

        @Override
        public void unmark() throws SQLException {
            boolean isCreated =
                    readMarker().map(each -> !each.value(CREATED).isEmpty()).orElse(false);
            table.drop();
            if (isCreated) {
                Sql.execute(connection, product.dropStatement(schema));
            }
        }

        @Override
        public void load(Progress progress) throws SQLException, SutException {
            run("setup", setup, progress);
        }

        @Override
        public void clear(Progress progress) throws SQLException, SutException {
            run("teardown", teardown, progress);
        }

        private void run(String title, List<Script> scripts, Progress progress) throws SQLException, SutException {
            long all = scripts.stream()
                    .mapToLong(script -> script.statements().size())
                    .sum();
            long done = 0;
            for (Script script : scripts) {
                for (SqlText.Statement statement : script.statements()) {
                    progress.report(title, done++, all, "statements");
                    try {
                        Sql.execute(connection, statement.sql());
                    } catch (SQLException e) {
                        if (SqlFailure.of(e) == SqlFailure.CONNECTION_LOST) {
                            throw e;
                        }
                        throw new SutException(
                                "A statement of " + script.path() + " failed: " + script.location(statement)
                                        + SqlFailure.firstLine(e.getMessage()) + ".",
                                e);
                    }
                }
            }
        }

        /** Returns the tables, views and other relations of the schema, except indexes and the marker. */
        private Set<String> relations() throws SQLException {
            Set<String> relations = new TreeSet<>();
            boolean isCatalog = product == Product.MARIADB;
            try (ResultSet found = meta.getTables(
                    isCatalog ? schema : null,
                    isCatalog ? null : product.storedName(schema).replace("_", meta.getSearchStringEscape() + "_"),
                    null,
                    null)) {
                while (found.next()) {
                    String type = String.valueOf(found.getString("TABLE_TYPE"));
                    String name = found.getString("TABLE_NAME");
                    if (!type.contains("INDEX") && !name.equalsIgnoreCase(MARKER)) {
                        relations.add(name);
                    }
                }
            }
            return relations;
        }

        @Override
        public List<Finding> foreign(List<Task> tasks) throws SQLException {
            Task task = tasks.getFirst();
            if (task.work() == Work.USE || !selectSchema()) {
                return List.of();
            }
            Optional<DataMarker> marker = task.marker();
            Set<String> relations = relations();
            boolean isUnfinished = marker.isPresent() && !marker.get().isLoaded();
            Set<String> ownObjects = isUnfinished
                    ? relations
                    : marker.map(each -> Set.of(each.value(OBJECTS).split(",", -1)))
                            .orElse(Set.of());
            List<String> foreign = new ArrayList<>(relations.stream()
                    .filter(each -> !ownObjects.contains(each))
                    .toList());
            if (marker.isPresent() && product != Product.OTHER) {
                foreign.addAll(references(relations));
            }
            if (!foreign.isEmpty()) {
                return List.of(Finding.problem(
                        "At " + location() + " are objects of other programs: " + OwnTables.listNames(foreign)
                                + ". Nothing was changed.",
                        remedyOfForeign()));
            }
            boolean isDropped = product != Product.OTHER
                    && marker.map(each -> !each.value(CREATED).isEmpty()).orElse(false);
            return isDropped || !teardown.isEmpty()
                    ? List.of()
                    : List.of(Finding.problem(
                            "Plateau did not create " + location() + ", or cannot drop it with its content.",
                            "Add 'teardown' with the statements that remove what 'setup' creates, or name a schema that"
                                    + " does not exist yet."));
        }

        /** Returns objects that refer to the tables, such as views in other schemas, and are not created by setup. */
        private List<String> references(Set<String> relations) throws SQLException {
            String setupText = setup.stream()
                    .flatMap(script -> script.statements().stream())
                    .map(SqlText.Statement::sql)
                    .collect(Collectors.joining(" "))
                    .toLowerCase(Locale.ROOT);
            Map<String, Set<String>> tables = relations.stream()
                    .map(each -> each.toLowerCase(Locale.ROOT))
                    .distinct()
                    .collect(Collectors.toMap(Function.identity(), each -> Set.of()));
            return tables.isEmpty()
                    ? List.of()
                    : new OwnTables(connection, tables)
                            .foreign(OwnTables.Change.DROP, true).stream()
                                    .filter(each -> !tables.containsKey(name(each))
                                            && !Pattern.compile("\\b" + Pattern.quote(name(each)) + "\\b")
                                                    .matcher(setupText)
                                                    .find())
                                    .toList();
        }

        /** Returns the name in a text such as {@code view sales}. */
        private static String name(String object) {
            return object.replaceFirst("^\\S+ ([^ ,;]+).*", "$1").toLowerCase(Locale.ROOT);
        }

        @Override
        public String remedyOfForeign() {
            return "Name another 'schema'.";
        }

        @Override
        public List<Finding> inspect(List<Task> tasks) throws SQLException {
            boolean exists = selectSchema();
            boolean isUsed = exists && tasks.getFirst().work() == Work.USE;
            return new StatementCheck(connection, product, !isUsed)
                    .scripts(isUsed ? List.of() : setup)
                    .scripts(isUsed ? List.of() : teardown)
                    .steps(statements)
                    .findings();
        }

        @Override
        public List<Finding> check(boolean isFresh) throws SQLException {
            selectSchema();
            List<Finding> findings = new ArrayList<>(new StatementCheck(connection, product, false)
                    .steps(statements)
                    .findings());
            findings.addAll(totals.findings(connection));
            return findings;
        }

        @Override
        public DataDescription describe() throws SQLException {
            selectSchema();
            return ExistingTables.description(connection, statements);
        }

        @Override
        public Map<String, String> count() throws SQLException {
            return totals.findings(connection).isEmpty() ? totals.count(connection) : Map.of();
        }

        @Override
        public List<Reconciliation> reconcile(Map<String, String> before, SentTotals sent) throws SQLException {
            selectSchema();
            return totals.reconcile(connection, before, sent);
        }

        @Override
        public void close() throws IOException {
            try {
                connection.close();
            } catch (SQLException e) {
                throw new IOException(e);
            }
        }
    }
}
