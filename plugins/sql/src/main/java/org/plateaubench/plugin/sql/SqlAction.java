// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import java.sql.SQLException;
import java.util.List;
import org.plateaubench.api.Answers;
import org.plateaubench.api.Outcome;
import org.plateaubench.process.database.SqlFailure;
import org.plateaubench.scenario.Action;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Values;

/** A step: one statement, which is committed at once, or a transaction. */
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
                throw new StepFailure(StatementCall.failed(e));
            }
        }

        @Override
        public Outcome run(Values values, SqlClient client) throws StepFailure {
            try {
                client.autoCommit(true);
                return StatementCall.execute(statement, values, client);
            } catch (SQLException e) {
                return StatementCall.failed(e);
            }
        }
    }

    /** A transaction, and how often it is tried again when it lost a deadlock or waited too long for a lock. */
    record Transaction(String description, List<SqlStatement> statements, int retries, Refusal refusal)
            implements SqlAction {
        @Override
        public Outcome run(Values values, SqlClient client) throws StepFailure {
            for (int left = retries; ; left--) {
                try {
                    Outcome outcome = attempt(values, client);
                    if (!StatementCall.isOk(outcome)) {
                        client.rollback();
                    } else {
                        client.commit();
                    }
                    tell(outcome, client);
                    return outcome;
                } catch (StepFailure e) {
                    client.rollback();
                    throw e;
                } catch (SQLException e) {
                    Outcome failed = StatementCall.failed(e);
                    if (failed.connectionLost()) {
                        return failed;
                    }
                    client.rollback();
                    boolean isRefused = refusal.is(e);
                    if (isRefused || left == 0 || !SqlFailure.of(e).isRetryable()) {
                        return isRefused ? refusal.outcome() : failed;
                    }
                    client.countRetry();
                }
            }
        }

        private Outcome attempt(Values values, SqlClient client) throws SQLException, StepFailure {
            client.autoCommit(false);
            for (int i = 0; i < statements.size(); i++) {
                Outcome outcome = StatementCall.execute(statements.get(i), values, client);
                if (!StatementCall.isOk(outcome)) {
                    return outcome;
                }
            }
            return Outcome.ok();
        }

        private void tell(Outcome outcome, SqlClient client) {
            if (client.trace() != null) {
                client.trace().accept(StatementCall.isOk(outcome) ? "commit" : "rollback");
            }
        }
    }
}
