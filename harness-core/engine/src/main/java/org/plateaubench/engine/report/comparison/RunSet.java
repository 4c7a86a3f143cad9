// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.List;

/**
 * Runs that are compared as one.
 *
 * @param label its letter: A for the first set
 * @param runs indexes of its runs among all runs
 * @param counted those whose figures are evidence
 */
record RunSet(String label, List<Integer> runs, List<Integer> counted) {
    boolean isOneRun() {
        return runs.size() == 1;
    }

    /** The runs whose figures are shown: a single run shows its figures even if they do not count. */
    List<Integer> shown() {
        return isOneRun() ? runs : counted;
    }

    /** Whether its runs that count can show a difference. */
    boolean isEnough() {
        return counted.size() >= Math.min(2, runs.size());
    }
}
