// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.util.List;

/**
 * A run of a sequence that has ended.
 *
 * @param step what was run
 * @param runId its id, empty when it has no folder
 * @param outcome its outcome
 * @param seconds how long it took, with the pause and the hooks before it
 * @param figures its figures; empty unless it is evidence
 * @param reasons why it did not pass, sentences
 */
public record EndedRun(
        Step step, String runId, Outcome outcome, double seconds, List<Figure> figures, List<String> reasons) {
    public EndedRun {
        figures = List.copyOf(figures);
        reasons = List.copyOf(reasons);
    }
}
