// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import java.util.List;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.plugin.dvdstore.catalog.StoreRows;
import org.plateaubench.plugin.dvdstore.catalog.StoreSize;
import org.plateaubench.plugin.dvdstore.data.Baseline.Total;
import org.plateaubench.plugin.dvdstore.shop.Measure;
import org.plateaubench.plugin.dvdstore.shop.Operation;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.plugin.dvdstore.shop.Shopper;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;

/**
 * Compares the changes of a run in the tables with what its shoppers counted as committed. The allowance is the
 * requests without an answer: commits whose connection was lost, and calls in progress when the run ended.
 */
final class Reconciler {
    private final Baseline before;
    private final Baseline after;
    private final SentTotals sent;

    private Reconciler(Baseline before, Baseline after, SentTotals sent) {
        this.before = before;
        this.after = after;
        this.sent = sent;
    }

    static List<Reconciliation> reconcile(Baseline before, Baseline after, SentTotals sent) {
        return new Reconciler(before, after, sent).rows();
    }

    private List<Reconciliation> rows() {
        long unfinished = count(Measure.PURCHASES_BEGUN) - count(Measure.PURCHASES_ENDED);
        long unfinishedLines = unfinished * Shopper.MAX_CART_LINES;
        long orders = count(Measure.UNCERTAIN_ORDERS) + unfinished;
        long lines = count(Measure.UNCERTAIN_LINES) + unfinishedLines;
        long units = count(Measure.UNCERTAIN_QUANTITY) + unfinishedLines * StoreRows.MAX_QUANTITY;
        long stock = count(Measure.UNCERTAIN_STOCK) + unfinishedLines * Restock.target(StoreSize.HOT_EVERY);
        long reorders = count(Measure.UNCERTAIN_REORDERS) + unfinishedLines;
        long customers = count(Measure.UNCERTAIN_CUSTOMERS)
                + count(Measure.REGISTRATIONS_BEGUN)
                - count(Measure.REGISTRATIONS_ENDED);
        return List.of(
                row("order rows", Measure.ORDERS, Total.ORDERS, orders),
                row("order line rows", Measure.LINES, Total.LINES, lines),
                row("units in order lines", Measure.QUANTITY, Total.QUANTITY, units),
                row("history rows", Measure.HISTORY_ROWS, Total.HISTORY, lines),
                row("units in product sales", Measure.QUANTITY, Total.SALES, units),
                new Reconciliation(
                        "units gone from stock",
                        before.of(Total.STOCK),
                        after.of(Total.STOCK),
                        count(Measure.STOCK_TAKEN) - count(Measure.STOCK_ADDED),
                        before.of(Total.STOCK) - after.of(Total.STOCK),
                        stock,
                        Reconciliation.Kind.SUM,
                        ""),
                row("reorder rows", Measure.REORDERS, Total.REORDERS, reorders),
                row("customer rows", Measure.NEW_CUSTOMERS, Total.CUSTOMERS, customers),
                purchases());
    }

    private Reconciliation row(String what, Measure measure, Total total, long uncertain) {
        return Reconciliation.grown(what, before.of(total), after.of(total), count(measure), uncertain);
    }

    /**
     * Compares the purchases. A purchase that the harness gave up may yet have been committed, so errors and abandoned
     * operations count as allowance, except those that the driver knows to have failed and those that never began
     * because their order had ended.
     */
    private Reconciliation purchases() {
        String purchase = Operation.PURCHASE.title();
        long knownToHaveFailed = count(Measure.PURCHASES_ENDED) - count(Measure.ORDERS) - count(Measure.ROLLBACKS);
        long begunAndNotAnswered = count(Measure.PURCHASES_BEGUN)
                - sent.operations(purchase, OutcomeKind.OK)
                - sent.operations(purchase, OutcomeKind.DECLINED);
        long notOk = sent.operations(purchase, OutcomeKind.ERROR) + sent.operations(purchase, OutcomeKind.ABANDONED);
        return new Reconciliation(
                "purchases that the harness counted as ok, and committed orders",
                sent.operations(purchase, OutcomeKind.OK),
                count(Measure.ORDERS),
                Math.max(0, Math.min(notOk, begunAndNotAnswered) - knownToHaveFailed));
    }

    private long count(Measure measure) {
        return sent.counter(measure.title());
    }
}
