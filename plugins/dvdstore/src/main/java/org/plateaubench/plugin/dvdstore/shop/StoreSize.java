// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.shop;

import java.util.Locale;
import java.util.stream.Stream;

/**
 * The content of a store after its load.
 *
 * @param preset one of the three sizes of published results
 * @param factor factor of all its rows
 * @param reviewed whether the store has the reviews and members of DVD Store 3
 */
public record StoreSize(Preset preset, double factor, boolean reviewed) {
    public static final StoreSize SMALL = new StoreSize(Preset.SMALL, 1, false);

    public static final StoreSize MEDIUM = new StoreSize(Preset.MEDIUM, 1, false);

    public static final StoreSize LARGE = new StoreSize(Preset.LARGE, 1, false);

    /**
     * Products whose number is a multiple of this are hot: they are sold ten times as often and have ten times the
     * stock.
     */
    public static final int HOT_EVERY = 10_000;

    /** Factor by which a hot product is more likely in a cart. */
    public static final int HOT_FACTOR = 10;

    public static final int REVIEWS_PER_PRODUCT = 20;

    /** Maximum number of products, each with a unique title. */
    public static final int MAX_PRODUCTS = 1_000_000;

    private static final int CUSTOMERS_PER_MEMBER = 10;
    private static final int MONTHS = 12;
    private static final int MAX_PRODUCTS_WITH_MANY_SPECIALS = 100_000;

    /** The sizes of published results. */
    public enum Preset {
        /** 20,000 customers; fits into any cache. */
        SMALL(20_000, 1_000, 10_000),
        /** 2 million customers, about 1 GB. */
        MEDIUM(2_000_000, 100_000, 100_000),
        /** 200 million customers, about 100 GB. */
        LARGE(200_000_000, 10_000_000, 1_000_000);

        private final int customers;
        private final int ordersPerMonth;
        private final int products;

        Preset(int customers, int ordersPerMonth, int products) {
            this.customers = customers;
            this.ordersPerMonth = ordersPerMonth;
            this.products = products;
        }
    }

    public static Stream<StoreSize> presets() {
        return Stream.of(SMALL, MEDIUM, LARGE);
    }

    private int scaled(int rows) {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(1, Math.round(rows * factor)));
    }

    public int customers() {
        return scaled(preset.customers);
    }

    /** Returns the number of loaded orders, numbered from 1; a twelfth of them in each month. */
    public int orders() {
        return MONTHS * scaled(preset.ordersPerMonth);
    }

    /** Returns the number of products, numbered from 1; each has one inventory row. */
    public int products() {
        return scaled(preset.products);
    }

    /** Returns how many products there are per special; the browse by category shows only specials. */
    public int productsPerSpecial() {
        return products() <= MAX_PRODUCTS_WITH_MANY_SPECIALS ? 100 : 10_000;
    }

    public int hotProducts() {
        return products() / HOT_EVERY;
    }

    /** Returns the number of loaded members: one in each interval of ten customers. */
    public int members() {
        return reviewed ? customers() / CUSTOMERS_PER_MEMBER : 0;
    }

    public int reviews() {
        return reviewed ? REVIEWS_PER_PRODUCT * products() : 0;
    }

    /** Returns the first customer of the interval of a member, both numbered from 1. */
    static int firstOfInterval(int member) {
        return (member - 1) * CUSTOMERS_PER_MEMBER + 1;
    }

    /** Returns the interval of a customer, which need not have a member. */
    static int intervalOf(int customer) {
        return (customer - 1) / CUSTOMERS_PER_MEMBER + 1;
    }

    /** Returns the name of the size, such as {@code small} or {@code medium x 0.5}. */
    @Override
    public String toString() {
        String name = preset.name().toLowerCase(Locale.ROOT);
        return factor == 1 ? name : name + " x " + factor;
    }
}
