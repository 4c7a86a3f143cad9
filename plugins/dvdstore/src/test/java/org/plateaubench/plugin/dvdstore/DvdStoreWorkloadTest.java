// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.plugin.dvdstore.shop.Restock;

class DvdStoreWorkloadTest {
    private final DvdStoreWorkload workload = new DvdStoreWorkload();

    private static DvdStoreParameters with(int newCustomerPercent, int lineItems, Restock restock) {
        return TestDatabase.parameters(Map.of(
                "newCustomerPercent",
                newCustomerPercent,
                "lineItems",
                lineItems,
                "restock",
                restock.name().toLowerCase(Locale.ROOT)));
    }

    @Test
    void orderIsArrivalThreeSearchesAndPurchase() {
        WorkloadDefinition definition = workload.define(with(20, 5, Restock.HOLD));
        UnitDefinition order = definition.units().getFirst();
        assertThat(order.expectedTimes("login")).isEqualTo(0.8);
        assertThat(order.expectedTimes("newCustomer")).isEqualTo(0.2);
        for (String browse : new String[] {"browseCategory", "browseActor", "browseTitle"}) {
            assertThat(order.expectedTimes(browse)).isEqualTo(1.0);
        }
        assertThat(order.expectedTimes("purchase")).isEqualTo(1.0);
        assertThat(definition.metric().line()).isEqualTo("purchase");
    }

    @Test
    void onlyFailedLoginOrNewCustomerEndsOrder() {
        assertThat(workload.define(with(20, 5, Restock.HOLD)).operations())
                .filteredOn(OperationDefinition::endsUnitOnError)
                .extracting(OperationDefinition::name)
                .containsExactly("login", "newCustomer");
    }

    @Test
    void largeCartsAndNoRestockAreNoted() {
        assertThat(workload.check(with(20, 5, Restock.HOLD))).isEmpty();
        assertThat(workload.check(with(20, 6, Restock.HOLD)))
                .singleElement()
                .asString()
                .contains("at most 10 lines");
        assertThat(workload.check(with(20, 5, Restock.NONE)))
                .singleElement()
                .asString()
                .contains("sells out");
    }

    @Test
    void everyParameterIsDescribed() {
        for (RecordComponent component : DvdStoreParameters.class.getRecordComponents()) {
            Parameter parameter = component.getAnnotation(Parameter.class);
            assertThat(parameter).as(component.getName()).isNotNull();
            assertThat(parameter.description()).endsWith(".");
        }
    }
}
