// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.process.database.DatabaseDescription;
import org.plateaubench.spi.DataDescription;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;

/** Tables that are there already: the statements are checked, and nothing is made or cleared. Not thread-safe. */
final class GivenTables implements DataSet {
    private final SqlConnector connector;
    private final List<SqlStatement> statements;
    private final Totals totals;
    private Map<String, String> before = Map.of();

    GivenTables(SqlConnector connector, List<SqlStatement> statements, Totals totals) {
        this.connector = connector;
        this.statements = statements;
        this.totals = totals;
    }

    @Override
    public List<Finding> preflight(DataPolicy policy) throws InterruptedException {
        try (Connection connection = connector.begin().await()) {
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
        try (Connection connection = connector.begin().await()) {
            before = totals.count(connection);
        }
        return List.of();
    }

    @Override
    public DataDescription describe() throws SQLException, InterruptedException {
        try (Connection connection = connector.begin().await()) {
            return described(connection, statements);
        }
    }

    /** Describes the tables; statements that only read lose nothing in a crash. */
    static DataDescription described(Connection connection, List<SqlStatement> statements) throws SQLException {
        DataDescription description = DatabaseDescription.of(connection);
        boolean isReading = statements.stream().allMatch(each -> each.kind() == SqlStatement.Kind.QUERY);
        return isReading ? new DataDescription(description.servers(), description.facts(), List.of()) : description;
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
        try (Connection connection = connector.begin().await()) {
            return totals.reconcile(connection, before, sent);
        }
    }
}
