// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.util.Map;

/**
 * The run of 1,500 users and 30 minutes that was published in 2015 ("Scaling Web 2.0 Applications using Docker
 * containers"), for comparison: its results, which are not a target. 542,793 operations in 1,800 s are 301.6/s.
 */
public final class PublishedRun {
    public static final int USERS = 1500;

    public static final int SECONDS = 1800;

    private static final Map<OlioOperation, Integer> OPERATIONS = Map.of(
            OlioOperation.HOME_PAGE, 141_908,
            OlioOperation.LOGIN, 55_473,
            OlioOperation.TAG_SEARCH, 181_126,
            OlioOperation.EVENT_DETAIL, 134_144,
            OlioOperation.PERSON_DETAIL, 14_393,
            OlioOperation.ADD_PERSON, 4_662,
            OlioOperation.ADD_EVENT, 11_087);

    private PublishedRun() {}

    public static int operations(OlioOperation operation) {
        return OPERATIONS.getOrDefault(operation, 0);
    }

    public static int operations() {
        return OPERATIONS.values().stream().mapToInt(Integer::intValue).sum();
    }

    public static double share(OlioOperation operation) {
        return (double) operations(operation) / operations();
    }

    public static double ratePerSecond() {
        return (double) operations() / SECONDS;
    }
}
