// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.shop;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.dvdstore.shop.Request.ReviewOrder;
import org.plateaubench.plugin.dvdstore.shop.Request.TextField;
import org.plateaubench.plugin.dvdstore.shop.StoreAccess.ShownReview;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Line;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Product;

/**
 * The products of a loaded store, which never change, so that the expected answer to each search is known. Immutable;
 * any thread.
 */
public final class Catalogue implements AnswerCheck {
    private final StoreRows rows;
    private final int[] specials = new int[StoreRows.CATEGORIES + 1];
    private final Map<String, Integer> actors = new HashMap<>();
    private final Map<String, Integer> words = new HashMap<>();
    private final ReviewIndex reviews;

    /** Counts the products and reviews of a store that each search finds. */
    public Catalogue(StoreRows rows, int searchDepth) {
        this.rows = rows;
        reviews = new ReviewIndex(rows, searchDepth);
        for (int i = 0; i < Vocabulary.TITLE_WORDS; i++) {
            words.put(Vocabulary.titleWord(i), i);
        }
        for (int id = 1; id <= rows.size().products(); id++) {
            Product product = rows.product(id);
            actors.merge(product.actor(), 1, Integer::sum);
            specials[product.category()] += product.special() ? 1 : 0;
        }
    }

    @Override
    public boolean isCorrect(Request.BrowseCategory browse, List<Product> found) {
        return areExpected(found, Math.min(specials[browse.category()], browse.maxRows()))
                && found.stream().allMatch(product -> product.special() && product.category() == browse.category());
    }

    @Override
    public boolean isCorrect(Request.BrowseText browse, List<Product> found) {
        String text = String.join(" ", browse.words());
        String reversed = browse.words().getLast() + " " + browse.words().getFirst();
        boolean byActor = browse.field() == TextField.ACTOR;
        int all = byActor ? actors.getOrDefault(text, 0) : (isTitle(text) ? 1 : 0) + (isTitle(reversed) ? 1 : 0);
        return areExpected(found, Math.min(all, browse.maxRows()))
                && found.stream().allMatch(product -> {
                    String shown = byActor ? product.actor() : product.title();
                    return shown.equals(text) || (!byActor && shown.equals(reversed));
                });
    }

    /** Returns whether products have the expected number and order, and the values that were loaded. */
    private boolean areExpected(List<Product> found, int count) {
        int last = 0;
        for (Product product : found) {
            int id = product.id();
            if (id <= last || id > rows.size().products() || !product.equals(rows.product(id))) {
                return false;
            }
            last = id;
        }
        return found.size() == count;
    }

    private boolean isTitle(String title) {
        return byTitle(title) != null;
    }

    private @Nullable Product byTitle(String title) {
        String[] parts = title.split(" ", 2);
        Integer first = words.get(parts[0]);
        Integer second = parts.length < 2 ? null : words.get(parts[1]);
        if (first == null || second == null) {
            return null;
        }
        int id = first * Vocabulary.TITLE_WORDS + second + 1;
        return id <= rows.size().products() ? rows.product(id) : null;
    }

    @Override
    public boolean hasTitles(StoreAccess.LoginResult login) {
        return login.latest().stream().allMatch(past -> contains(past.title(), past.actor(), past.recommended()));
    }

    @Override
    public boolean isPrice(List<Line> cart, long netCents) {
        return netCents == netCents(cart);
    }

    /** Returns whether a product has this title and actor, and the store recommends the other title with it. */
    public boolean contains(String title, String actor, String recommended) {
        Product product = byTitle(title);
        return product != null
                && product.actor().equals(actor)
                && rows.product(product.commonProduct()).title().equals(recommended);
    }

    @Override
    public boolean isCorrect(Request.BrowseReviews browse, List<ShownReview> found) {
        return found.size() == Math.min(reviews.count(browse.word()), browse.maxRows())
                && isByHelpfulness(found)
                && found.stream().allMatch(shown -> {
                    String text = browse.field() == TextField.ACTOR ? shown.actor() : shown.title();
                    int product = shown.review().product();
                    return isLoaded(shown)
                            && shown.review().id() <= reviews.last(browse.word())
                            && List.of(text.split(" ")).contains(browse.word())
                            && rows.product(product).title().equals(shown.title())
                            && rows.product(product).actor().equals(shown.actor());
                });
    }

    @Override
    public boolean isCorrect(Request.GetReviews get, List<ShownReview> found) {
        boolean byStars = get.order() == ReviewOrder.STARS;
        return found.size() == Math.min(reviews.count(get.product(), byStars ? get.stars() : 0), get.maxRows())
                && (get.order() == ReviewOrder.DATE ? isByDate(found) : isByHelpfulness(found))
                && found.stream()
                        .allMatch(shown -> isLoaded(shown)
                                && shown.review().product() == get.product()
                                && (!byStars || shown.review().stars() == get.stars()));
    }

    /** Reviews of shoppers are never shown, since no shopper votes on them. Votes only add to the helpfulness. */
    private boolean isLoaded(ShownReview shown) {
        int id = shown.review().id();
        return id >= 1
                && id <= rows.size().reviews()
                && shown.review().equals(rows.review(id))
                && shown.helpfulness() >= Arrays.stream(rows.votes(id)).sum();
    }

    private static boolean isByHelpfulness(List<ShownReview> found) {
        return isSorted(
                found, Comparator.comparingLong(ShownReview::helpfulness).reversed());
    }

    private static boolean isByDate(List<ShownReview> found) {
        return isSorted(
                found,
                Comparator.comparing((ShownReview shown) -> shown.review().date())
                        .reversed());
    }

    /** Returns whether reviews are sorted by an order, and by their numbers where they are equal. */
    private static boolean isSorted(List<ShownReview> found, Comparator<ShownReview> order) {
        Comparator<ShownReview> complete =
                order.thenComparingInt(shown -> shown.review().id());
        for (int i = 1; i < found.size(); i++) {
            if (complete.compare(found.get(i - 1), found.get(i)) >= 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean isMember(long customer) {
        return rows.isMember(customer);
    }

    private long netCents(List<Line> cart) {
        long cents = 0;
        for (Line line : cart) {
            cents += (long) line.quantity() * rows.product(line.product()).priceCents();
        }
        return cents;
    }

    /** The loaded reviews that each request finds. Immutable. */
    private static final class ReviewIndex {
        private static final int COUNTS = StoreRows.MAX_STARS + 1;

        /** Number of reviews of each product by stars; index 0 is the number of all. */
        private final short[] ofProduct;

        /** Number of reviews of products with a word, at most the depth of a search. */
        private final Map<String, Integer> counts = new HashMap<>();

        /** Number of the last of these reviews. */
        private final Map<String, Integer> lastReviews = new HashMap<>();

        ReviewIndex(StoreRows rows, int depth) {
            StoreSize size = rows.size();
            ofProduct = new short[size.reviewed() ? (size.products() + 1) * COUNTS : 0];
            String[][] words = new String[size.reviewed() ? size.products() + 1 : 0][];
            for (int id = 1; id <= size.reviews(); id++) {
                int product = rows.reviewedProduct(id);
                ofProduct[product * COUNTS]++;
                ofProduct[product * COUNTS + rows.stars(id)]++;
                if (words[product] == null) {
                    words[product] = words(rows.product(product));
                }
                for (String word : words[product]) {
                    if (counts.merge(word, 1, (count, one) -> Math.min(depth + 1, count + one)) <= depth) {
                        lastReviews.put(word, id);
                    }
                }
            }
            counts.replaceAll((word, count) -> Math.min(count, depth));
        }

        private static String[] words(Product product) {
            String[] title = product.title().split(" ", 2);
            String lastName = product.actor().split(" ", 2)[1];
            return title[0].equals(title[1])
                    ? new String[] {lastName, title[0]}
                    : new String[] {lastName, title[0], title[1]};
        }

        int count(int product, int stars) {
            return ofProduct[product * COUNTS + stars];
        }

        int count(String word) {
            return counts.getOrDefault(word, 0);
        }

        int last(String word) {
            return lastReviews.getOrDefault(word, 0);
        }
    }
}
