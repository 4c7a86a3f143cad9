// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.transactions.TestDatabase;
import org.plateaubench.plugin.transactions.TestDatabase.Engine;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.WorkloadSession;
import org.plateaubench.testkit.CountingUser;
import org.plateaubench.testkit.SingleCall;

/** Deliveries that are in progress when the run ends. */
class DeliveriesTest {
    private record Call(int operation) implements SingleCall {
        @Override
        public long unitNumber() {
            return 0;
        }

        @Override
        public Draws draws() {
            return Draws.of(KeyedRandom.key(7, 0));
        }
    }

    @Test
    void deliveryAbortedAtRunEndIsATimeout() throws Exception {
        OrderEntryParameters parameters = OrderEntryCases.small(1);
        TestDatabase database =
                TestDatabase.withTablesOf(Engine.H2, OrderEntryCases.workload().name());
        OrderEntryCases.workload()
                .dataSet(database.context(OrderEntryCases.workload(), parameters))
                .prepare(DataPolicy.REUSE, Progress.SILENT);
        List<Outcome> observed = new CopyOnWriteArrayList<>();
        CountingUser user = new CountingUser(0) {
            @Override
            public void observed(String series, long startNanos, long endNanos, Outcome outcome) {
                observed.add(outcome);
            }
        };
        WorkloadSession session = OrderEntryCases.workload()
                .open(TestDatabase.context(OrderEntryCases.workload(), parameters, database.address()));
        try (Connection other = database.connect();
                Statement lock = other.createStatement()) {
            other.setAutoCommit(false);
            lock.execute("DELETE FROM new_order");
            Driver driver = session.driver(user);
            driver.connect();
            Call delivery = new Call(TransactionType.DELIVERY.ordinal());
            driver.prepareOperation(delivery);
            assertThat(driver.execute(delivery)).isEqualTo(Outcome.ok());
            driver.close();
            other.rollback();
        }
        session.close();
        assertThat(observed).extracting(Outcome::reason).containsExactly(Outcome.TIMEOUT);
    }
}
