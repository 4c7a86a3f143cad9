// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * One of several stores in a schema: the names of its tables, indexes and references end with its number.
 *
 * @param number from 1; 0 for the only store, whose names have no number
 * @param inCapitals whether the names are in capitals, on a server that distinguishes them
 */
public record StoreNumber(int number, boolean inCapitals) {
    public static final StoreNumber UNNUMBERED = new StoreNumber(0);

    /** Creates a store whose names are in lowercase letters. */
    public StoreNumber(int number) {
        this(number, false);
    }

    private static final Pattern NAMES = Pattern.compile("\\b(categories|products|inventory|customers|orders|orderlines"
            + "|cust_hist|reorder|membership|reviews|reviews_helpfulness|product_word|plateau_\\w+"
            + "|ix_\\w+|fk_\\w+)\\b");

    public static List<StoreNumber> first(int count) {
        return count == 1
                ? List.of(UNNUMBERED)
                : IntStream.rangeClosed(1, count).mapToObj(StoreNumber::new).toList();
    }

    /**
     * Returns the stores of a schema that the scripts of the original have built: their names have a number, from
     * version 3.5 on, and may be in capitals. Empty if it does not have this many.
     */
    static List<StoreNumber> built(Set<String> tables, int count) {
        for (boolean inCapitals : new boolean[] {false, true}) {
            List<StoreNumber> numbered = IntStream.rangeClosed(1, count)
                    .mapToObj(number -> new StoreNumber(number, inCapitals))
                    .toList();
            if (tables.containsAll(
                    numbered.stream().map(store -> store.named("customers")).toList())) {
                return numbered;
            }
            StoreNumber single = new StoreNumber(0, inCapitals);
            if (count == 1 && tables.contains(single.named("customers"))) {
                return List.of(single);
            }
        }
        return List.of();
    }

    /** Returns a name of the only store as a name of this store. */
    String named(String name) {
        return (inCapitals ? name.toUpperCase(Locale.ROOT) : name) + (number == 0 ? "" : number);
    }

    /** Returns a statement for the only store as a statement for this store. */
    String sql(String statement) {
        return equals(UNNUMBERED) ? statement : NAMES.matcher(statement).replaceAll(name -> named(name.group()));
    }

    List<String> sql(List<String> statements) {
        return statements.stream().map(this::sql).toList();
    }
}
