// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import org.plateaubench.engine.aggregate.ErrorRecord;
import org.plateaubench.engine.statistics.Nanos;

/** A distinct error with its count in the form of the API and the report. */
public record ShownError(
        String scope,
        String operation,
        String errorClass,
        String message,
        long count,
        double firstSeconds,
        double lastSeconds) {
    public static ShownError of(ErrorRecord error) {
        return new ShownError(
                error.scope(),
                error.operation(),
                error.errorClass(),
                error.message(),
                error.count(),
                error.firstNanos() / Nanos.PER_SECOND,
                error.lastNanos() / Nanos.PER_SECOND);
    }
}
