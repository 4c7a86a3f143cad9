// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.util.function.IntToDoubleFunction;
import org.plateaubench.plugin.dvdstore.shop.Shopper;
import org.plateaubench.plugin.dvdstore.shop.StoreRows;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;
import org.plateaubench.plugin.dvdstore.shop.Vocabulary;

/**
 * The expected figures of a run on freshly loaded data, computed from the distributions of data and requests.
 *
 * @param meanSearches mean number of searches per order
 * @param meanBatchRows mean number of rows requested
 * @param meanLines mean number of lines drawn, before the cart's limit
 */
record ExpectedValues(StoreSize size, int meanSearches, int meanBatchRows, int meanLines) {

    /**
     * Returns the share of purchases that are rolled back. A line asks for 1 to 3 units with equal probability; stock
     * is uniform over 501 values, so a line falls short with 2/501, one of a hot product (whose stock is a multiple of
     * ten) with 1/501. A purchase falls short when one of its lines does.
     */
    double rollbackShare() {
        return 1 - overLines(lines -> Math.pow(1 - shortShare(), lines));
    }

    /** Returns the mean number of lines of a committed order: a longer cart is rolled back a little more often. */
    double linesPerOrder() {
        return overLines(lines -> lines * Math.pow(1 - shortShare(), lines)) / (1 - rollbackShare());
    }

    private double shortShare() {
        double places = size.products() + (StoreSize.HOT_FACTOR - 1.0) * size.hotProducts();
        double hotShare = StoreSize.HOT_FACTOR * size.hotProducts() / places;
        return (2 - hotShare) / (StoreRows.MAX_STOCK + 1);
    }

    private double overLines(IntToDoubleFunction value) {
        int draws = 2 * meanLines - 1;
        double sum = 0;
        for (int lines = 1; lines <= draws; lines++) {
            sum += value.applyAsDouble(Math.min(lines, Shopper.MAX_CART_LINES));
        }
        return sum / draws;
    }

    /** Returns the share of loaded customers without a loaded order. */
    double customersWithoutHistory() {
        return Math.pow(1 - 1.0 / size.customers(), size.orders());
    }

    /**
     * Returns the share of logins without history over the first {@code logins} of them on fresh data: each customer
     * who logs in buys, unless rolled back, and has a history from then on.
     */
    double loginsWithoutHistory(long logins) {
        double bought = (1 - rollbackShare()) / size.customers();
        double sum = logins == 0 ? 1 : -Math.expm1(logins * Math.log1p(-bought)) / (bought * logins);
        return customersWithoutHistory() * sum;
    }

    /** Returns the mean number of rows of a browse by category: its specials are Poisson to a good approximation. */
    double categoryRows() {
        return shown(atLeastPoisson((double) size.products() / size.productsPerSpecial() / StoreRows.CATEGORIES));
    }

    /**
     * Returns the mean number of rows of a search by actor: products of an actor are Poisson to a good approximation.
     */
    double actorRows() {
        return shown(atLeastPoisson((double) size.products() / (Vocabulary.FIRST_NAMES * Vocabulary.LAST_NAMES)));
    }

    /**
     * Returns the mean number of rows of a search by title: of two different words either order may be a title, if its
     * first word is used.
     */
    double titleRows() {
        double words = Vocabulary.TITLE_WORDS;
        double used = size.firstTitleWords();
        double both = used * (used - 1) / (words * (words - 1));
        double none = (words - used) * (words - 1 - used) / (words * (words - 1));
        return shown(rows -> rows == 1 ? 1 - none : rows == 2 ? both : 0);
    }

    /**
     * Returns the mean of min(existing rows, requested rows), the sum over j of P(at least j exist) P(at least j are
     * requested).
     */
    private double shown(IntToDoubleFunction atLeast) {
        int most = 2 * meanBatchRows - 1;
        double mean = 0;
        for (int rows = 1; rows <= most; rows++) {
            mean += atLeast.applyAsDouble(rows) * (most - rows + 1) / most;
        }
        return mean;
    }

    private static IntToDoubleFunction atLeastPoisson(double mean) {
        return rows -> {
            double term = Math.exp(-mean);
            double below = 0;
            for (int i = 0; i < rows; i++) {
                below += term;
                term *= mean / (i + 1);
            }
            return 1 - below;
        };
    }
}
