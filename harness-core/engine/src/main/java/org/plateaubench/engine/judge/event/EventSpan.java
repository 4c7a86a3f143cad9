// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.event;

/**
 * One event on the time axis.
 *
 * @param source the source that reported it: {@code sut/<name>}, {@code tile/workload} or {@code agent/<name>}
 * @param errorNanos greatest error of start and end, either way
 */
record EventSpan(String source, long startNanos, long endNanos, long errorNanos) {
    /** The earliest instant that may be within the event. */
    long fromNanos() {
        return startNanos - errorNanos;
    }

    /** The latest instant that may be within the event. */
    long toNanos() {
        return endNanos + errorNanos;
    }
}
