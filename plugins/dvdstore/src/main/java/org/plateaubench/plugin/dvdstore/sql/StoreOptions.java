// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

/**
 * The use of the data of stores.
 *
 * @param stores number of stores in the schema
 * @param adopt name of a schema that may hold other tables; empty for none
 * @param adoptsOriginal whether the schema to adopt holds stores that the scripts of the original have built
 * @param countsStock whether the shoppers count all changes of the stock, and no update of it is lost
 * @param byProcedure whether purchases call a stored procedure, which the data set creates
 * @param users users at the same time
 */
public record StoreOptions(
        int stores, String adopt, boolean adoptsOriginal, boolean countsStock, boolean byProcedure, int users) {
    /** The options of one store for one user. */
    static final StoreOptions DEFAULT = of(1, false, true, false);

    public static StoreOptions of(int stores, boolean adoptsOriginal, boolean countsStock, boolean byProcedure) {
        return new StoreOptions(stores, "", adoptsOriginal, countsStock, byProcedure, 1);
    }

    StoreOptions adopting(String schema) {
        return new StoreOptions(stores, schema, adoptsOriginal, countsStock, byProcedure, users);
    }

    StoreOptions forUsers(int count) {
        return new StoreOptions(stores, adopt, adoptsOriginal, countsStock, byProcedure, count);
    }
}
