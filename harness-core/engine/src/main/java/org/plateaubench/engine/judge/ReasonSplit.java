// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which of the stored reasons of a line are classes of errors and which are reasons of refusals.
 *
 * @param errorsByClass errors by class
 * @param declinedByReason refusals by reason
 */
record ReasonSplit(Map<String, Long> errorsByClass, Map<String, Long> declinedByReason) {

    /** An interval keeps both in one map; the distinct errors of the run tell them apart. */
    static ReasonSplit of(LineTotals line, Set<String> errorClasses) {
        Map<String, Long> errors = new TreeMap<>();
        Map<String, Long> refusals = new TreeMap<>();
        boolean onlyErrors = line.counts().declined() == 0;
        boolean onlyRefusals = line.counts().errors() == 0;
        line.reasons().forEach((reason, count) -> {
            boolean isError = onlyErrors || (!onlyRefusals && errorClasses.contains(reason));
            (isError ? errors : refusals).put(reason, count);
        });
        return new ReasonSplit(errors, refusals);
    }
}
