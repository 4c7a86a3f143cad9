// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;

class DvdStoreWorkloadTest {
    private final DvdStoreWorkload workload = new DvdStoreWorkload();

    private static DvdStoreParameters with(int newCustomerPercent, int lineItems) {
        return TestDatabase.parameters(Map.of("newCustomerPercent", newCustomerPercent, "lineItems", lineItems));
    }

    @Test
    void anOrderIsAnArrivalThreeSearchesAndAPurchase() {
        WorkloadDefinition definition = workload.define(with(20, 5));
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
    void onlyAFailedArrivalEndsTheOrder() {
        assertThat(workload.define(with(20, 5)).operations())
                .filteredOn(OperationDefinition::endsUnitOnError)
                .extracting(OperationDefinition::name)
                .containsExactly("login", "newCustomer");
    }

    @Test
    void theExtremesOfNewCustomersLeaveOneKindOfArrival() {
        assertThat(workload.define(with(0, 5)).units().getFirst().expectedTimes("login"))
                .isEqualTo(1.0);
        assertThat(workload.define(with(100, 5)).units().getFirst().expectedTimes("newCustomer"))
                .isEqualTo(1.0);
    }

    @Test
    void whatWeakensTheFiguresIsNoted() {
        assertThat(workload.check(with(20, 5))).isEmpty();
        assertThat(workload.check(with(20, 6))).singleElement().asString().contains("at most 10 lines");
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
