// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;
import org.plateaubench.api.Answers;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.plugin.sql.SqlStatement.Refusal;
import org.plateaubench.plugin.sql.SqlStatement.Result;
import org.plateaubench.process.database.SqlFailure;
import org.plateaubench.scenario.Action;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Values;

/** A step: one statement, which is committed immediately, or a transaction. */
sealed interface SqlAction extends Action<SqlClient> {
    List<SqlStatement> statements();

    @Override
    default Answers verified() {
        return Action.verified(
                statements().stream()
                        .anyMatch(each -> !each.expectations().rules().isEmpty()),
                "{ rows: 1 } or { updated: 1 }");
    }

    @Override
    default int rows() {
        return statements().stream()
                .filter(each -> each.kind() == SqlStatement.Kind.BATCH)
                .mapToInt(each -> (int) each.rows().max())
                .max()
                .orElse(0);
    }

    record Single(String description, SqlStatement statement) implements SqlAction {
        @Override
        public List<SqlStatement> statements() {
            return List.of(statement);
        }

        @Override
        public void prepare(Values values, SqlClient client) throws StepFailure {
            try {
                if (statement.kind() != SqlStatement.Kind.BATCH) {
                    client.bindEarly(statement, values);
                }
            } catch (SQLException e) {
                throw new StepFailure(StatementCall.failure(e));
            }
        }

        @Override
        public Outcome run(Values values, SqlClient client) throws StepFailure {
            try {
                client.setAutoCommit(true);
                return StatementCall.execute(statement, values, client);
            } catch (SQLException e) {
                return StatementCall.failure(e);
            }
        }
    }

    /** A transaction, and how often it is tried again when it lost a deadlock or waited too long for a lock. */
    record Transaction(String description, List<SqlStatement> statements, int retries, Refusal refusal)
            implements SqlAction {
        @Override
        public Outcome run(Values values, SqlClient client) throws StepFailure {
            for (int remainingRetries = retries; ; remainingRetries--) {
                try {
                    Outcome outcome = execute(values, client);
                    if (!StatementCall.isOk(outcome)) {
                        client.rollback();
                    } else {
                        client.commit();
                    }
                    traceEnd(outcome, client);
                    return outcome;
                } catch (StepFailure e) {
                    client.rollback();
                    throw e;
                } catch (SQLException e) {
                    Outcome failure = StatementCall.failure(e);
                    if (failure.connectionLost()) {
                        return failure;
                    }
                    client.rollback();
                    boolean isRefused = refusal.matches(e);
                    if (isRefused || remainingRetries == 0 || !SqlFailure.of(e).isRetryable()) {
                        return isRefused ? refusal.outcome() : failure;
                    }
                    client.countRetry();
                }
            }
        }

        private Outcome execute(Values values, SqlClient client) throws SQLException, StepFailure {
            client.setAutoCommit(false);
            for (int i = 0; i < statements.size(); i++) {
                Outcome outcome = StatementCall.execute(statements.get(i), values, client);
                if (!StatementCall.isOk(outcome)) {
                    return outcome;
                }
            }
            return Outcome.ok();
        }

        private void traceEnd(Outcome outcome, SqlClient client) {
            if (client.trace() != null) {
                client.trace().accept(StatementCall.isOk(outcome) ? "commit" : "rollback");
            }
        }
    }

    static final class StatementCall {
        /** Distinguishes the draws of batches from those of data sources. */
        private static final long SALT = 0x62617463685f3031L;

        private StatementCall() {}

        static Outcome execute(SqlStatement statement, Values values, SqlClient client)
                throws SQLException, StepFailure {
            if (client.trace() != null) {
                TraceText.statement(statement, values, client.trace());
            }
            Outcome outcome;
            try {
                outcome = executeAndJudge(statement, values, client);
            } catch (SQLException e) {
                if (statement.refusal().matches(e)) {
                    return statement.refusal().outcome();
                }
                throw e;
            }
            if (client.trace() != null) {
                TraceText.result(statement, client.result(), client.trace());
                statement.expectations().traceChecks(outcome, values, client.trace());
            }
            return outcome;
        }

        private static Outcome executeAndJudge(SqlStatement statement, Values values, SqlClient client)
                throws SQLException, StepFailure {
            Prepared prepared = client.bind(statement, values);
            Result result = client.result();
            result.clear(statement.columns().size());
            switch (statement.kind()) {
                case QUERY -> query(statement, prepared, result);
                case UPDATE -> update(statement, prepared.statement(), result);
                case BATCH -> batch(statement, prepared, values, client);
            }
            client.countStatement(result.rows, result.updated);
            return statement.expectations().judge(result, null, values);
        }

        private static void query(SqlStatement statement, Prepared prepared, Result result)
                throws SQLException, StepFailure {
            try (ResultSet found = prepared.statement().executeQuery()) {
                int[] positions = prepared.columns(found, statement.columns());
                while (found.next()) {
                    if (result.rows == 0) {
                        readRow(found, positions, result);
                    }
                    result.rows++;
                }
            }
        }

        private static void readRow(ResultSet found, int[] positions, Result result) throws SQLException {
            for (int i = 0; i < positions.length; i++) {
                result.values[i] = found.getString(positions[i]);
            }
        }

        private static void update(SqlStatement statement, PreparedStatement prepared, Result result)
                throws SQLException {
            result.updated = prepared.executeUpdate();
            List<String> keys = statement.columns();
            if (keys.isEmpty()) {
                return;
            }
            try (ResultSet generated = prepared.getGeneratedKeys()) {
                if (generated.next()) {
                    for (int i = 0; i < keys.size(); i++) {
                        result.values[i] = generated.getString(i + 1);
                    }
                }
            }
        }

        private static void batch(SqlStatement statement, Prepared prepared, Values values, SqlClient client)
                throws SQLException, StepFailure {
            long spread = statement.rows().max() - statement.rows().min() + 1;
            long count = statement.rows().min()
                    + Math.unsignedMultiplyHigh(values.unitBits(SALT, statement.index()), spread);
            try {
                for (int row = 1; row <= count; row++) {
                    values.selectRow(row);
                    client.bindRow(prepared, statement.text(), values);
                    prepared.statement().addBatch();
                }
            } catch (StepFailure e) {
                prepared.statement().clearBatch();
                throw e;
            } finally {
                values.selectRow(0);
            }
            for (int changed : prepared.statement().executeBatch()) {
                // A driver may report success of a row without the number of changed rows.
                client.result().updated += changed == PreparedStatement.SUCCESS_NO_INFO ? 1 : changed;
            }
        }

        static Outcome failure(SQLException failure) {
            SQLException first = failure;
            // Some drivers report the failed row of a batch only as the next exception of a general failure.
            while (first.getNextException() != null && SqlFailure.of(first) == SqlFailure.SQL) {
                first = first.getNextException();
            }
            return SqlFailure.of(first).outcome(first);
        }

        static boolean isOk(Outcome outcome) {
            return outcome.kind() == OutcomeKind.OK;
        }

        /** Formats statements and results for the trace. */
        private static final class TraceText {
            private static final int MAX_CHARACTERS = 200;

            private TraceText() {}

            static void statement(SqlStatement statement, Values values, Consumer<String> trace) throws StepFailure {
                StringBuilder text = new StringBuilder();
                statement
                        .text()
                        .sql()
                        .lines()
                        .forEach(line -> text.append("> ").append(line.strip()).append('\n'));
                for (int i = 0; i < statement.text().names().size(); i++) {
                    boolean isBatch = statement.kind() == SqlStatement.Kind.BATCH;
                    text.append("> ")
                            .append(statement.text().names().get(i))
                            .append(" = ")
                            .append(
                                    isBatch
                                            ? "of each row"
                                            : shorten(statement
                                                    .text()
                                                    .parameters()
                                                    .get(i)
                                                    .text(values)))
                            .append('\n');
                }
                trace.accept(text.toString().stripTrailing());
            }

            static void result(SqlStatement statement, Result result, Consumer<String> trace) {
                StringBuilder text = new StringBuilder(
                        statement.kind() == SqlStatement.Kind.QUERY
                                ? "< " + result.rows + (result.rows == 1 ? " row" : " rows")
                                : "< " + result.updated + (result.updated == 1 ? " row" : " rows") + " changed");
                for (int i = 0; i < statement.columns().size(); i++) {
                    text.append("\n< ")
                            .append(statement.columns().get(i))
                            .append(" = ")
                            .append(shorten(String.valueOf(result.values[i])));
                }
                trace.accept(text.toString());
            }

            private static String shorten(String text) {
                String printable = text.replaceAll("\\p{Cntrl}", " ");
                return printable.length() <= MAX_CHARACTERS
                        ? printable
                        : printable.substring(0, MAX_CHARACTERS) + "... (" + printable.length() + " characters)";
            }
        }
    }
}
