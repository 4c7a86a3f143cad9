// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.shop;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.dvdstore.shop.Request.TextField;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Line;
import org.plateaubench.plugin.dvdstore.shop.StoreRows.Product;

/**
 * The products of a loaded store, which never change, so that the right answer to each search is known. Immutable; any
 * thread.
 */
public final class Catalogue {
    private final StoreRows rows;
    private final int[] specials = new int[StoreRows.CATEGORIES + 1];
    private final Map<String, Integer> actors = new HashMap<>();
    private final Map<String, Integer> words = new HashMap<>();

    /** Counts the answers that the products of a store give. */
    public Catalogue(StoreRows rows) {
        this.rows = rows;
        for (int i = 0; i < Vocabulary.TITLE_WORDS; i++) {
            words.put(Vocabulary.titleWord(i), i);
        }
        for (int id = 1; id <= rows.size().products(); id++) {
            Product product = rows.product(id);
            actors.merge(product.actor(), 1, Integer::sum);
            specials[product.category()] += product.special() ? 1 : 0;
        }
    }

    /** Returns whether products are the answer to a browse by category. */
    public boolean answers(Request.BrowseCategory browse, List<Product> found) {
        return areRight(found, Math.min(specials[browse.category()], browse.maxRows()))
                && found.stream().allMatch(product -> product.special() && product.category() == browse.category());
    }

    /** Returns whether products are the answer to a search by two words. */
    public boolean answers(Request.BrowseText browse, List<Product> found) {
        String text = String.join(" ", browse.words());
        String reversed = browse.words().getLast() + " " + browse.words().getFirst();
        boolean byActor = browse.field() == TextField.ACTOR;
        int all = byActor ? actors.getOrDefault(text, 0) : (isTitle(text) ? 1 : 0) + (isTitle(reversed) ? 1 : 0);
        return areRight(found, Math.min(all, browse.maxRows()))
                && found.stream().allMatch(product -> {
                    String seen = byActor ? product.actor() : product.title();
                    return seen.equals(text) || (!byActor && seen.equals(reversed));
                });
    }

    /** Returns whether products are as many as expected, in the order of their numbers, and as they were loaded. */
    private boolean areRight(List<Product> found, int count) {
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
        String[] both = title.split(" ", 2);
        Integer first = words.get(both[0]);
        Integer second = both.length < 2 ? null : words.get(both[1]);
        if (first == null || second == null) {
            return null;
        }
        int id = first * Vocabulary.TITLE_WORDS + second + 1;
        return id <= rows.size().products() ? rows.product(id) : null;
    }

    /** Returns whether a product has this title and actor, and the store recommends the other title with it. */
    public boolean contains(String title, String actor, String recommended) {
        Product product = byTitle(title);
        return product != null
                && product.actor().equals(actor)
                && rows.product(product.commonProduct()).title().equals(recommended);
    }

    /** Returns the price of a purchase in cents, without tax. */
    public long netCents(Request.Purchase purchase) {
        long cents = 0;
        for (Line line : purchase.lines()) {
            cents += (long) line.quantity() * rows.product(line.product()).priceCents();
        }
        return cents;
    }
}
