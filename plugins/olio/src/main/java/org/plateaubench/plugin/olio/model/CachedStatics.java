// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.model;

/** The behaviour of a browser with a full cache towards static files. */
public enum CachedStatics {
    /** Revalidates each on every page, as in Olio 0.2. */
    REVALIDATE,
    /** Takes them from its cache, as in Olio 0.1. */
    SKIP
}
