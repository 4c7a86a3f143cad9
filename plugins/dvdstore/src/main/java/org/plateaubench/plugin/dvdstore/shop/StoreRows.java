// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.shop;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;

/**
 * Every loaded row as a pure function of the data seed, its table and its number, so that any part of the store can be
 * generated and checked separately, in any order. Distributions are those of DVD Store 2.1 except for the stock, see
 * {@link #stock}. Immutable.
 */
public final class StoreRows {
    /** Categories, numbered from 1. */
    public static final int CATEGORIES = 16;

    /** Maximum stock after the load, before the factor of hot products. */
    public static final int MAX_STOCK = 500;

    /** Maximum units of an order line, loaded or bought. */
    public static final int MAX_QUANTITY = 3;

    public static final int LEVELS = 3;

    public static final int MAX_STARS = 5;

    /** Maximum points of a vote on the helpfulness of a review. */
    public static final int MAX_POINTS = 10;

    public static final int SUMMARY_WORDS = 3;

    public static final int MAX_VOTES = 39;

    private static final int MIN_TEXT_WORDS = 6;
    private static final int MAX_TEXT_WORDS = 129;
    private static final int MIN_VOTES = 2;
    private static final int MAX_LOADED_LINES = 9;
    private static final int ORDER_YEAR = 2025;
    private static final int STOCK_VALUES = MAX_STOCK + 1;
    /** Coprime to {@link #STOCK_VALUES} = 3 x 167. */
    private static final int STOCK_STRIDE = 250;

    private final StoreSize size;
    private final long customerKey;
    private final long orderKey;
    private final long productKey;
    private final long stockKey;
    private final long memberKey;
    private final long reviewKey;

    // Purposes of the draws for a row.
    private static final int ORDER_CUSTOMER = 0;
    private static final int ORDER_DAY = 1;
    private static final int ORDER_AMOUNT = 2;
    private static final int LINE_COUNT = 3;
    private static final int LINE_PRODUCT = 4;
    private static final int LINE_QUANTITY = 5;
    private static final int ACTOR_FIRST = 6;
    private static final int ACTOR_LAST = 7;
    private static final int CATEGORY = 8;
    private static final int PRICE = 9;
    private static final int SPECIAL = 10;
    private static final int COMMON_PRODUCT = 11;
    private static final int STOCK = 12;
    private static final int MEMBERSHIP_ITEM = 13;
    private static final int MEMBER = 14;
    private static final int MEMBERSHIP_TYPE = 15;
    private static final int EXPIRY = 16;
    private static final int REVIEWED_PRODUCT = 17;
    private static final int REVIEW_DAY = 18;
    private static final int STARS = 19;
    private static final int REVIEWER = 20;
    private static final int SUMMARY = 21;
    private static final int TEXT_LENGTH = 22;
    private static final int TEXT = 23;
    private static final int VOTE_COUNT = 24;
    private static final int VOTE = 25;

    /** A loaded order; the money is independent of the lines, as in the original. */
    public record Order(int id, LocalDate date, int customer, long netCents, List<Line> lines) {}

    public record Line(int product, int quantity) {}

    /** A product; {@code commonProduct} is the product that the store recommends with it. */
    public record Product(
            int id, int category, String title, String actor, int priceCents, boolean special, int commonProduct) {}

    /** A member; the level is 1 to {@link #LEVELS}. */
    public record Member(int customer, int level, LocalDate expires) {}

    /** A review of a product; stars are 1 to {@link #MAX_STARS}. */
    public record Review(int id, int product, LocalDate date, int stars, int customer, String summary, String text) {}

    public StoreRows(StoreSize size, long dataSeed) {
        this.size = size;
        customerKey = KeyedRandom.key(dataSeed, "customers");
        orderKey = KeyedRandom.key(dataSeed, "orders");
        productKey = KeyedRandom.key(dataSeed, "products");
        stockKey = KeyedRandom.key(dataSeed, "inventory");
        memberKey = KeyedRandom.key(dataSeed, "membership");
        reviewKey = KeyedRandom.key(dataSeed, "reviews");
    }

    public StoreSize size() {
        return size;
    }

    /** Returns a customer by number, from 1; the first half lives in the United States. */
    public CustomerData customer(int id) {
        return CustomerData.draw(row(customerKey, id), 0, id <= size.customers() / 2);
    }

    public static String username(int customer) {
        return "user" + customer;
    }

    public Order order(int id) {
        Draws draws = row(orderKey, id);
        int month = 1 + (id - 1) / (size.orders() / 12);
        LocalDate first = LocalDate.of(ORDER_YEAR, month, 1);
        int day = draws.between(ORDER_DAY, 0, 1, first.lengthOfMonth());
        int count = draws.between(LINE_COUNT, 0, 1, MAX_LOADED_LINES);
        List<Line> lines = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            lines.add(new Line(
                    draws.between(LINE_PRODUCT, i, 1, size.products()),
                    draws.between(LINE_QUANTITY, i, 1, MAX_QUANTITY)));
        }
        return new Order(
                id,
                first.withDayOfMonth(day),
                draws.between(ORDER_CUSTOMER, 0, 1, size.customers()),
                draws.between(ORDER_AMOUNT, 0, 1, 40_000),
                lines);
    }

    /** Returns a product by number, from 1. Titles are unique. */
    public Product product(int id) {
        Draws draws = row(productKey, id);
        int index = id - 1;
        String title = Vocabulary.titleWord(index / Vocabulary.TITLE_WORDS % Vocabulary.TITLE_WORDS) + " "
                + Vocabulary.titleWord(index % Vocabulary.TITLE_WORDS);
        String actor = Vocabulary.firstName(draws.between(ACTOR_FIRST, 0, 0, Vocabulary.FIRST_NAMES - 1)) + " "
                + Vocabulary.lastName(draws.between(ACTOR_LAST, 0, 0, Vocabulary.LAST_NAMES - 1));
        return new Product(
                id,
                draws.between(CATEGORY, 0, 1, CATEGORIES),
                title,
                actor,
                999 + 100 * draws.between(PRICE, 0, 0, 20),
                draws.between(SPECIAL, 0, 1, size.productsPerSpecial()) == 1,
                draws.between(COMMON_PRODUCT, 0, 1, size.products()));
    }

    /**
     * Returns the units in stock after the load. Each value from 0 to {@link #MAX_STOCK} occurs exactly once in every
     * 501 consecutive products, where the original draws each independently: the share of products that are nearly sold
     * out, and with it the rollback rate, then does not depend on the seed (independent draws vary by 14 % of it at
     * size small). Hot products have ten times the stock.
     */
    public int stock(int product) {
        int index = product - 1;
        int shift = row(stockKey, index / STOCK_VALUES).between(STOCK, 0, 0, MAX_STOCK);
        int value = (index % STOCK_VALUES * STOCK_STRIDE + shift) % STOCK_VALUES;
        return product % StoreSize.HOT_EVERY == 0 ? value * StoreSize.HOT_FACTOR : value;
    }

    /** Returns the units sold by the loaded orders: element i is product i; element 0 is not used. */
    public int[] sales() {
        int[] sales = new int[size.products() + 1];
        for (int id = 1; id <= size.orders(); id++) {
            for (Line line : order(id).lines()) {
                sales[line.product()] += line.quantity();
            }
        }
        return sales;
    }

    /** Returns the level of membership for which a product is intended; 0 means all customers. */
    public int membershipItem(int product) {
        return row(productKey, product).between(MEMBERSHIP_ITEM, 0, 0, LEVELS);
    }

    /** Returns a member by number, from 1: one customer of the interval with this number. */
    public Member member(int number) {
        Draws draws = row(memberKey, number);
        int first = StoreSize.firstOfInterval(number);
        int last = StoreSize.firstOfInterval(number + 1) - 1;
        return new Member(
                draws.between(MEMBER, 0, first, last),
                draws.between(MEMBERSHIP_TYPE, 0, 1, LEVELS),
                LocalDate.of(ORDER_YEAR + draws.between(EXPIRY, 0, 1, 5), draws.between(EXPIRY, 1, 1, 12), 15));
    }

    /** Returns whether a loaded customer was loaded as a member. */
    public boolean isMember(long customer) {
        if (customer > size.customers()) {
            return false;
        }
        int interval = StoreSize.intervalOf((int) customer);
        return interval <= size.members() && member(interval).customer() == customer;
    }

    public Review review(int id) {
        Draws draws = row(reviewKey, id);
        return new Review(
                id,
                reviewedProduct(draws),
                LocalDate.ofYearDay(ORDER_YEAR, draws.between(REVIEW_DAY, 0, 1, 365)),
                stars(draws),
                draws.between(REVIEWER, 0, 1, size.customers()),
                Vocabulary.reviewWords(draws, SUMMARY, SUMMARY_WORDS),
                Vocabulary.reviewWords(draws, TEXT, draws.between(TEXT_LENGTH, 0, MIN_TEXT_WORDS, MAX_TEXT_WORDS)));
    }

    private int reviewedProduct(Draws review) {
        return review.between(REVIEWED_PRODUCT, 0, 1, size.products());
    }

    int reviewedProduct(int review) {
        return reviewedProduct(row(reviewKey, review));
    }

    private static int stars(Draws review) {
        return review.between(STARS, 0, 1, MAX_STARS);
    }

    int stars(int review) {
        return stars(row(reviewKey, review));
    }

    /** Returns the points of the loaded votes on a review. */
    public int[] votes(int review) {
        Draws draws = row(reviewKey, review);
        int[] votes = new int[draws.between(VOTE_COUNT, 0, MIN_VOTES, MAX_VOTES)];
        for (int i = 0; i < votes.length; i++) {
            votes[i] = draws.between(VOTE, i, 1, MAX_POINTS);
        }
        return votes;
    }

    private static Draws row(long tableKey, int id) {
        return Draws.of(KeyedRandom.key(tableKey, id));
    }

    /** Amounts of money in whole cents, and the tax of the store. */
    public static final class Money {
        private static final int TAX_BASIS_POINTS = 825;

        private Money() {}

        /** Returns 8.25 % of an amount, rounded half up to a cent. */
        public static long taxCents(long netCents) {
            return (netCents * TAX_BASIS_POINTS + 5_000) / 10_000;
        }

        /** Returns cents as a decimal with two places. */
        public static BigDecimal decimal(long cents) {
            return BigDecimal.valueOf(cents, 2);
        }
    }
}
