// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import org.plateaubench.api.KeyedRandom;

/** The content of the loaded rows: a pure function of the data seed, which answers are compared with. Any thread. */
final class Company {
    /** Amounts are in cents. */
    static final long PAID_PER_CUSTOMER = 1_000;

    private static final String[] SYLLABLES = {"DOR", "LEM", "NIST", "VAL", "PEK", "SAMO", "TURI", "HIN", "GRAL", "UBE"
    };
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz012345";
    private static final int LETTER_BITS = 5;
    private static final int LETTERS_OF_BITS = 12;
    private static final int DISTRICT_TEXT = 24;
    private static final int NAME_LETTERS = 8;

    private static final int PRICE = 1;
    private static final int NAME = 2;
    private static final int DATA = 3;
    private static final int STREET = 4;
    private static final int TAX = 5;
    private static final int DISCOUNT = 6;
    private static final int CREDIT = 7;
    private static final int LINES = 8;
    private static final int QUANTITY = 9;
    private static final int FIRST_NAME = 20;
    private static final int NAME_DRAW = 21;

    private final Scale scale;
    private final long seed;
    private final SkewedDraw names;
    private final String[] lastNames;

    Company(Scale scale, long seed) {
        this.scale = scale;
        this.seed = seed;
        names = SkewedDraw.loadedNames(scale.size(), seed);
        lastNames = new String[scale.size().names()];
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

    /** Returns the key of a row. */
    long key(char table, long first, long second) {
        return KeyedRandom.key(KeyedRandom.key(KeyedRandom.key(seed, table), first), second);
    }

    static int between(long key, int purpose, int least, int most) {
        return least + (int) (KeyedRandom.toUnit(KeyedRandom.bits(key, purpose, 0)) * (most - least + 1));
    }

    /** Returns text of letters. */
    static String text(long key, int purpose, int length) {
        StringBuilder text = new StringBuilder(length);
        long bits = 0;
        for (int i = 0; i < length; i++) {
            bits = i % LETTERS_OF_BITS == 0
                    ? KeyedRandom.bits(key, purpose, i / LETTERS_OF_BITS)
                    : bits >>> LETTER_BITS;
            text.append(letter(bits));
        }
        return text.toString();
    }

    private static char letter(long bits) {
        return LETTERS.charAt((int) bits & (LETTERS.length() - 1));
    }

    /** Returns whether a text is the {@link #text} of these arguments, without building it. */
    private static boolean isText(String found, long key, int purpose, int length) {
        if (found.length() != length) {
            return false;
        }
        long bits = 0;
        for (int i = 0; i < length; i++) {
            bits = i % LETTERS_OF_BITS == 0
                    ? KeyedRandom.bits(key, purpose, i / LETTERS_OF_BITS)
                    : bits >>> LETTER_BITS;
            if (found.charAt(i) != letter(bits)) {
                return false;
            }
        }
        return true;
    }

    private long item(int item) {
        return key('i', item, 0);
    }

    long itemPrice(int item) {
        return between(item(item), PRICE, 100, 10_000);
    }

    String itemName(int item) {
        return text(item(item), NAME, between(item(item), NAME, 14, 24));
    }

    String data(long key) {
        return text(key, DATA, between(key, DATA, 26, 50));
    }

    String itemData(int item) {
        return data(item(item));
    }

    long stock(int warehouse, int item) {
        return key('s', warehouse, item);
    }

    int stockQuantity(long stock) {
        return between(stock, QUANTITY, 10, 100);
    }

    /** Returns the text about a district in a row of the stock. */
    static String districtText(long stock, int district) {
        return text(stock, STREET + 100 * district, DISTRICT_TEXT);
    }

    /** Returns whether a text is that of a district in a row of the stock. */
    static boolean isDistrictText(String found, long stock, int district) {
        return isText(found, stock, STREET + 100 * district, DISTRICT_TEXT);
    }

    long warehouse(int warehouse) {
        return key('w', warehouse, 0);
    }

    long district(int warehouse, int district) {
        return key('d', warehouse, district);
    }

    /** Returns the name of a warehouse or district. */
    static String name(long key) {
        return text(key, NAME, NAME_LETTERS);
    }

    static boolean isName(String found, long key) {
        return isText(found, key, NAME, NAME_LETTERS);
    }

    /** Returns a tax in units of 0.01 %, 0 to 20 %. */
    static int tax(long key) {
        return between(key, TAX, 0, 2_000);
    }

    static String street(long key, int number) {
        return text(key, STREET + number, between(key, STREET + number, 10, 20));
    }

    static String zip(long key) {
        return between(key, STREET, 1_000, 9_999) + "11111";
    }

    long customer(int warehouse, int district, int customer) {
        return key('c', (long) warehouse * Scale.DISTRICTS + district, customer);
    }

    /** Returns the last name of a customer; the first ones have every name once. */
    String lastName(int warehouse, int district, int customer) {
        return lastName(lastNameNumber(warehouse, district, customer));
    }

    private int lastNameNumber(int warehouse, int district, int customer) {
        if (customer <= lastNames.length) {
            return customer - 1;
        }
        long key = customer(warehouse, district, customer);
        return names.at(KeyedRandom.bits(key, NAME_DRAW, 0), KeyedRandom.bits(key, NAME_DRAW, 1));
    }

    String lastName(int number) {
        return lastNames[number];
    }

    static String firstName(long customer) {
        return text(customer, FIRST_NAME, between(customer, FIRST_NAME, 8, 16));
    }

    /** Returns a discount in units of 0.01 %, 0 to 50 %. */
    static int discount(long customer) {
        return between(customer, DISCOUNT, 0, 5_000);
    }

    static boolean hasGoodCredit(long customer) {
        return between(customer, CREDIT, 1, 10) > 1;
    }

    long order(int warehouse, int district, int order) {
        return key('o', (long) warehouse * Scale.DISTRICTS + district, order);
    }

    /** Returns the customer of a loaded order; each has one. */
    int customerOfOrder(int warehouse, int district, int order) {
        int customers = scale.size().customers();
        int offset = between(district(warehouse, district), QUANTITY, 0, customers - 1);
        // A prime that does not divide the number of customers visits each once.
        return (int) ((offset + 1_009L * order) % customers) + 1;
    }

    static int lines(long order) {
        return between(order, LINES, Scale.LEAST_LINES, Scale.MOST_LINES);
    }
}
