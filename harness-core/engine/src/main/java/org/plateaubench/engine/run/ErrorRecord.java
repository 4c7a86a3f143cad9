// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.List;
import org.plateaubench.measure.recorder.DistinctErrors;

/** A distinct error with its count, over all agents since the start. */
public record ErrorRecord(
        String scope,
        String operation,
        String errorClass,
        String message,
        long count,
        long firstNanos,
        long lastNanos) {
    public static ErrorRecord of(String scope, DistinctErrors.Entry error) {
        return new ErrorRecord(
                scope,
                error.operation(),
                error.errorClass(),
                error.message(),
                error.count(),
                error.firstNanos(),
                error.lastNanos());
    }

    ErrorRecord plus(ErrorRecord more) {
        return new ErrorRecord(
                scope,
                operation,
                errorClass,
                message,
                count + more.count,
                Math.min(firstNanos, more.firstNanos),
                Math.max(lastNanos, more.lastNanos));
    }

    public List<String> key() {
        return List.of(scope, operation, errorClass, message);
    }
}
