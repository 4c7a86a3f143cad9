// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.dvdstore.shop.Measure;
import org.plateaubench.plugin.dvdstore.shop.Operation;
import org.plateaubench.plugin.dvdstore.shop.Request;
import org.plateaubench.plugin.dvdstore.shop.Shopper;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Line;
import org.plateaubench.process.database.SqlFailure;
import org.plateaubench.spi.Driver;
import org.plateaubench.testkit.Deadline;

/** Faults of server processes: refused connections, cancelled statements, deadlocks, ended sessions. */
@Tag("slow")
@Timeout(60)
@ParameterizedClass
@EnumSource(names = {"POSTGRESQL", "MARIADB"})
class ServerFaultTest extends DrivenStore {
    /** Without retries, so that the first failure of a transaction is the outcome. */
    private static final DvdStoreParameters ONCE = TestDatabase.parameters(Map.of("maxRetries", 0));

    ServerFaultTest(Engine engine) throws Exception {
        super(engine, ONCE);
    }

    private void awaitWaiting() throws Exception {
        Deadline.until("a session waits", () -> database.waitingSessions() > 0);
    }

    private void assertExact() throws Exception {
        assertThat(data.reconcile(user.totals())).allSatisfy(row -> {
            assertThat(row.actual()).as(row.toString()).isEqualTo(row.expected());
            assertThat(row.uncertain()).as(row.toString()).isZero();
        });
    }

    private void assertOrderSucceeds(Driver userDriver, long unit) throws Exception {
        assertThat(execute(userDriver, unit, Operation.LOGIN)).isEqualTo(Outcome.ok());
        assertThat(execute(userDriver, unit, Operation.PURCHASE)).isEqualTo(Outcome.ok());
    }

    @Test
    void tooManyConnectionsAreReported() throws Exception {
        List<Connection> all = new ArrayList<>();
        Driver extraDriver = driverTo(database.url());
        try {
            // Connections of the load may still be closing.
            Connection observer = database.connect();
            all.add(observer);
            Deadline.until("other sessions are closed", () -> hasOnlyDriverAnd(observer));
            assertThatThrownBy(() -> {
                        while (all.size() <= TestServer.MAX_CONNECTIONS) {
                            all.add(database.connect());
                        }
                    })
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            refusal -> assertThat(SqlFailure.of(refusal)).isEqualTo(SqlFailure.TOO_MANY_CONNECTIONS));
            assertThatThrownBy(extraDriver::connect)
                    .isInstanceOf(SQLException.class)
                    .hasMessageStartingWith("too-many-connections: ")
                    .hasMessageNotContaining("conn=");
            assertThat(data.preflight(DataPolicy.REUSE))
                    .singleElement()
                    .asString()
                    .contains("accepts no further connection", "raise the limit");
            // Existing connections still work.
            assertOrderSucceeds(driver, 0);
        } finally {
            for (Connection connection : all) {
                connection.close();
            }
        }
        connectWhenPossible(extraDriver);
        assertOrderSucceeds(extraDriver, 1);
        extraDriver.close();
        assertExact();
    }

    private boolean hasOnlyDriverAnd(Connection observer) throws SQLException {
        try (Statement statement = observer.createStatement();
                ResultSet sessions = statement.executeQuery(database.engine().sessionsQuery())) {
            return sessions.next() && sessions.getLong(1) == 2;
        }
    }

    /** The server closes a connection slightly later than its client. */
    private static void connectWhenPossible(Driver extraDriver) throws Exception {
        Deadline.until("a connection is free", () -> {
            try {
                extraDriver.connect();
                return true;
            } catch (SQLException notYet) {
                return false;
            }
        });
    }

    @Test
    void deadlockBeyondRetryLimitIsReported() throws Exception {
        Shopper shopper = new Shopper(ONCE.store(), 5, 5, 500);
        int unit = 0;
        List<Line> cart = List.of();
        while (cart.size() < 2) {
            unit++;
            cart = ((Request.Purchase) shopper.request(new TestCall(1, 0, unit, 1, Operation.PURCHASE))).lines();
        }
        int ordered = unit;
        int first = cart.getFirst().product();
        int last = cart.getLast().product();
        assertThat(execute(driver, ordered, Operation.LOGIN)).isEqualTo(Outcome.ok());
        // PostgreSQL aborts the transaction that waited first, MariaDB the one with fewer changes: both abort the
        // purchase.
        try (Connection blocker = database.blocker("UPDATE inventory SET sales = sales + 1 WHERE prod_id >= " + last)) {
            Future<Outcome> purchase = inBackground(() -> execute(driver, ordered, Operation.PURCHASE));
            awaitWaiting();
            try (Statement statement = blocker.createStatement()) {
                statement.executeUpdate("UPDATE inventory SET sales = sales + 1 WHERE prod_id = " + first);
            }
            Outcome outcome = purchase.get(20, TimeUnit.SECONDS);
            assertThat(outcome.reason()).isEqualTo("deadlock");
            assertThat(outcome.connectionLost()).isFalse();
            blocker.rollback();
        }
        assertThat(user.count(Measure.RETRIES)).isZero();
        assertExact();
        assertOrderSucceeds(driver, ordered);
        assertExact();
    }

    @Test
    void cancelledStatementIsTimeoutAndKeepsTheConnection() throws Exception {
        String limit = switch (database.engine()) {
            case POSTGRESQL -> "?options=-c%20statement_timeout=300";
            case MARIADB -> "&sessionVariables=max_statement_time=0.3";
            case H2 -> throw new IllegalStateException();
        };
        Driver limited = driverTo(database.url() + limit);
        limited.connect();
        assertThat(execute(limited, 0, Operation.LOGIN)).isEqualTo(Outcome.ok());
        try (Connection blocker = database.blocker("UPDATE inventory SET sales = sales + 1")) {
            Outcome outcome = execute(limited, 0, Operation.PURCHASE);
            assertThat(outcome.reason()).isEqualTo("statement-timeout");
            assertThat(outcome.connectionLost()).isFalse();
            blocker.rollback();
        }
        assertExact();
        assertThat(execute(limited, 0, Operation.PURCHASE)).isEqualTo(Outcome.ok());
        limited.close();
        assertExact();
    }

    @Test
    void connectionEndedByServerLosesTheOrder() throws Exception {
        assertThat(execute(driver, 0, Operation.LOGIN)).isEqualTo(Outcome.ok());
        try (Connection blocker = database.blocker("UPDATE inventory SET sales = sales + 1")) {
            Future<Outcome> purchase = inBackground(() -> execute(driver, 0, Operation.PURCHASE));
            awaitWaiting();
            endWaiting(blocker);
            Outcome outcome = purchase.get(20, TimeUnit.SECONDS);
            assertThat(outcome.reason()).isEqualTo("connection-lost");
            assertThat(outcome.connectionLost()).isTrue();
            blocker.rollback();
        }
        driver.connect();
        assertExact();
        assertOrderSucceeds(driver, 1);
        assertExact();
    }

    /** Ends the waiting session, as an administrator would. */
    private void endWaiting(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            switch (database.engine()) {
                case POSTGRESQL ->
                    statement.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                            + " WHERE wait_event_type = 'Lock'");
                case MARIADB ->
                    statement.execute("KILL "
                            + database.number("SELECT id FROM information_schema.processlist"
                                    + " WHERE user = 'plateau' AND info LIKE 'UPDATE inventory%'"));
                case H2 -> throw new IllegalStateException();
            }
        }
    }
}
