// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.plateaubench.plugin.dvdstore.shop.Measure;
import org.plateaubench.plugin.dvdstore.shop.Operation;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;

/** The plugin's page says what the code does; a table that differs is shown as it must be. */
class DocumentationTest {
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
