// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import java.util.List;

/**
 * One page of a list.
 *
 * @param more whether there is a next page
 */
public record Listing<T>(List<T> items, boolean more) {
    public static final int PAGE_EVENTS = 10;

    public Listing {
        items = List.copyOf(items);
    }
}
