// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation.javatier;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;

/**
 * The loaded data of a company: a pure function of the data seed, which server and users both compute. Numbers begin
 * with 1; districts and customers are numbered over all warehouses. Immutable.
 */
record Company(int warehouses, long seed) {
    /** Number of districts per warehouse. */
    static final int DISTRICTS = 10;
    /** Number of customers per district. */
    static final int CUSTOMERS = 30;

    static final int ITEMS = 20_000;
    static final int MAX_QUANTITY = 10;

    private static final int PRICE = 1;
    private static final int CUSTOMER = 2;
    private static final int TEXT = 3;
    private static final int STOCK = 4;
    private static final int LINES = 5;
    private static final int ITEM = 6;
    private static final int QUANTITY = 7;
    private static final int MIN_LINES = 5;
    private static final int MAX_LINES = 15;

    record Line(int item, int quantity) {}

    private int draw(int purpose, int index, int bound) {
        return (int) (KeyedRandom.toUnit(KeyedRandom.bits(seed, purpose, index)) * bound);
    }

    private String name(int purpose, int number) {
        return Long.toString(KeyedRandom.bits(seed, purpose, number) >>> 1, Character.MAX_RADIX) + " " + number;
    }

    int price(int item) {
        return 100 + draw(PRICE, item, 9_900);
    }

    String text(int item) {
        return name(TEXT, item);
    }

    String customerName(int customer) {
        return name(CUSTOMER, customer);
    }

    int stock(int warehouse, int item) {
        return 10 + draw(STOCK, warehouse * ITEMS + item, 91);
    }

    static List<Line> lines(Draws draws) {
        List<Line> lines = new ArrayList<>();
        for (int i = draws.between(LINES, 0, MIN_LINES, MAX_LINES); i > 0; i--) {
            lines.add(new Line(draws.between(ITEM, i, 1, ITEMS), draws.between(QUANTITY, i, 1, MAX_QUANTITY)));
        }
        return lines;
    }
}
