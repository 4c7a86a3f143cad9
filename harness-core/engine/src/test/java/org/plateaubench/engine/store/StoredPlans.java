// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

/** Plans for tests that do not look at the plan. */
final class StoredPlans {
    private StoredPlans() {}

    static String minimal() {
        return "{\"name\": \"store-and-cache\"}\n";
    }
}
