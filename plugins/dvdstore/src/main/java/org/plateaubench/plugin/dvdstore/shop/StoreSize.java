// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.shop;

/** The content of a store after its load, in the three sizes of published results. */
public enum StoreSize {
    /** 20,000 customers; fits into any cache. */
    SMALL(20_000, 12_000, 10_000, 100),
    /** 2 million customers, about 1 GB. */
    MEDIUM(2_000_000, 1_200_000, 100_000, 100),
    /** 200 million customers, about 100 GB. */
    LARGE(200_000_000, 120_000_000, 1_000_000, 10_000);

    /**
     * Products whose number is a multiple of this are hot: they are sold ten times as often and have ten times the
     * stock.
     */
    public static final int HOT_EVERY = 10_000;

    /** Factor by which a hot product is more likely in a cart. */
    public static final int HOT_FACTOR = 10;

    private final int customers;
    private final int orders;
    private final int products;
    private final int productsPerSpecial;

    StoreSize(int customers, int orders, int products, int productsPerSpecial) {
        this.customers = customers;
        this.orders = orders;
        this.products = products;
        this.productsPerSpecial = productsPerSpecial;
    }

    /** Returns the number of loaded customers, numbered from 1. */
    public int customers() {
        return customers;
    }

    /** Returns the number of loaded orders, numbered from 1; a twelfth of them in each month. */
    public int orders() {
        return orders;
    }

    /** Returns the number of products, numbered from 1; each has one inventory row. */
    public int products() {
        return products;
    }

    /** Returns how many products there are per special; the browse by category shows only specials. */
    public int productsPerSpecial() {
        return productsPerSpecial;
    }

    /** Returns the number of products whose number is a multiple of {@link #HOT_EVERY}. */
    public int hotProducts() {
        return products / HOT_EVERY;
    }

    /** Returns the number of different first words of titles: product i (from 0) begins with word i/1000. */
    public int firstTitleWords() {
        return products / Vocabulary.TITLE_WORDS;
    }
}
