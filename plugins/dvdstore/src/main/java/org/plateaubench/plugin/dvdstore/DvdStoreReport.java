// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.plugin.dvdstore.shop.Measure;
import org.plateaubench.plugin.dvdstore.shop.Operation;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;
import org.plateaubench.spi.ReportSection;

/** Expected and achieved figures of the workload. */
final class DvdStoreReport implements ReportSection {

    @Override
    public String workload() {
        return DvdStoreWorkload.NAME;
    }

    @Override
    public Table render(WorkloadView result) {
        return new Table(
                "DVD Store: expected and achieved",
                "Expected values are calculated from the rules by which data and requests are drawn, for freshly loaded"
                        + " data.",
                List.of("Figure", "Expected", "Achieved"),
                rows(result));
    }

    private static List<List<String>> rows(WorkloadView result) {
        StoreSize size = new StoreSize(
                StoreSize.Preset.valueOf(constant(result.parameter("size"))),
                Double.parseDouble(result.parameter("factor")),
                result.parameter("mode").equals("ds3"));
        ExpectedValues expected = new ExpectedValues(size, integer(result, "searches"), integer(result, "lineItems"));
        Restock restock = Restock.valueOf(constant(result.parameter("restock")));
        List<List<String>> rows = new ArrayList<>();
        rows.add(rollbacks(result, expected, restock));
        rows.add(row(
                "Searches per order",
                decimal(expected.meanSearches()),
                ratio(browses(result), ordersWithCustomer(result))));
        long newCustomers = operations(result, Operation.NEW_CUSTOMER);
        rows.add(row(
                "Orders by new customers",
                percent(integer(result, "newCustomerPercent") / 100.0),
                percentOf(newCustomers, ordersBegun(result))));
        long logins = result.counter(Measure.LOGINS.title());
        rows.add(row(
                "Logins without history",
                "at most " + percent(expected.loginsWithoutHistory(logins))
                        + "; lower because some customers bought before the steady window",
                percentOf(result.counter(Measure.LOGINS_WITHOUT_HISTORY.title()), logins)));
        rows.add(perCount(result, "Lines per order", expected.linesPerOrder(), Measure.LINES, Measure.ORDERS));
        rows.add(perCount(result, "Units per line", 2, Measure.QUANTITY, Measure.LINES));
        if (size.reviewed()) {
            addReviewRows(result, rows);
        }
        rows.add(row(
                "Retries per order",
                "near 0",
                ratio(result.counter(Measure.RETRIES.title()), result.counter(Measure.ORDERS.title()))));
        return rows;
    }

    /** A price query is part of the purchase here, and a separate call in the original. */
    private static void addReviewRows(WorkloadView result, List<List<String>> rows) {
        double optionalRequests = 0;
        for (Operation operation : List.of(Operation.NEW_MEMBER, Operation.NEW_REVIEW, Operation.NEW_VOTE)) {
            int percent = integer(result, operation.title() + "Percent");
            optionalRequests += percent / 100.0;
            rows.add(row(
                    "Orders with " + operation.title(),
                    percent(percent / 100.0),
                    percentOf(operations(result, operation), ordersWithCustomer(result))));
        }
        double calls = 1 + integer(result, "searches") + 2.0 * integer(result, "reviews") + optionalRequests + 2;
        // A price query that is a separate operation is counted like the others.
        long all = operations(result, Operation.PRICE_QUERY) > 0 ? 0 : operations(result, Operation.PURCHASE);
        for (Operation operation : Operation.values()) {
            all += operations(result, operation);
        }
        rows.add(row("Calls per order, the price query among them", decimal(calls), ratio(all, ordersBegun(result))));
    }

    private static List<String> rollbacks(WorkloadView result, ExpectedValues expected, Restock restock) {
        String purchase = Operation.PURCHASE.title();
        long declined = result.operations(purchase, OutcomeKind.DECLINED);
        String trend = switch (restock) {
            case HOLD -> "";
            case REFILL -> " at first, about half of it in the long run";
            case NONE -> " at first, more as the store sells out";
        };
        return row(
                "Orders rolled back for lack of stock",
                percent(expected.rollbackShare()) + trend,
                percentOf(declined, declined + result.operations(purchase, OutcomeKind.OK)));
    }

    private static List<String> perCount(
            WorkloadView result, String figure, double expected, Measure total, Measure count) {
        return row(figure, decimal(expected), ratio(result.counter(total.title()), result.counter(count.title())));
    }

    private static long browses(WorkloadView result) {
        return operations(result, Operation.BROWSE_CATEGORY)
                + operations(result, Operation.BROWSE_ACTOR)
                + operations(result, Operation.BROWSE_TITLE);
    }

    /** Returns the number of orders that began with a login or a new customer. */
    private static long ordersBegun(WorkloadView result) {
        return operations(result, Operation.LOGIN) + operations(result, Operation.NEW_CUSTOMER);
    }

    /** Returns the number of orders whose login or registration succeeded. */
    private static long ordersWithCustomer(WorkloadView result) {
        return result.operations(Operation.LOGIN.title(), OutcomeKind.OK)
                + result.operations(Operation.NEW_CUSTOMER.title(), OutcomeKind.OK);
    }

    private static long operations(WorkloadView result, Operation operation) {
        return result.operations(operation.title(), OutcomeKind.OK)
                + result.operations(operation.title(), OutcomeKind.DECLINED)
                + result.operations(operation.title(), OutcomeKind.ERROR);
    }

    private static String constant(String parameter) {
        return parameter.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    private static int integer(WorkloadView result, String parameter) {
        return Integer.parseInt(result.parameter(parameter));
    }

    private static List<String> row(String figure, String expected, String achieved) {
        return List.of(figure, expected, achieved);
    }

    private static String percentOf(long part, long total) {
        return total == 0 ? "-" : percent((double) part / total);
    }

    private static String ratio(long part, long total) {
        return total == 0 ? "-" : decimal((double) part / total);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f %%", 100 * share);
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, value < 0.1 ? "%.4f" : "%.2f", value);
    }
}
