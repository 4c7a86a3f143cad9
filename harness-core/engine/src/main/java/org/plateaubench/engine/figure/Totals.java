// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.figure;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.measure.interval.LineInterval;

/** The counts and times of one or several lines over any window. Not thread-safe. */
public final class Totals {
    private final Map<String, Long> errorsByClass = new TreeMap<>();
    private final Map<String, Long> declinedByReason = new TreeMap<>();
    private final TimeTotals response = new TimeTotals();
    private final TimeTotals service = new TimeTotals();
    private final TimeTotals error = new TimeTotals();
    private LineInterval.Counts counts = LineInterval.Counts.NONE;
    private double seconds;

    /** {@code seconds} is the length of the window; 0 if it was not reached. */
    public Totals(double seconds) {
        this.seconds = seconds;
    }

    public void add(LineInterval line) {
        counts = counts.plus(line.counts());
        line.errorsByClass().forEach((name, count) -> errorsByClass.merge(name, count, Long::sum));
        line.declinedByReason().forEach((reason, count) -> declinedByReason.merge(reason, count, Long::sum));
        response.add(line.response());
        response.addCensored(line.counts().censored(), line.counts().longestCensoredNanos());
        service.add(line.service());
        error.add(line.error());
    }

    public void add(Totals other) {
        counts = counts.plus(other.counts);
        other.errorsByClass.forEach((name, count) -> errorsByClass.merge(name, count, Long::sum));
        other.declinedByReason.forEach((reason, count) -> declinedByReason.merge(reason, count, Long::sum));
        response.add(other.response);
        service.add(other.service);
        error.add(other.error);
    }

    /** Packs the histograms until the next change. */
    public void pack() {
        response.pack();
        service.pack();
        error.pack();
    }

    /** Changes the length of the window, which grows while intervals are added to a run in progress. */
    public void setSeconds(double windowSeconds) {
        seconds = windowSeconds;
    }

    public double seconds() {
        return seconds;
    }

    public LineInterval.Counts counts() {
        return counts;
    }

    /** Operations intended in the window; each ended in one way, unless the run was cut off. */
    public long intended() {
        return Math.max(counts.issued(), counts.ok() + counts.declined() + failed());
    }

    /** The number of operations that the error rate counts: errors, abandoned and dropped. */
    public long failed() {
        return counts.failed();
    }

    public Map<String, Long> errorsByClass() {
        return Collections.unmodifiableMap(errorsByClass);
    }

    public Map<String, Long> declinedByReason() {
        return Collections.unmodifiableMap(declinedByReason);
    }

    /** Response times of successes and refusals, and the ages of censored operations. */
    public TimeTotals response() {
        return response;
    }

    public TimeTotals service() {
        return service;
    }

    public TimeTotals error() {
        return error;
    }
}
