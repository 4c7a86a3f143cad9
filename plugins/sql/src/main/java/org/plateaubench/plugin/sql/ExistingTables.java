// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.api.UsedFile;
import org.plateaubench.process.database.DatabaseDescription;
import org.plateaubench.process.database.Sql;
import org.plateaubench.process.database.SqlFailure;
import org.plateaubench.spi.DataDescription;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;

/** Tables that already exist: the statements are checked, and nothing is created or cleared. Not thread-safe. */
final class ExistingTables implements DataSet {
    private final SqlConnector connector;
    private final List<SqlStatement> statements;
    private final Totals totals;
    private Map<String, String> before = Map.of();

    ExistingTables(SqlConnector connector, List<SqlStatement> statements, Totals totals) {
        this.connector = connector;
        this.statements = statements;
        this.totals = totals;
    }

    @Override
    public List<Finding> preflight(DataPolicy policy) throws InterruptedException {
        try (Connection connection = connector.startOpening().await()) {
            List<Finding> findings = new ArrayList<>(new StatementCheck(connection, connector.product(), false)
                    .steps(statements)
                    .findings());
            findings.addAll(totals.findings(connection));
            return findings;
        } catch (SQLException e) {
            return List.of(connector.unreachable(e));
        }
    }

    @Override
    public List<Finding> verify() throws SQLException, InterruptedException {
        try (Connection connection = connector.startOpening().await()) {
            before = totals.count(connection);
        }
        return List.of();
    }

    @Override
    public DataDescription describe() throws SQLException, InterruptedException {
        try (Connection connection = connector.startOpening().await()) {
            return description(connection, statements);
        }
    }

    /** Describes the tables; statements that only read lose nothing in a crash. */
    static DataDescription description(Connection connection, List<SqlStatement> statements) throws SQLException {
        DataDescription found = DatabaseDescription.of(connection);
        boolean isReading = statements.stream().allMatch(each -> each.kind() == SqlStatement.Kind.QUERY);
        return isReading ? new DataDescription(found.servers(), found.facts(), List.of()) : found;
    }

    @Override
    public Optional<Map<String, String>> baseline() {
        return Optional.of(before);
    }

    @Override
    public void resume(Map<String, String> baseline) {
        before = baseline;
    }

    @Override
    public List<Reconciliation> reconcile(SentTotals sent) throws SQLException, InterruptedException {
        try (Connection connection = connector.startOpening().await()) {
            return totals.reconcile(connection, before, sent);
        }
    }

    /**
     * Numbers in the database that are read before and after the load. Immutable.
     *
     * @param unchanged queries by name, whose number must stay the same
     * @param grows queries by operation, whose number must grow by one with each operation that succeeds
     */
    record Totals(Map<String, String> unchanged, Map<String, String> grows) {
        private static final String UNCHANGED = "unchanged.";
        private static final String GROWS = "grows.";

        private Map<String, String> queries() {
            Map<String, String> queries = new TreeMap<>();
            unchanged.forEach((name, query) -> queries.put(UNCHANGED + name, query));
            grows.forEach((name, query) -> queries.put(GROWS + name, query));
            return queries;
        }

        List<Finding> findings(Connection connection) throws SQLException {
            List<Finding> findings = new ArrayList<>();
            for (Map.Entry<String, String> query : queries().entrySet()) {
                try {
                    number(connection, query.getValue());
                } catch (SQLException e) {
                    if (SqlFailure.of(e) == SqlFailure.CONNECTION_LOST) {
                        throw e;
                    }
                    findings.add(Finding.problem(
                                    "The query returns no number: " + SqlFailure.firstLine(e.getMessage()) + ".",
                                    "Write one such as SELECT COUNT(*) FROM orders.")
                            .about(query.getKey()));
                }
            }
            return findings;
        }

        Map<String, String> count(Connection connection) throws SQLException {
            Map<String, String> numbers = new TreeMap<>();
            for (Map.Entry<String, String> query : queries().entrySet()) {
                numbers.put(query.getKey(), Long.toString(number(connection, query.getValue())));
            }
            return numbers;
        }

        List<Reconciliation> reconcile(Connection connection, Map<String, String> before, SentTotals sent)
                throws SQLException {
            List<Reconciliation> rows = new ArrayList<>();
            String otherClient = Sql.otherClient(connection);
            for (Map.Entry<String, String> query : queries().entrySet()) {
                String name = query.getKey().substring(query.getKey().indexOf('.') + 1);
                long earlier = Long.parseLong(before.getOrDefault(query.getKey(), ""));
                long now = number(connection, query.getValue());
                boolean isUnchanged = query.getKey().startsWith(UNCHANGED);
                rows.add(
                        isUnchanged
                                ? Reconciliation.held(name, earlier, now, earlier, 0)
                                : Reconciliation.grown(
                                        "growth by " + name,
                                        earlier,
                                        now,
                                        sent.operations(name, OutcomeKind.OK),
                                        sent.operations(name, OutcomeKind.ERROR)
                                                + sent.operations(name, OutcomeKind.ABANDONED)));
            }
            rows.replaceAll(row -> row.usedBy(otherClient));
            return rows;
        }

        private static long number(Connection connection, String query) throws SQLException {
            return Sql.first(connection, query, row -> row.getLong(1)).orElse(0L);
        }
    }

    /** Lets a server prepare the statements of a scenario before the load, so that it finds errors in them. */
    static final class StatementCheck {
        private final Connection connection;
        private final Product product;
        /** Whether tables may not exist yet, so that only the syntax of statements is checked. */
        private final boolean isSyntaxOnly;

        private final List<Finding> findings = new ArrayList<>();

        StatementCheck(Connection connection, Product product, boolean isSyntaxOnly) {
            this.connection = connection;
            this.product = product;
            this.isSyntaxOnly = isSyntaxOnly;
        }

        List<Finding> findings() {
            return List.copyOf(findings);
        }

        /** Checks the statements of steps, and the columns that they read. */
        StatementCheck steps(List<SqlStatement> statements) throws SQLException {
            for (SqlStatement statement : statements) {
                check("", statement.path(), () -> {
                    PreparedStatement prepared =
                            Prepared.of(connection, product, statement).statement();
                    try (prepared) {
                        if (!isSyntaxOnly && statement.kind() == SqlStatement.Kind.QUERY) {
                            columns(statement, prepared);
                        }
                    }
                });
            }
            return this;
        }

        StatementCheck scripts(List<Script> scripts) throws SQLException {
            for (Script script : scripts) {
                for (SqlText.Statement statement : script.statements()) {
                    check(script.location(statement), script.path(), () -> {
                        try (PreparedStatement prepared = connection.prepareStatement(statement.sql())) {
                            // PostgreSQL's driver sends the statement to the server only now.
                            prepared.getParameterMetaData();
                        }
                    });
                }
            }
            return this;
        }

        private interface Check {
            void run() throws SQLException;
        }

        private void check(String location, String path, Check check) throws SQLException {
            try {
                check.run();
            } catch (SQLFeatureNotSupportedException e) {
                // A driver that does not report types has prepared the statement.
            } catch (SQLException e) {
                if (SqlFailure.of(e) == SqlFailure.CONNECTION_LOST) {
                    throw e;
                }
                if (!isSyntaxOnly || product.isSyntaxError(e)) {
                    findings.add(Finding.problem(
                                    location + "The server refuses the statement: "
                                            + SqlFailure.firstLine(e.getMessage()) + ".",
                                    "Correct it.")
                            .about(path));
                }
            }
        }

        private void columns(SqlStatement statement, PreparedStatement prepared) throws SQLException {
            ResultSetMetaData meta = prepared.getMetaData();
            if (meta == null) {
                return;
            }
            List<String> names = new ArrayList<>();
            for (int i = 1; i <= meta.getColumnCount(); i++) {
                names.add(meta.getColumnLabel(i));
            }
            for (String column : statement.columns()) {
                if (names.stream().noneMatch(column::equalsIgnoreCase)) {
                    findings.add(Finding.problem(
                                    "The result has no column '" + column + "'; it has " + String.join(", ", names)
                                            + ".",
                                    "Correct the name, or name the column by AS.")
                            .about(statement.path()));
                }
            }
        }
    }

    /**
     * An element of <code>setup</code> or <code>teardown</code>.
     *
     * @param file name of its file; empty for a text in the run file
     */
    record Script(String path, String file, List<SqlText.Statement> statements) {
        private static final String SUFFIX = ".sql";

        /** The scripts of a parameter, with the texts of files by name; files without a text are empty. */
        static List<Script> of(String parameter, List<String> elements, Map<String, String> files) {
            List<Script> scripts = new ArrayList<>();
            for (int i = 0; i < elements.size(); i++) {
                String element = elements.get(i);
                boolean isFile = element.endsWith(SUFFIX);
                scripts.add(new Script(
                        parameter + "[" + i + "]",
                        isFile ? element : "",
                        SqlText.split(isFile ? files.getOrDefault(element, "") : element)));
            }
            return scripts;
        }

        static List<UsedFile> files(String parameter, List<String> elements) {
            return of(parameter, elements, Map.of()).stream()
                    .filter(script -> !script.file().isEmpty())
                    .map(script -> new UsedFile(script.path(), script.file(), false))
                    .toList();
        }

        /** The prefix of a message about a statement: its file and line. */
        String location(SqlText.Statement statement) {
            return file.isEmpty() ? "" : file + ", line " + statement.line() + ": ";
        }
    }
}
