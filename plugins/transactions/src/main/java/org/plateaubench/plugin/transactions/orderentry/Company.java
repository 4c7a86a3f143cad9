// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import org.plateaubench.api.KeyedRandom;

/** The content of the loaded rows, with which answers are compared; it depends only on the data seed. Thread-safe. */
final class Company {
    static final long PAID_PER_CUSTOMER = 1_000;
    static final int DATA = 1;
    static final int PHONE = 2;
    static final int HISTORY = 3;
    static final int LINES = 4;
    static final int CARRIER = 5;
    static final int ITEM = 6;
    static final int AMOUNT = 7;
    private static final int NAME = 8;
    private static final int PRICE = 9;
    private static final int TAX = 10;
    private static final int DISCOUNT = 11;
    private static final int CREDIT = 12;
    private static final int QUANTITY = 13;
    private static final int FIRST_CUSTOMER = 14;
    private static final int ADDRESS = 20;
    private static final int DISTRICT = 30;

    private static final String[] SYLLABLES = {"DOR", "LEM", "NIST", "VAL", "PEK", "SAMO", "TURI", "HIN", "GRAL", "UBE"
    };
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz012345";
    private static final int LETTER_BITS = 5;
    private static final int LETTERS_OF_BITS = 12;
    private static final int NAME_LETTERS = 8;
    private static final int DISTRICT_LETTERS = 24;

    private final Scale scale;
    private final long seed;
    private final SkewedDraw names;
    private final String[] lastNames;

    Company(Scale scale, long seed) {
        this.scale = scale;
        this.seed = seed;
        names = SkewedDraw.loadedNames(scale.size(), seed);
        lastNames = new String[scale.size().names];
        for (int i = 0; i < lastNames.length; i++) {
            lastNames[i] = SYLLABLES[i / 100] + SYLLABLES[i / 10 % 10] + SYLLABLES[i % 10];
        }
    }

    Scale scale() {
        return scale;
    }

    long seed() {
        return seed;
    }

    long key(char table, long first, long second) {
        return KeyedRandom.key(KeyedRandom.key(KeyedRandom.key(seed, table), first), second);
    }

    long stock(int warehouse, int item) {
        return key('s', warehouse, item);
    }

    long warehouse(int warehouse) {
        return key('w', warehouse, 0);
    }

    long district(int warehouse, int district) {
        return key('d', warehouse, district);
    }

    long customer(int warehouse, int district, int customer) {
        return key('c', (long) warehouse * Scale.DISTRICTS + district, customer);
    }

    long order(int warehouse, int district, int order) {
        return key('o', (long) warehouse * Scale.DISTRICTS + district, order);
    }

    static int between(long key, int purpose, int min, int max) {
        return min + (int) (KeyedRandom.toUnit(KeyedRandom.bits(key, purpose, 0)) * (max - min + 1));
    }

    private static char letter(long key, int purpose, int index) {
        long bits = KeyedRandom.bits(key, purpose, index / LETTERS_OF_BITS);
        return LETTERS.charAt((int) (bits >>> (index % LETTERS_OF_BITS * LETTER_BITS)) & (LETTERS.length() - 1));
    }

    static String text(long key, int purpose, int length) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(letter(key, purpose, i));
        }
        return text.toString();
    }

    static String text(long key, int purpose, int min, int max) {
        return text(key, purpose, between(key, purpose, min, max));
    }

    /** Returns whether a text is the {@link #text} of these arguments, without building it. */
    private static boolean isText(String found, long key, int purpose, int length) {
        for (int i = 0; i < found.length(); i++) {
            if (found.charAt(i) != letter(key, purpose, i)) {
                return false;
            }
        }
        return found.length() == length;
    }

    long itemPrice(int item) {
        return between(key('i', item, 0), PRICE, 100, 10_000);
    }

    String itemName(int item) {
        return text(key('i', item, 0), NAME, 14, 24);
    }

    String itemData(int item) {
        return data(key('i', item, 0));
    }

    static String data(long key) {
        return text(key, DATA, 26, 50);
    }

    static int stockQuantity(long stock) {
        return between(stock, QUANTITY, 10, 100);
    }

    /** Returns the text for a district in a row of the stock. */
    static String districtText(long stock, int district) {
        return text(stock, DISTRICT + district, DISTRICT_LETTERS);
    }

    static boolean isDistrictText(String found, long stock, int district) {
        return isText(found, stock, DISTRICT + district, DISTRICT_LETTERS);
    }

    static String name(long key) {
        return text(key, NAME, NAME_LETTERS);
    }

    static boolean isName(String found, long key) {
        return isText(found, key, NAME, NAME_LETTERS);
    }

    static Object[] address(long key) {
        return new Object[] {
            text(key, ADDRESS, 10, 20),
            text(key, ADDRESS + 1, 10, 20),
            text(key, ADDRESS + 2, 10, 20),
            "PL",
            between(key, ADDRESS + 3, 1_000, 9_999) + "11111"
        };
    }

    static int tax(long key) {
        return between(key, TAX, 0, 2_000);
    }

    /** Returns the last name of a customer. The first customers have each name once. */
    String lastName(int warehouse, int district, int customer) {
        if (customer <= lastNames.length) {
            return lastNames[customer - 1];
        }
        long key = customer(warehouse, district, customer);
        return lastNames[names.draw(KeyedRandom.bits(key, NAME, 0), KeyedRandom.bits(key, NAME, 1))];
    }

    String lastName(int number) {
        return lastNames[number];
    }

    static String firstName(long customer) {
        return text(customer, NAME, 8, 16);
    }

    static int discount(long customer) {
        return between(customer, DISCOUNT, 0, 5_000);
    }

    static boolean hasGoodCredit(long customer) {
        return between(customer, CREDIT, 1, 10) > 1;
    }

    /** Returns the customer of a loaded order; each customer has one order. */
    int customerOfOrder(int warehouse, int district, int order) {
        int customers = scale.size().customers;
        int offset = between(district(warehouse, district), FIRST_CUSTOMER, 0, customers - 1);
        // A step by a prime that does not divide the number of customers reaches each of them once.
        return (int) ((offset + 1_009L * order) % customers) + 1;
    }

    /**
     * The non-uniform draw: combines the bits of two uniform numbers, one of which has a smaller range, and shifts the
     * result by a constant of the run. Immutable.
     *
     * @param spread greatest value of the number with the smaller range
     * @param constant the constant, 0 to {@code spread}
     */
    record SkewedDraw(int spread, int constant, int min, int max) {
        private static final int NAMES_LOAD = 101;
        private static final int DISTANCE = 102;
        private static final int CUSTOMERS = 103;
        private static final int ITEMS = 104;

        /**
         * Limits of the distance between the constants for last names of load and run, as the original requires; for
         * fewer names in proportion.
         */
        private static final int MIN_DISTANCE = 65;

        private static final int MAX_DISTANCE = 119;
        private static final int FULL_SPREAD = 255;

        int draw(long first, long second) {
            int range = max - min + 1;
            int narrow = (int) (KeyedRandom.toUnit(first) * (spread + 1));
            int wide = min + (int) (KeyedRandom.toUnit(second) * range);
            return ((narrow | wide) + constant) % range + min;
        }

        /** The draw of the last names of loaded customers after the first ones, which have each name once. */
        static SkewedDraw loadedNames(Scale.Size size, long seed) {
            return names(size, constant(seed, NAMES_LOAD, size.nameSpread));
        }

        /** The draw of the last names that a run requests. */
        static SkewedDraw names(Scale.Size size, long seed) {
            int min = Math.ceilDiv(MIN_DISTANCE * size.nameSpread, FULL_SPREAD);
            int max = MAX_DISTANCE * size.nameSpread / FULL_SPREAD;
            int distance = min + constant(seed, DISTANCE, max - min);
            // Two distances are excluded, because the likeliest names of load and run would overlap.
            if (size == Scale.Size.FULL && (distance == 96 || distance == 112)) {
                distance++;
            }
            int loaded = constant(seed, NAMES_LOAD, size.nameSpread);
            return names(size, loaded >= distance ? loaded - distance : loaded + distance);
        }

        private static SkewedDraw names(Scale.Size size, int constant) {
            return new SkewedDraw(size.nameSpread, constant, 0, size.names - 1);
        }

        static SkewedDraw customers(Scale.Size size, long seed) {
            return new SkewedDraw(
                    size.customerSpread, constant(seed, CUSTOMERS, size.customerSpread), 1, size.customers);
        }

        static SkewedDraw items(Scale.Size size, long seed) {
            return new SkewedDraw(size.itemSpread, constant(seed, ITEMS, size.itemSpread), 1, size.items);
        }

        private static int constant(long seed, int purpose, int max) {
            return (int) (KeyedRandom.toUnit(KeyedRandom.bits(seed, purpose, 0)) * (max + 1));
        }
    }
}
