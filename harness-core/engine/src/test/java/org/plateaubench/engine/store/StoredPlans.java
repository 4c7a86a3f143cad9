// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import org.plateaubench.engine.judge.TestPlan;

/** Plans for tests that do not look at the plan. */
final class StoredPlans {
    private StoredPlans() {}

    static String minimal() {
        return new TestPlan().simple().build().canonicalText();
    }
}
