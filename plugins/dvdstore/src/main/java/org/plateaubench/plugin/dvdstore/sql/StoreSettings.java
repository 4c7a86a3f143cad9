// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import org.plateaubench.plugin.dvdstore.shop.Restock;

/**
 * How a store is used over a connection.
 *
 * @param store the store
 * @param restock what happens to a product that runs low
 * @param reviewed whether it has reviews and members
 */
public record StoreSettings(StoreNumber store, Restock restock, boolean reviewed) {}
