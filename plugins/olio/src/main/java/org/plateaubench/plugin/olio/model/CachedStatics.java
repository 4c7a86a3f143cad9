// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.model;

/** What a browser whose cache is full does with the files that never change. */
public enum CachedStatics {
    /** Asks on every page whether each has changed, as Olio 0.2 does it. */
    REVALIDATE,
    /** Takes them from its cache, as Olio 0.1 does it. */
    SKIP
}
