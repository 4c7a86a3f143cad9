// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import java.util.Arrays;
import org.plateaubench.api.Draws;
import org.plateaubench.plugin.transactions.orderentry.Company.SkewedDraw;
import org.plateaubench.spi.OperationCall;

/** The drawn input of one transaction. Each user has one object, whose fields are overwritten. Used by one thread. */
final class Request {
    private static final int DISTRICT = 1;
    private static final int CUSTOMER = 2;
    private static final int LINES = 3;
    private static final int ITEM = 4;
    private static final int REMOTE = 5;
    private static final int SUPPLIER = 6;
    private static final int UNITS = 7;
    private static final int ROLLBACK = 8;
    private static final int BY_NAME = 9;
    private static final int NAME = 10;
    private static final int AMOUNT = 11;
    private static final int CARRIER = 12;
    private static final int THRESHOLD = 13;
    private static final int ITEM_BITS = 20;
    private static final int UNITS_BITS = 4;

    private final Scale scale;
    private final SkewedDraw names;
    private final SkewedDraw customers;
    private final SkewedDraw items;
    /**
     * Supplying warehouse, item and units of each line, in this order, so that lines are sorted by warehouse and item.
     */
    private final long[] lines = new long[Scale.MAX_LINES];

    int warehouse;
    int district;
    int customerWarehouse;
    int customerDistrict;
    /** Number of the customer; 0 if selected by last name. */
    int customer;

    int lastName;
    int lineCount;
    boolean isRolledBack;
    long amount;
    int carrier;
    int threshold;

    Request(Scale scale, long seed) {
        this.scale = scale;
        names = SkewedDraw.names(scale.size(), seed);
        customers = SkewedDraw.customers(scale.size(), seed);
        items = SkewedDraw.items(scale.size(), seed);
    }

    int supplier(int line) {
        return (int) (lines[line] >>> (ITEM_BITS + UNITS_BITS));
    }

    /** Returns the item of a line; the last item of an order to be rolled back does not exist. */
    int item(int line) {
        return isRolledBack && line == lineCount - 1
                ? scale.size().items + 1
                : (int) (lines[line] >>> UNITS_BITS) & ((1 << ITEM_BITS) - 1);
    }

    int units(int line) {
        return (int) lines[line] & ((1 << UNITS_BITS) - 1);
    }

    int units() {
        int sum = 0;
        for (int line = 0; line < lineCount; line++) {
            sum += units(line);
        }
        return sum;
    }

    int remoteLines() {
        int count = 0;
        for (int line = 0; line < lineCount; line++) {
            count += supplier(line) == warehouse ? 0 : 1;
        }
        return count;
    }

    /** Draws the input of a call. Its {@code sequence} is the number of the user and determines the home warehouse. */
    void draw(OperationCall call, TransactionType type) {
        Draws draws = call.draws();
        warehouse = call.sequence() % scale.warehouses() + 1;
        district = draws.between(DISTRICT, 0, 1, Scale.DISTRICTS);
        customerWarehouse = warehouse;
        customerDistrict = district;
        switch (type) {
            case NEW_ORDER -> drawOrder(draws);
            case PAYMENT -> drawPayment(draws);
            case ORDER_STATUS -> drawCustomer(draws);
            case DELIVERY -> carrier = draws.between(CARRIER, 0, 1, 10);
            case STOCK_LEVEL -> {
                district = call.sequence() / scale.warehouses() % Scale.DISTRICTS + 1;
                threshold = draws.between(THRESHOLD, 0, 10, 20);
            }
        }
    }

    private void drawOrder(Draws draws) {
        customer = customers.draw(draws.bits(CUSTOMER, 0), draws.bits(CUSTOMER, 1));
        lineCount = draws.between(LINES, 0, Scale.MIN_LINES, Scale.MAX_LINES);
        isRolledBack = draws.chance(ROLLBACK, 0, 0.01);
        for (int line = 0; line < lineCount; line++) {
            long supplier = draws.chance(REMOTE, line, 0.01) ? otherWarehouse(draws, line) : warehouse;
            long item = items.draw(draws.bits(ITEM, 2 * line), draws.bits(ITEM, 2 * line + 1));
            long units = draws.between(UNITS, line, 1, Scale.MAX_UNITS);
            lines[line] = (((supplier << ITEM_BITS) | item) << UNITS_BITS) | units;
        }
        // All orders lock the stock in the same sequence, so that they do not deadlock.
        Arrays.sort(lines, 0, lineCount);
    }

    private int otherWarehouse(Draws draws, int index) {
        if (scale.warehouses() == 1) {
            return 1;
        }
        int drawn = draws.between(SUPPLIER, index, 1, scale.warehouses() - 1);
        return drawn < warehouse ? drawn : drawn + 1;
    }

    private void drawPayment(Draws draws) {
        amount = draws.between(AMOUNT, 0, 100, 500_000);
        if (scale.warehouses() > 1 && draws.chance(REMOTE, 0, 0.15)) {
            customerWarehouse = otherWarehouse(draws, 0);
            customerDistrict = draws.between(DISTRICT, 1, 1, Scale.DISTRICTS);
        }
        drawCustomer(draws);
    }

    private void drawCustomer(Draws draws) {
        if (draws.chance(BY_NAME, 0, 0.6)) {
            customer = 0;
            lastName = names.draw(draws.bits(NAME, 0), draws.bits(NAME, 1));
        } else {
            customer = customers.draw(draws.bits(CUSTOMER, 0), draws.bits(CUSTOMER, 1));
        }
    }
}
