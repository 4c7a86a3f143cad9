// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plateaubench.plugin.dvdstore.shop.Operation;
import org.plateaubench.plugin.dvdstore.shop.Request;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.plugin.dvdstore.shop.Shopper;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Line;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;

class ShopperTest {
    private final Shopper shopper = new Shopper(StoreSize.SMALL, 5, 5, 500);

    /** Runs with the same seed are comparable only if their requests are the same: 200 orders of DVD Store 2. */
    @Test
    void ds2RequestsMatchTheRecording() {
        assertThat(requests(calls(5)).toString().hashCode()).isEqualTo(2_103_901_922);
    }

    private static List<TestCall> calls(long seed) {
        TestShopper orders = new TestShopper(TestDatabase.parameters(Restock.HOLD), seed, 3);
        return IntStream.range(0, 200)
                .boxed()
                .flatMap(unit -> orders.calls(unit).stream())
                .toList();
    }

    private List<Request> requests(List<TestCall> calls) {
        return calls.stream().map(shopper::request).toList();
    }

    @Test
    void cartDoesNotDependOnEarlierSearches() {
        assertThat(shopper.request(new TestCall(1, 2, 3, 2, Operation.PURCHASE)))
                .isEqualTo(shopper.request(new TestCall(1, 2, 3, 6, Operation.PURCHASE)));
    }

    @Test
    void cartSizesStayWithinLimits() {
        Shopper large = new Shopper(StoreSize.SMALL, 5, 10, 500);
        int largest = 0;
        for (int unit = 0; unit < 1_000; unit++) {
            assertThat(cart(shopper, unit)).hasSizeBetween(1, 9);
            largest = Math.max(largest, cart(large, unit).size());
        }
        assertThat(largest).isEqualTo(10);
    }

    private static List<Line> cart(Shopper shopper, int unit) {
        return ((Request.Purchase) shopper.request(new TestCall(1, 0, unit, 4, Operation.PURCHASE))).lines();
    }

    @Test
    void hotProductsAreTenTimesAsLikely() {
        Shopper large = new Shopper(StoreSize.LARGE, 5, 5, 500);
        int lines = 0;
        int hot = 0;
        int last = 0;
        for (int unit = 0; unit < 40_000; unit++) {
            for (Line line : cart(large, unit)) {
                lines++;
                hot += line.product() % 10_000 == 0 ? 1 : 0;
                last = Math.max(last, line.product());
                assertThat(line.product()).isBetween(1, 1_000_000);
            }
        }
        double share = 10 * 100 / (1_000_000 + 9.0 * 100);
        double error = Math.sqrt(share / lines);
        assertThat((double) hot / lines).isBetween(share - 4 * error, share + 4 * error);
        assertThat(last).isGreaterThan(999_000);
    }
}
