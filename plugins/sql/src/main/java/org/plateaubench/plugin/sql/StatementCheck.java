// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.sql.OwnSchema.Script;
import org.plateaubench.process.database.SqlFailure;

/** Lets a server prepare the statements of a scenario before the load, so that it finds what is wrong with them. */
final class StatementCheck {
    private final Connection connection;
    private final Product product;
    /** Whether tables may be missing as yet, so that only the form of statements is checked. */
    private final boolean onlySyntax;

    private final List<Finding> findings = new ArrayList<>();

    StatementCheck(Connection connection, Product product, boolean onlySyntax) {
        this.connection = connection;
        this.product = product;
        this.onlySyntax = onlySyntax;
    }

    List<Finding> findings() {
        return List.copyOf(findings);
    }

    /** Checks the statements of steps, and the columns that these read. */
    StatementCheck steps(List<SqlStatement> statements) throws SQLException {
        for (SqlStatement statement : statements) {
            check("", statement.path(), () -> {
                PreparedStatement prepared =
                        Prepared.of(connection, product, statement).statement();
                try (prepared) {
                    if (!onlySyntax && statement.kind() == SqlStatement.Kind.QUERY) {
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
                check(script.place(statement), script.path(), () -> {
                    try (PreparedStatement prepared = connection.prepareStatement(statement.sql())) {
                        // PostgreSQL's driver asks its server only now.
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

    private void check(String place, String path, Check check) throws SQLException {
        try {
            check.run();
        } catch (SQLFeatureNotSupportedException e) {
            // A driver that cannot tell types has prepared the statement.
        } catch (SQLException e) {
            if (SqlFailure.of(e) == SqlFailure.CONNECTION_LOST) {
                throw e;
            }
            if (!onlySyntax || product.isSyntax(e)) {
                findings.add(Finding.problem(
                                place + "The server refuses the statement: " + SqlFailure.firstLine(e.getMessage())
                                        + ".",
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
                                "The result has no column '" + column + "'; it has " + String.join(", ", names) + ".",
                                "Correct the name, or name the column by AS.")
                        .about(statement.path()));
            }
        }
    }
}
