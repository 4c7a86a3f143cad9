// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.shop;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.plateaubench.api.Draws;
import org.plateaubench.plugin.dvdstore.shop.Request.ReviewOrder;
import org.plateaubench.plugin.dvdstore.shop.Request.TextField;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Line;
import org.plateaubench.spi.OperationCall;

/**
 * Draws a shopper's requests, from the draws of the call alone: the same seed gives the same requests. Immutable; any
 * thread.
 */
public final class Shopper {
    /** Maximum number of lines of a cart. */
    public static final int MAX_CART_LINES = 10;

    private final StoreSize size;
    private final List<Operation> operations;
    private final int meanBatchRows;
    private final int meanLines;
    private final int searchDepth;
    private final Words words;
    private final boolean imitatesOriginal;

    // Purposes of draws. Properties of the whole order are drawn from its unit, so browsing does not shift them.
    private static final int CUSTOMER = 0;
    private static final int HOME = 1;
    private static final int CATEGORY = 2;
    private static final int BATCH_ROWS = 3;
    private static final int FIRST_WORD = 4;
    private static final int SECOND_WORD = 5;
    private static final int LINE_COUNT = 6;
    private static final int PRODUCT = 7;
    private static final int QUANTITY = 8;
    private static final int RETRY_PAUSE = 9;

    private static final int LEVEL = 10;
    private static final int STARS = 11;
    private static final int REVIEWED = 12;
    private static final int SUMMARY = 13;
    private static final int TEXT = 14;
    private static final int POINTS = 15;

    private static final int PROFILE_PURPOSES = 100;
    private static final int NEW_REVIEW_WORDS = 25;

    /**
     * Creates a shopper of a store.
     *
     * @param meanBatchRows mean number of rows that a browse requests; the numbers are 1 to twice this minus 1
     * @param meanLines mean number of cart lines: 1 to twice this minus 1, at most {@link #MAX_CART_LINES}
     * @param searchDepth reviews among which a search of reviews chooses
     */
    public Shopper(StoreSize size, int meanBatchRows, int meanLines, int searchDepth) {
        this(size, Operation.of(size, false), meanBatchRows, meanLines, searchDepth, Words.GENERATED, false);
    }

    /**
     * Creates a shopper of a store.
     *
     * @param operations in the order in which the harness numbers them
     * @param words names and words of titles to search for
     * @param imitatesOriginal whether to draw like the original: unsorted carts, searches for the same word twice, and
     * members other than the customer of the order
     */
    public Shopper(
            StoreSize size,
            List<Operation> operations,
            int meanBatchRows,
            int meanLines,
            int searchDepth,
            Words words,
            boolean imitatesOriginal) {
        this.words = words;
        this.imitatesOriginal = imitatesOriginal;
        this.size = size;
        this.operations = operations;
        this.searchDepth = searchDepth;
        this.meanBatchRows = meanBatchRows;
        this.meanLines = meanLines;
    }

    public Request request(OperationCall call) {
        Draws unit = call.unitDraws();
        Draws draws = call.draws();
        return switch (operations.get(call.operation())) {
            case LOGIN ->
                new Request.Login(StoreRows.username(unit.between(CUSTOMER, 0, 1, size.customers())), words.password());
            case NEW_CUSTOMER ->
                new Request.NewCustomer(
                        CustomerData.draw(unit, PROFILE_PURPOSES, unit.between(HOME, 0, 0, 1) == 0),
                        call.sequence(),
                        call.unitNumber());
            case BROWSE_CATEGORY ->
                new Request.BrowseCategory(draws.between(CATEGORY, 0, 1, StoreRows.CATEGORIES), batchRows(draws));
            case BROWSE_ACTOR -> new Request.BrowseText(TextField.ACTOR, actor(draws), batchRows(draws));
            case BROWSE_TITLE -> new Request.BrowseText(TextField.TITLE, titleWords(draws), batchRows(draws));
            case PURCHASE -> new Request.Purchase(cart(unit));
            case REVIEWS_BY_ACTOR -> reviews(TextField.ACTOR, actor(draws).getLast(), draws);
            case REVIEWS_BY_TITLE ->
                reviews(
                        TextField.TITLE,
                        words.titleWords()
                                .get(draws.between(
                                        SECOND_WORD, 0, 0, words.titleWords().size() - 1)),
                        draws);
            case REVIEWS_BY_HELPFULNESS -> reviews(ReviewOrder.HELPFULNESS, unit, draws);
            case REVIEWS_BY_STARS -> reviews(ReviewOrder.STARS, unit, draws);
            case REVIEWS_BY_DATE -> reviews(ReviewOrder.DATE, unit, draws);
            case NEW_MEMBER ->
                new Request.NewMember(
                        draws.between(LEVEL, 0, 1, StoreRows.LEVELS), imitatesOriginal ? customer(draws, 0) : 0);
            case PRICE_QUERY -> new Request.PriceQuery(cart(unit));
            case NEW_REVIEW ->
                new Request.NewReview(
                        draws.between(REVIEWED, 0, 1, size.products()),
                        draws.between(STARS, 0, 1, StoreRows.MAX_STARS),
                        Vocabulary.reviewWords(draws, SUMMARY, StoreRows.SUMMARY_WORDS),
                        Vocabulary.reviewWords(draws, TEXT, NEW_REVIEW_WORDS));
            case NEW_VOTE ->
                new Request.NewVote(
                        draws.between(REVIEWED, 0, 1, size.reviews()),
                        draws.between(POINTS, 0, 1, StoreRows.MAX_POINTS));
        };
    }

    private Request reviews(TextField field, String word, Draws draws) {
        return new Request.BrowseReviews(field, word, batchRows(draws), searchDepth);
    }

    /** All requests of an order for reviews by stars use the same number of stars. */
    private Request reviews(ReviewOrder order, Draws unit, Draws draws) {
        return new Request.GetReviews(
                order, product(draws, 0), unit.between(STARS, 0, 1, StoreRows.MAX_STARS), batchRows(draws));
    }

    /** Returns the pause before a retry: uniform up to 20 ms times the number of the attempt, from 1. */
    public static long retryPauseMillis(Draws draws, int attempt) {
        return draws.between(RETRY_PAUSE, attempt, 0, 20 * attempt);
    }

    /** Returns the pause of the original before a retry, in milliseconds. */
    public static long originalPauseMillis(Draws draws, int attempt) {
        return draws.between(RETRY_PAUSE, attempt, 0, 999);
    }

    private int batchRows(Draws draws) {
        return draws.between(BATCH_ROWS, 0, 1, 2 * meanBatchRows - 1);
    }

    private List<String> actor(Draws draws) {
        return List.of(
                words.firstNames()
                        .get(draws.between(FIRST_WORD, 0, 0, words.firstNames().size() - 1)),
                words.lastNames()
                        .get(draws.between(SECOND_WORD, 0, 0, words.lastNames().size() - 1)));
    }

    /** Returns another customer for each attempt, from 0, at an operation that some customers cannot do. */
    public int customer(Draws draws, int attempt) {
        return draws.between(CUSTOMER, attempt, 1, size.customers());
    }

    /** Returns two different words, since the same word twice would be a search for one. */
    private List<String> titleWords(Draws draws) {
        int last = words.titleWords().size() - 1;
        int first = draws.between(FIRST_WORD, 0, 0, last);
        int drawn = draws.between(SECOND_WORD, 0, 0, imitatesOriginal ? last : last - 1);
        int second = imitatesOriginal || drawn < first ? drawn : drawn + 1;
        return List.of(words.titleWords().get(first), words.titleWords().get(second));
    }

    private List<Line> cart(Draws draws) {
        int count = Math.min(MAX_CART_LINES, draws.between(LINE_COUNT, 0, 1, 2 * meanLines - 1));
        List<Line> lines = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            lines.add(new Line(product(draws, i), draws.between(QUANTITY, i, 1, StoreRows.MAX_QUANTITY)));
        }
        if (!imitatesOriginal) {
            lines.sort(Comparator.comparingInt(Line::product));
        }
        return lines;
    }

    /** Returns a product, drawn as if from a list with every product once and every hot one nine times more. */
    private int product(Draws draws, int index) {
        int extras = size.hotProducts() * (StoreSize.HOT_FACTOR - 1);
        int pick = draws.between(PRODUCT, index, 0, size.products() + extras - 1);
        return pick < size.products()
                ? pick + 1
                : (1 + (pick - size.products()) % size.hotProducts()) * StoreSize.HOT_EVERY;
    }
}
