// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.measure.interval.LineInterval;

/** One operation, unit or series over the steady window, without its histograms. Not thread-safe. */
public final class LineTotals {
    private final String name;
    private final LineInterval.Kind kind;
    private final Map<String, Long> errorsByClass = new TreeMap<>();
    private final Map<String, Long> declinedByReason = new TreeMap<>();
    private final TimesSum response = new TimesSum();
    private final TimesSum service = new TimesSum();
    private final TimesSum error = new TimesSum();
    private LineInterval.Counts counts = LineInterval.Counts.NONE;

    public LineTotals(String name, LineInterval.Kind kind) {
        this.name = name;
        this.kind = kind;
    }

    public void add(LineInterval line) {
        counts = counts.plus(line.counts());
        line.errorsByClass().forEach((name, count) -> errorsByClass.merge(name, count, Long::sum));
        line.declinedByReason().forEach((reason, count) -> declinedByReason.merge(reason, count, Long::sum));
        response.add(line.response());
        service.add(line.service());
        error.add(line.error());
    }

    public void add(LineTotals other) {
        counts = counts.plus(other.counts);
        other.errorsByClass.forEach((name, count) -> errorsByClass.merge(name, count, Long::sum));
        other.declinedByReason.forEach((reason, count) -> declinedByReason.merge(reason, count, Long::sum));
        response.add(other.response);
        service.add(other.service);
        error.add(other.error);
    }

    public String name() {
        return name;
    }

    public LineInterval.Kind kind() {
        return kind;
    }

    public LineInterval.Counts counts() {
        return counts;
    }

    /**
     * The number of operations that were intended in the window; each of them ended in one way, unless the run was cut
     * off.
     */
    public long intended() {
        long ended = counts.ok() + counts.declined() + failed();
        return Math.max(counts.issued(), ended);
    }

    /** The number of operations that the error rate counts: errors, abandoned and dropped. */
    public long failed() {
        return counts.failed();
    }

    Map<String, Long> errorsByClass() {
        return errorsByClass;
    }

    Map<String, Long> declinedByReason() {
        return declinedByReason;
    }

    TimesSum response() {
        return response;
    }

    TimesSum service() {
        return service;
    }

    TimesSum error() {
        return error;
    }
}
