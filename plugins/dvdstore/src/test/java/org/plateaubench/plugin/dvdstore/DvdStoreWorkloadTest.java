// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.plugin.dvdstore.shop.Measure;
import org.plateaubench.plugin.dvdstore.shop.Operation;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;

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
    void orderHasLoginThreeSearchesAndPurchase() {
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

    private static final Path PAGE = Path.of("..", "..", "docs", "plugins", "dvdstore.md");

    private static String page() throws Exception {
        return Files.readString(PAGE);
    }

    @Test
    void documentedExpectedValuesMatchCode() throws Exception {
        assertThat(page())
                .contains("| Figure | small | medium | large |\n|---|---|---|---|\n"
                        + percents("Orders rolled back for lack of stock (`hold`)", ExpectedValues::rollbackShare)
                        + decimals("Searches per order", ExpectedValues::meanSearches)
                        + row("Orders by new customers", size -> "20 %")
                        + percents("Logins without history, at most", ExpectedValues::customersWithoutHistory)
                        + decimals("Lines per order", ExpectedValues::linesPerOrder)
                        + row("Units per line", size -> "2.00")
                        + "\n");
    }

    private static ExpectedValues defaults(StoreSize size) {
        return new ExpectedValues(size, 3, 5);
    }

    private static String decimals(String figure, Function<ExpectedValues, Number> value) {
        return row(
                figure,
                size -> String.format(
                        Locale.ROOT, "%.2f", value.apply(defaults(size)).doubleValue()));
    }

    private static String percents(String figure, Function<ExpectedValues, Double> value) {
        return row(figure, size -> String.format(Locale.ROOT, "%.2f %%", 100 * value.apply(defaults(size))));
    }

    private static String row(String figure, Function<StoreSize, String> cell) {
        return "| " + figure + " | " + StoreSize.presets().map(cell).collect(Collectors.joining(" | ")) + " |\n";
    }

    @Test
    void everyOperationAndCounterIsDocumented() throws Exception {
        String page = page();
        for (Operation operation : Operation.values()) {
            assertThat(page).contains("`" + operation.title() + "`");
        }
        for (Measure measure : Measure.values()) {
            assertThat(page).contains("`" + measure.title() + "`");
        }
    }
}
