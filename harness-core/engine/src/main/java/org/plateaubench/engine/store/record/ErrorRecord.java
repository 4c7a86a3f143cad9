// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store.record;

import java.util.List;

/**
 * A distinct error with its count, over all agents since the start.
 *
 * @param scope {@code tile/workload}
 * @param operation operation, unit or series
 * @param errorClass class of the error
 * @param message text of its first occurrence
 * @param count occurrences
 * @param firstNanos first occurrence on the run's clock
 * @param lastNanos last occurrence on the run's clock
 */
public record ErrorRecord(
        String scope,
        String operation,
        String errorClass,
        String message,
        long count,
        long firstNanos,
        long lastNanos) {
    /** The properties that distinguish it from other errors. */
    public List<String> key() {
        return List.of(scope, operation, errorClass, message);
    }
}
