// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import org.plateaubench.plugin.dvdstore.shop.Restock;

/**
 * The use of a store over a connection.
 *
 * @param store the store
 * @param restock what happens to a product that runs low
 * @param reviewed whether the store has reviews and members
 * @param imitatesOriginal whether purchases read the stock and write it back, line by line, as in the original
 * @param byProcedure whether a purchase is a call of a stored procedure
 */
public record StoreSettings(
        StoreNumber store, Restock restock, boolean reviewed, boolean imitatesOriginal, boolean byProcedure) {
    /** Creates the settings of purchases that lose no update. */
    public StoreSettings(StoreNumber store, Restock restock, boolean reviewed) {
        this(store, restock, reviewed, false, false);
    }
}
