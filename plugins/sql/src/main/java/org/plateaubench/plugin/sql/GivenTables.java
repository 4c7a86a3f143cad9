// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.process.database.SqlFailure;
import org.plateaubench.spi.DataSet;

/** Tables that are there already: the statements are checked, and nothing is made or cleared. */
final class GivenTables implements DataSet {
    private final SqlConnector connector;
    private final List<SqlStatement> statements;

    GivenTables(SqlConnector connector, List<SqlStatement> statements) {
        this.connector = connector;
        this.statements = statements;
    }

    @Override
    public List<Finding> preflight(DataPolicy policy) throws InterruptedException {
        try (Connection connection = connector.begin().await()) {
            return new StatementCheck(connection, connector.product(), false)
                    .steps(statements)
                    .findings();
        } catch (SQLException e) {
            return List.of(unreachable(connector, e));
        }
    }

    @Override
    public Optional<Map<String, String>> baseline() {
        return Optional.of(Map.of());
    }

    /** The finding about a database to which no connection can be opened. */
    static Finding unreachable(SqlConnector connector, SQLException failure) {
        String reason = ": " + SqlFailure.firstLine(failure.getMessage()) + ".";
        String place = "The database at " + connector.place();
        return switch (SqlFailure.of(failure)) {
            case DENIED ->
                Finding.problem(
                        place + " refuses user '" + connector.user() + "'" + reason, "Correct user or password.");
            case TOO_MANY_CONNECTIONS ->
                Finding.problem(place + " accepts no further connection" + reason, "End other clients.");
            case CONNECTION_LOST ->
                Finding.problem(place + " does not answer" + reason, "Start it, or correct its address.");
            default ->
                Finding.problem(
                        place + " refuses the connection" + reason,
                        "Make the database or schema that is named, or correct the name.");
        };
    }
}
