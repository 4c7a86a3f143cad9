// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.util.List;
import java.util.regex.Pattern;

/**
 * One of several stores in a schema: the names of its tables, indexes and references end with its number.
 *
 * @param number from 1; 0 for the only store, whose names have no number
 */
public record StoreNumber(int number) {
    /** The only store of a schema. */
    public static final StoreNumber ONLY = new StoreNumber(0);

    private static final Pattern NAMES = Pattern.compile("\\b(categories|products|inventory|customers|orders|orderlines"
            + "|cust_hist|reorder|membership|reviews|reviews_helpfulness|product_word|plateau_dvdstore_\\w+"
            + "|ix_\\w+|fk_\\w+)\\b");

    /** Returns a name of the only store as a name of this store. */
    String named(String name) {
        return number == 0 ? name : name + number;
    }

    /** Returns a statement on the tables of the only store as one on those of this store. */
    String sql(String statement) {
        return number == 0 ? statement : NAMES.matcher(statement).replaceAll("$1" + number);
    }

    /** Returns statements on the tables of the only store as statements on those of this store. */
    List<String> sql(List<String> statements) {
        return statements.stream().map(this::sql).toList();
    }
}
