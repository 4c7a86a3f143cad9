// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Date;
import java.sql.SQLException;
import org.plateaubench.plugin.dvdstore.shop.CustomerData;
import org.plateaubench.plugin.dvdstore.shop.StoreRows;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Line;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Money;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;

/** Writes rows of the store. Not thread-safe. */
final class TableWriter {
    private final StoreRows rows;
    private final int[] sales;
    private final Sink sink;

    /** Kinds of rows; each kind is written in ranges of its numbers. */
    enum Part {
        CATEGORIES,
        PRODUCTS,
        INVENTORY,
        CUSTOMERS,
        /** Orders with their lines and history. */
        ORDERS,
        MEMBERS,
        /** Reviews with their votes. */
        REVIEWS
    }

    /** Receives rows, whose values, none of them null, are in the order of the table's columns. */
    @FunctionalInterface
    interface Sink {
        void row(Table table, Object... values) throws SQLException;
    }

    TableWriter(StoreRows rows, int[] sales, Sink sink) {
        this.rows = rows;
        this.sales = sales;
        this.sink = sink;
    }

    /** Returns the last number of a part; the first is 1. */
    static int last(Part part, StoreRows rows) {
        return switch (part) {
            case CATEGORIES -> StoreRows.CATEGORIES;
            case PRODUCTS, INVENTORY -> rows.size().products();
            case CUSTOMERS -> rows.size().customers();
            case ORDERS -> rows.size().orders();
            case MEMBERS -> rows.size().members();
            case REVIEWS -> rows.size().reviews();
        };
    }

    /** Returns the maximum number of a loaded vote: each review has as many numbers as votes at most. */
    static long lastVote(StoreSize size) {
        return (long) size.reviews() * StoreRows.MAX_VOTES;
    }

    /** Writes the rows of the numbers {@code first} to {@code last}, both inclusive. */
    void write(Part part, int first, int last) throws SQLException {
        for (int id = first; id <= last; id++) {
            switch (part) {
                case CATEGORIES -> sink.row(Table.CATEGORIES, id, "Category " + id);
                case PRODUCTS -> sink.row(Table.PRODUCTS, product(rows, id));
                case INVENTORY -> sink.row(Table.INVENTORY, id, rows.stock(id), sales[id]);
                case CUSTOMERS -> sink.row(Table.CUSTOMERS, customer(rows, id));
                case ORDERS -> orderWithLines(rows.order(id));
                case MEMBERS -> sink.row(Table.MEMBERSHIP, member(rows, id));
                case REVIEWS -> reviewWithVotes(rows.review(id));
            }
        }
    }

    static Object[] product(StoreRows rows, int id) {
        StoreRows.Product product = rows.product(id);
        return new Object[] {
            id,
            product.category(),
            product.title(),
            product.actor(),
            Money.decimal(product.priceCents()),
            product.special() ? 1 : 0,
            product.commonProduct(),
            rows.membershipItem(id)
        };
    }

    static Object[] customer(StoreRows rows, int id) {
        CustomerData customerData = rows.customer(id);
        return new Object[] {
            id,
            customerData.firstName(),
            customerData.lastName(),
            customerData.address1(),
            "",
            customerData.city(),
            customerData.state(),
            customerData.zip(),
            customerData.country(),
            customerData.region(),
            customerData.email(),
            customerData.phone(),
            customerData.creditCardType(),
            customerData.creditCard(),
            customerData.creditCardExpiration(),
            StoreRows.username(id),
            CustomerData.PASSWORD,
            customerData.age(),
            customerData.income(),
            customerData.gender()
        };
    }

    static Object[] order(StoreRows.Order order) {
        long tax = Money.taxCents(order.netCents());
        return new Object[] {
            order.id(),
            Date.valueOf(order.date()),
            order.customer(),
            Money.decimal(order.netCents()),
            Money.decimal(tax),
            Money.decimal(order.netCents() + tax)
        };
    }

    static Object[] member(StoreRows rows, int number) {
        StoreRows.Member member = rows.member(number);
        return new Object[] {member.customer(), member.level(), Date.valueOf(member.expires())};
    }

    static Object[] review(StoreRows.Review review) {
        return new Object[] {
            review.id(),
            review.product(),
            Date.valueOf(review.date()),
            review.stars(),
            review.customer(),
            review.summary(),
            review.text()
        };
    }

    /** All votes are by the author of the review, as in the original. */
    private void reviewWithVotes(StoreRows.Review review) throws SQLException {
        sink.row(Table.REVIEWS, review(review));
        int number = (review.id() - 1) * StoreRows.MAX_VOTES;
        for (int points : rows.votes(review.id())) {
            number++;
            sink.row(Table.REVIEWS_HELPFULNESS, number, review.id(), review.customer(), points);
        }
    }

    private void orderWithLines(StoreRows.Order order) throws SQLException {
        sink.row(Table.ORDERS, order(order));
        Date date = Date.valueOf(order.date());
        int number = 0;
        for (Line line : order.lines()) {
            number++;
            sink.row(Table.ORDERLINES, number, order.id(), line.product(), line.quantity(), date);
            sink.row(Table.CUST_HIST, order.customer(), order.id(), line.product());
        }
    }
}
