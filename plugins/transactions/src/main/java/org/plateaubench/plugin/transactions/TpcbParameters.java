// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions;

import org.plateaubench.api.Parameter;

public record TpcbParameters(
        @Parameter(
                description = "Scale factor that the tables were created with: branches, each of 100,000 accounts.",
                defaultValue = "10",
                unit = "branches",
                min = 1,
                max = 20_000)
        int scale) {
    static final int ACCOUNTS_PER_BRANCH = 100_000;
    static final int TELLERS_PER_BRANCH = 10;

    int accounts() {
        return scale * ACCOUNTS_PER_BRANCH;
    }

    int tellers() {
        return scale * TELLERS_PER_BRANCH;
    }
}
