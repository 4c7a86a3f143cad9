// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plateaubench.api.KeyedRandom;

/**
 * The products of the store, from 1: a pure function of the data seed, which server and users both compute. Immutable.
 */
record Catalogue(int products, long seed) {
    /** Number of different words in titles. */
    static final int WORDS = 32;
    /** Number of types of customers. */
    static final int TYPES = 4;
    /** Number of products of a line. */
    static final int LINE_SIZE = 20;

    private static final int PRICE = 1;
    private static final int WORD = 2;
    private static final int SMALLEST_IMAGE = 43;

    int lines() {
        return Math.ceilDiv(products, LINE_SIZE);
    }

    private int draw(int purpose, int product, int bound) {
        return (int) (KeyedRandom.toUnit(KeyedRandom.bits(seed, purpose, product)) * bound);
    }

    String title(int product) {
        return "product " + product + " of word " + draw(WORD, product, WORDS);
    }

    int price(int product) {
        return 500 + draw(PRICE, product, 200_000);
    }

    /** Returns the numbers that a page lists for a word, type or line; at most the number of products of a line. */
    String list(Page page, int key) {
        IntStream found = switch (page) {
            case SEARCH -> IntStream.rangeClosed(1, products).filter(product -> draw(WORD, product, WORDS) == key);
            case BROWSE -> IntStream.rangeClosed(1, lines()).filter(line -> line % TYPES == key);
            case LINE -> IntStream.rangeClosed((key - 1) * LINE_SIZE + 1, Math.min(key * LINE_SIZE, products));
            default -> IntStream.of();
        };
        return found.limit(LINE_SIZE).mapToObj(Integer::toString).collect(Collectors.joining(","));
    }

    /** Returns a cart, quantities by product, as pages show it. */
    String cart(Map<Integer, Integer> cart) {
        return cart.entrySet().stream()
                        .map(line -> line.getKey() + "x" + line.getValue())
                        .collect(Collectors.joining(","))
                + " for " + total(cart);
    }

    long total(Map<Integer, Integer> cart) {
        return cart.entrySet().stream()
                .mapToLong(line -> (long) price(line.getKey()) * line.getValue())
                .sum();
    }

    static long units(Map<Integer, Integer> cart) {
        return cart.values().stream().mapToLong(quantity -> quantity).sum();
    }

    /** Returns all images by their paths. The image sizes of a page form a geometric sequence. */
    static Map<String, byte[]> images() {
        Map<String, byte[]> images = new HashMap<>();
        for (Page page : Page.values()) {
            for (int image = 1; image <= page.images; image++) {
                double share = (image - 1) / (page.images - 1.0);
                double size = SMALLEST_IMAGE * Math.pow((double) page.largestImage / SMALLEST_IMAGE, share);
                images.put(page.imagePath(image), filler(page.imagePath(image), (int) size));
            }
        }
        return images;
    }

    static byte[] filler(String name, int length) {
        byte[] text = new byte[length];
        long key = KeyedRandom.key(0, name);
        for (int i = 0; i < length; i++) {
            text[i] = (byte) ('a' + (int) (KeyedRandom.toUnit(KeyedRandom.bits(key, 0, i)) * 26));
        }
        return text;
    }
}
