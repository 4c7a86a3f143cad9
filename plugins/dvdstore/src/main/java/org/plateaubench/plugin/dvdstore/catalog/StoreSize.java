// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.catalog;

/** How much the store holds once it is loaded. The three sizes that published results use. */
public enum StoreSize {
    /** 20,000 customers; fits into any cache. */
    SMALL(20_000, 12_000, 10_000, 100),
    /** 2 million customers, about 1 GB. */
    MEDIUM(2_000_000, 1_200_000, 100_000, 100),
    /** 200 million customers, about 100 GB. */
    LARGE(200_000_000, 120_000_000, 1_000_000, 10_000);

    /** Products whose number is a multiple of this are hot: sold ten times as often, stocked ten times as high. */
    public static final int HOT_EVERY = 10_000;

    /** How many times as likely a hot product is in a cart. */
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

    /** Customers loaded, numbered from 1. */
    public int customers() {
        return customers;
    }

    /** Orders loaded, numbered from 1; a twelfth of them in each month. */
    public int orders() {
        return orders;
    }

    /** Products, numbered from 1; there is one inventory row for each. */
    public int products() {
        return products;
    }

    /** One product in so many is a special, the only ones that the browse by category shows. */
    public int productsPerSpecial() {
        return productsPerSpecial;
    }

    /** Products whose number is a multiple of {@link #HOT_EVERY}. */
    public int hotProducts() {
        return products / HOT_EVERY;
    }

    /** Different first words of titles: product i (from 0) begins with word i/1000. */
    public int firstTitleWords() {
        return products / Vocabulary.TITLE_WORDS;
    }
}
