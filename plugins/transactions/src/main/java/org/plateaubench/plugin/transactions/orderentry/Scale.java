// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

/** The size of the company; each warehouse has ten districts. */
public record Scale(int warehouses, Size size) {
    static final int DISTRICTS = 10;
    static final int MIN_LINES = 5;
    static final int MAX_LINES = 15;
    static final int MAX_UNITS = 10;

    /** The number of items, and of customers and loaded orders of a district. */
    public enum Size {
        FULL(100_000, 8_191, 3_000, 1_023, 1_000, 255),
        SMALL(10_000, 1_023, 300, 127, 100, 31);

        final int items;
        /** Greatest value of the number with the smaller range in a skewed draw. */
        final int itemSpread;

        final int customers;
        final int customerSpread;
        final int names;
        final int nameSpread;

        Size(int items, int itemSpread, int customers, int customerSpread, int names, int nameSpread) {
            this.items = items;
            this.itemSpread = itemSpread;
            this.customers = customers;
            this.customerSpread = customerSpread;
            this.names = names;
            this.nameSpread = nameSpread;
        }

        int undelivered() {
            return customers * 3 / 10;
        }
    }

    int districts() {
        return warehouses * DISTRICTS;
    }

    int customers() {
        return districts() * size.customers;
    }
}
