// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.Draws;
import org.plateaubench.plugin.transactions.orderentry.Company.SkewedDraw;
import org.plateaubench.testkit.SingleCall;

/** The input of transactions has the documented shares, and each customer has one loaded order. */
class RequestTest {
    private static final int CALLS = 50_000;

    private record Call(int sequence, long unitNumber, int operation) implements SingleCall {
        @Override
        public Draws draws() {
            return Draws.of(1_000_003L * unitNumber);
        }
    }

    @Test
    void orderAndPaymentSharesAreAsDocumented() {
        Scale scale = new Scale(5, Scale.Size.FULL);
        Request request = new Request(scale, 42);
        int lines = 0;
        int remote = 0;
        int rollbacks = 0;
        int byName = 0;
        int away = 0;
        for (int unit = 0; unit < CALLS; unit++) {
            request.draw(new Call(7, unit, 0), TransactionType.NEW_ORDER);
            assertThat(request.warehouse).isEqualTo(3);
            lines += request.lineCount;
            remote += request.remoteLines();
            rollbacks += request.isRolledBack ? 1 : 0;
            int last = request.lineCount - 1;
            assertThat(request.item(last) > scale.size().items).isEqualTo(request.isRolledBack);
            assertThat(request.units(0)).isBetween(1, 10);
            request.draw(new Call(7, unit, 1), TransactionType.PAYMENT);
            byName += request.customer == 0 ? 1 : 0;
            away += request.customerWarehouse == 3 ? 0 : 1;
        }
        assertThat((double) lines / CALLS).isCloseTo(10, within(0.1));
        assertThat((double) remote / lines).isCloseTo(0.01, within(0.001));
        assertThat((double) rollbacks / CALLS).isCloseTo(0.01, within(0.002));
        assertThat((double) byName / CALLS).isCloseTo(0.6, within(0.01));
        assertThat((double) away / CALLS).isCloseTo(0.15, within(0.01));
    }

    @ParameterizedTest
    @EnumSource
    void everyCustomerHasOneLoadedOrder(Scale.Size size) {
        Company company = new Company(new Scale(1, size), 42);
        BitSet customers = new BitSet();
        for (int order = 1; order <= size.customers; order++) {
            customers.set(company.customerOfOrder(1, 4, order));
        }
        assertThat(customers.cardinality()).isEqualTo(size.customers);
        SkewedDraw run = SkewedDraw.names(size, 42);
        SkewedDraw load = SkewedDraw.loadedNames(size, 42);
        int distance = Math.abs(run.constant() - load.constant());
        assertThat(distance * 255 / size.nameSpread).isBetween(65, 119).isNotIn(96, 112);
        assertThat(company.lastName(1, 1, size.names)).isEqualTo(company.lastName(size.names - 1));
    }
}
