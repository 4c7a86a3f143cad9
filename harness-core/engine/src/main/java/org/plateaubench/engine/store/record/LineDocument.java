// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.timeline.PhaseWindow;

/**
 * An operation, unit or series in the line of an interval. Rare values are omitted when they are zero, because every
 * interval has such a document for each operation.
 */
@JsonInclude(Include.NON_NULL)
record LineDocument(
        String line,
        LineInterval.Kind kind,
        PhaseWindow window,
        long issued,
        long ok,
        long declined,
        long errors,
        @JsonInclude(Include.NON_DEFAULT) long abandoned,
        @JsonInclude(Include.NON_DEFAULT) long dropped,
        long okEnds,
        @JsonInclude(Include.NON_DEFAULT) long censored,
        @JsonInclude(Include.NON_DEFAULT) long longestCensoredNanos,
        @JsonInclude(Include.NON_EMPTY) Map<String, Long> errorsByClass,
        @JsonInclude(Include.NON_EMPTY) Map<String, Long> declinedByReason,
        @Nullable TimesDocument response,
        @Nullable TimesDocument service,
        @Nullable TimesDocument error) {
    static LineDocument of(LineInterval line) {
        LineInterval.Counts counts = line.counts();
        return new LineDocument(
                line.line(),
                line.kind(),
                line.window(),
                counts.issued(),
                counts.ok(),
                counts.declined(),
                counts.errors(),
                counts.abandoned(),
                counts.dropped(),
                counts.okEnds(),
                counts.censored(),
                counts.longestCensoredNanos(),
                line.errorsByClass(),
                line.declinedByReason(),
                TimesDocument.of(line.response()),
                TimesDocument.of(line.service()),
                TimesDocument.of(line.error()));
    }

    LineInterval interval() {
        return new LineInterval(
                line.intern(),
                kind,
                window,
                new LineInterval.Counts(
                        issued, ok, declined, errors, abandoned, dropped, okEnds, censored, longestCensoredNanos),
                errorsByClass,
                declinedByReason,
                TimesDocument.times(response),
                TimesDocument.times(service),
                TimesDocument.times(error));
    }
}
