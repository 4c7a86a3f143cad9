// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.plugin.dvdstore.shop.CustomerData;
import org.plateaubench.plugin.dvdstore.shop.Measure;
import org.plateaubench.plugin.dvdstore.shop.Operation;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.testkit.Deadline;
import org.plateaubench.testkit.LossyRelay;

@Tag("slow")
@Timeout(60)
@ParameterizedClass
@EnumSource(Engine.class)
class FaultTest extends DrivenStore {
    private static final DvdStoreParameters PARAMETERS = TestDatabase.parameters(Restock.HOLD);

    FaultTest(Engine engine) throws Exception {
        super(engine, PARAMETERS);
    }

    @Test
    void abortEndsWaitingStatementAndDriverReconnects() throws Exception {
        assertThat(execute(driver, 0, Operation.LOGIN)).isEqualTo(Outcome.ok());
        try (Connection blocker = database.blocker("UPDATE inventory SET sales = sales + 1")) {
            Future<Outcome> purchase = inBackground(() -> execute(driver, 0, Operation.PURCHASE));
            Deadline.until("a session waits", () -> database.waitingSessions() > 0);
            driver.abort();
            Outcome outcome = purchase.get(20, TimeUnit.SECONDS);
            assertThat(outcome.kind()).isEqualTo(OutcomeKind.ERROR);
            assertThat(outcome.reason()).as("%s", outcome).isEqualTo("connection-lost");
            assertThat(outcome.connectionLost()).isTrue();
            blocker.rollback();
        }
        driver.connect();
        assertThat(execute(driver, 1, Operation.LOGIN)).isEqualTo(Outcome.ok());
        assertReconciled(0);
    }

    @Test
    void abortEndsUnansweredConnect() throws Exception {
        try (ServerSocket silent = new ServerSocket(0)) {
            silent.setSoTimeout(20_000);
            Driver waiting = driverTo(database.url(silent.getLocalPort()));
            Future<Boolean> connect = inBackground(() -> {
                waiting.connect();
                return true;
            });
            silent.accept();
            waiting.abort();
            assertThatThrownBy(() -> connect.get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(SQLException.class);
        }
    }

    @Test
    void stoppedServerIsReportedAsConnectionLost() throws Exception {
        LossyRelay relay = new LossyRelay(database.port());
        Driver driven = driverTo(database.url(relay.port()));
        driven.connect();
        assertThat(execute(driven, 0, Operation.LOGIN)).isEqualTo(Outcome.ok());
        relay.close();
        Outcome outcome = execute(driven, 0, Operation.BROWSE_TITLE);
        assertThat(outcome.reason()).as("%s", outcome).isEqualTo("connection-lost");
        assertThat(outcome.connectionLost()).isTrue();
        assertThatThrownBy(() -> driven.connect()).isInstanceOf(SQLException.class);
    }

    @Test
    void lockTimeoutIsRetriedUpToTheLimit() throws Exception {
        DvdStoreParameters once = TestDatabase.parameters(Map.of("maxRetries", 1));
        TestUser limitedUser = new TestUser();
        Driver limitedDriver =
                new DvdStoreWorkload().open(database.context(once)).driver(limitedUser);
        limitedDriver.connect();
        assertThat(execute(limitedDriver, 0, Operation.LOGIN)).isEqualTo(Outcome.ok());
        assertThat(execute(driver, 1, Operation.LOGIN)).isEqualTo(Outcome.ok());
        try (Connection blocker = database.blocker("UPDATE inventory SET sales = sales + 1")) {
            Future<Outcome> retried = inBackground(() -> execute(driver, 1, Operation.PURCHASE));
            Outcome outcome = execute(limitedDriver, 0, Operation.PURCHASE);
            assertThat(outcome.reason()).isEqualTo("lock-timeout");
            assertThat(outcome.connectionLost()).isFalse();
            assertThat(limitedUser.count(Measure.RETRIES)).isEqualTo(1);
            Deadline.until("the purchase is retried", () -> user.count(Measure.RETRIES) > 0);
            blocker.rollback();
            assertThat(retried.get(20, TimeUnit.SECONDS)).isEqualTo(Outcome.ok());
        }
        assertThat(user.count(Measure.ORDERS)).isEqualTo(1);
        assertThat(limitedUser.count(Measure.PURCHASES_ENDED)).isEqualTo(1);
        limitedDriver.close();
        // The failed order has changed nothing.
        assertReconciled(0);
    }

    @Test
    void purchaseWithoutLoginChangesNothing() throws Exception {
        assertThat(execute(driver, 5, Operation.PURCHASE).reason()).isEqualTo("no-customer");
        assertThat(execute(driver, 6, Operation.LOGIN)).isEqualTo(Outcome.ok());
        assertThat(execute(driver, 7, Operation.PURCHASE).reason()).isEqualTo("no-customer");
        assertReconciled(0);
    }

    @Test
    void unknownCustomerIsReported() throws Exception {
        database.execute("UPDATE customers SET password = 'changed'");
        assertThat(execute(driver, 0, Operation.LOGIN).reason()).isEqualTo("unknown-customer");
        database.execute("UPDATE customers SET password = '" + CustomerData.PASSWORD + "'");
    }

    @Test
    void commitWithLostAnswerIsUncertain() throws Exception {
        try (LossyRelay relay = new LossyRelay(database.port())) {
            Driver relayed = driverTo(database.url(relay.port()));
            int unit = 0;
            int answers = 0;
            // Loses the response to the first, the second, ... statement of a purchase, including the commit.
            while (user.count(Measure.UNCERTAIN_ORDERS) < 3) {
                relayed.connect();
                assertThat(execute(relayed, unit, Operation.LOGIN)).isEqualTo(Outcome.ok());
                answers = loseResponse(relayed, relay, unit, answers) ? answers + 1 : 0;
                unit++;
            }
            relayed.close();
        }
        assertThat(user.count(Measure.UNCERTAIN_ORDERS)).isEqualTo(3);
        assertThat(user.count(Measure.UNCERTAIN_LINES)).isBetween(3L, 27L);
        SentTotals sent = user.totals();
        Deadline.until("other sessions are closed", () -> database.sessions() <= 2);
        assertThat(data.reconcile(sent)).allMatch(row -> row.isMet());
        // H2's driver prepares a commit first; the lost response may be the one to that request.
        long minCommitted = database.engine() == Engine.H2 ? 0 : 3;
        assertThat(database.number("SELECT COUNT(*) FROM orders") - 12_000 - user.count(Measure.ORDERS))
                .isBetween(minCommitted, 3L);
    }

    /** Drops the responses of a purchase after this number of responses; returns false if there were no more. */
    private boolean loseResponse(Driver relayed, LossyRelay relay, int unit, int answers) throws Exception {
        relay.loseAfter(answers);
        Future<Outcome> purchase = inBackground(() -> execute(relayed, unit, Operation.PURCHASE));
        Deadline.until("an answer is lost", () -> relay.lost() > 0 || purchase.isDone());
        boolean lost = relay.lost() > 0;
        relayed.abort();
        purchase.get(20, TimeUnit.SECONDS);
        relay.loseNothing();
        return lost;
    }

    private void assertReconciled(long uncertain) throws Exception {
        assertThat(data.reconcile(user.totals())).allSatisfy(row -> {
            assertThat(row.isMet()).as(row.toString()).isTrue();
            if (!row.what().startsWith("purchases")) {
                assertThat(row.uncertain()).as(row.what()).isEqualTo(uncertain);
            }
        });
    }
}
