// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.shop;

/**
 * The result of a purchase.
 *
 * @param status whether the purchase was committed
 * @param lines order lines, each with a row in the history
 * @param quantity units sold
 * @param stockTaken units taken from the stock; a held product keeps its stock
 * @param stockAdded units by which refills raised the stock
 * @param reorders rows written to the reorder table
 * @param order number of the order, 0 when it was rolled back
 * @param netCents price without tax
 */
public record PurchaseResult(
        Status status,
        int lines,
        int quantity,
        int stockTaken,
        int stockAdded,
        int reorders,
        long order,
        long netCents) {

    public enum Status {
        COMMITTED,
        /** Rolled back, since a product was not available in the requested quantity. */
        OUT_OF_STOCK,
        /** The connection was lost between commit and answer: the database holds the complete purchase or nothing. */
        UNCERTAIN
    }

    public static PurchaseResult outOfStock(long netCents) {
        return new PurchaseResult(Status.OUT_OF_STOCK, 0, 0, 0, 0, 0, 0, netCents);
    }
}
