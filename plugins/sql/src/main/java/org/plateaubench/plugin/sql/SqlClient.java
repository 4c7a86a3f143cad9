// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.sql.SqlStatement.Result;
import org.plateaubench.process.database.SqlFailure;
import org.plateaubench.process.database.UserConnection;
import org.plateaubench.scenario.Client;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Values;
import org.plateaubench.spi.UserContext;

/** The connection of one user, with its prepared statements and the result of the last one. */
final class SqlClient implements Client {
    private static final String STATEMENTS = "sqlStatements";
    private static final String ROWS = "sqlRowsRead";
    private static final String UPDATED = "sqlRowsChanged";
    private static final String COMMITS = "sqlCommits";
    private static final String ROLLBACKS = "sqlRollbacks";
    private static final String RETRIES = "sqlRetries";

    private final SqlConnector connector;
    private final List<SqlStatement> scenarioStatements;
    private final Result result = new Result();
    private final StringBuilder buffer = new StringBuilder();
    private final UserContext.Counter statements;
    private final UserContext.Counter rows;
    private final UserContext.Counter updated;
    private final UserContext.Counter commits;
    private final UserContext.Counter rollbacks;
    private final UserContext.Counter retries;
    private final @Nullable Consumer<String> trace;
    private final UserConnection connection;
    private @Nullable Prepared[] prepared = new Prepared[0];
    private @Nullable Prepared boundEarly;
    private boolean isAutoCommit;

    SqlClient(SqlConnector connector, List<SqlStatement> scenarioStatements, UserContext user) {
        this.connector = connector;
        connection = new UserConnection(connector::startOpening);
        this.scenarioStatements = scenarioStatements;
        statements = user.counter(STATEMENTS);
        rows = user.counter(ROWS);
        updated = user.counter(UPDATED);
        commits = user.counter(COMMITS);
        rollbacks = user.counter(ROLLBACKS);
        retries = user.counter(RETRIES);
        trace = user.trace().orElse(null);
    }

    static List<MeasureDefinition> measures() {
        return List.of(
                MeasureDefinition.counter(STATEMENTS, "statements", "Statements that were executed, a batch as one."),
                MeasureDefinition.counter(ROWS, "rows", "Rows that queries returned."),
                MeasureDefinition.counter(
                        UPDATED, "rows", "Rows that updates and batches changed, also if rolled back."),
                MeasureDefinition.counter(COMMITS, "transactions", "Transactions that were committed."),
                MeasureDefinition.counter(ROLLBACKS, "transactions", "Transactions that were rolled back."),
                MeasureDefinition.counter(RETRIES, "transactions", "Transactions that were tried again."));
    }

    @Override
    public void connect() throws SQLException, InterruptedException {
        isAutoCommit = true;
        boundEarly = null;
        prepared = connection.connect(this::prepare);
    }

    /** Prepares all statements in advance. A statement that the server refuses is prepared again when it is used. */
    private @Nullable Prepared[] prepare(Connection opened) throws SQLException {
        @Nullable Prepared[] statements = new Prepared[scenarioStatements.size()];
        for (SqlStatement statement : scenarioStatements) {
            try {
                statements[statement.index()] = Prepared.of(opened, connector.product(), statement);
            } catch (SQLException e) {
                if (SqlFailure.of(e) == SqlFailure.CONNECTION_LOST) {
                    throw e;
                }
            }
        }
        return statements;
    }

    Connection connection() throws StepFailure {
        Connection open = connection.connection();
        if (open == null) {
            throw new StepFailure(Outcome.connectionLost("not-connected", "there is no connection"));
        }
        return open;
    }

    /** Turns the automatic commit after each statement on or off. */
    void setAutoCommit(boolean wanted) throws SQLException, StepFailure {
        if (isAutoCommit != wanted) {
            connection().setAutoCommit(wanted);
            isAutoCommit = wanted;
        }
    }

    /** Binds the values of the current unit before the statement is due, without calling the server. */
    void bindEarly(SqlStatement statement, Values values) throws SQLException, StepFailure {
        Prepared candidate = statement.index() < prepared.length ? prepared[statement.index()] : null;
        boundEarly = null;
        if (candidate != null) {
            candidate.bind(statement.text(), values, buffer);
            boundEarly = candidate;
        }
    }

    /** Returns the statement with the values of the current unit bound, unless it is a batch. */
    Prepared bind(SqlStatement statement, Values values) throws SQLException, StepFailure {
        Connection open = connection();
        Prepared candidate = prepared[statement.index()];
        if (candidate == null) {
            candidate = Prepared.of(open, connector.product(), statement);
            prepared[statement.index()] = candidate;
        }
        if (candidate != boundEarly && statement.kind() != SqlStatement.Kind.BATCH) {
            candidate.bind(statement.text(), values, buffer);
        }
        boundEarly = null;
        return candidate;
    }

    void bindRow(Prepared statement, SqlText text, Values values) throws SQLException, StepFailure {
        statement.bind(text, values, buffer);
    }

    Result result() {
        return result;
    }

    /** Receives the sent and received texts when a single user is tried; otherwise null. */
    @Nullable
    Consumer<String> trace() {
        return trace;
    }

    void countStatement(long read, long changed) {
        statements.add(1);
        if (read > 0) {
            rows.add(read);
        }
        if (changed > 0) {
            updated.add(changed);
        }
    }

    void countRetry() {
        retries.add(1);
    }

    void commit() throws SQLException, StepFailure {
        connection().commit();
        commits.add(1);
    }

    /** Rolls the transaction back; a connection on which this fails is lost. */
    void rollback() throws StepFailure {
        try {
            connection().rollback();
            rollbacks.add(1);
        } catch (SQLException e) {
            // Uncommitted changes must never be committed by a later transaction.
            connection.drop();
            throw new StepFailure(Outcome.connectionLost(
                    SqlFailure.CONNECTION_LOST.errorClass(),
                    "the transaction could not be rolled back: " + SqlFailure.firstLine(e.getMessage())));
        }
    }

    @Override
    public void abort() {
        connection.drop();
    }

    @Override
    public void close() throws InterruptedException {
        connection.close();
    }
}
