// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.otlp;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.measure.host.HostTelemetry;
import org.plateaubench.wire.TelemetrySample;

/**
 * The newest sample of each series of telemetry, up to a bound; events are none. Single cores of hosts have a bound of their own, so that
 * large hosts leave no other series out. One thread.
 */
final class NewestSamples {
    /** Series that came after this many are left out. */
    static final int MOST_SERIES = 2_000;

    /** Single cores of hosts that came after this many are left out: two hosts of as many cores as telemetry has of one. */
    static final int MOST_CORES = 512;

    private final Map<List<String>, TelemetrySample> newest = new LinkedHashMap<>();
    private final Map<List<String>, TelemetrySample> cores = new LinkedHashMap<>();
    private boolean leavesOut;

    /** Takes a sample in the place of the one before. */
    void add(TelemetrySample point) {
        if (point.unit().equals(MeasureDefinition.EVENT_UNIT) || !Double.isFinite(point.value())) {
            return;
        }
        boolean isCore = HostTelemetry.isCore(point.source(), point.series());
        Map<List<String>, TelemetrySample> among = isCore ? cores : newest;
        List<String> key = List.of(point.source(), point.series());
        if (among.size() < (isCore ? MOST_CORES : MOST_SERIES) || among.containsKey(key)) {
            among.put(key, point);
        } else {
            leavesOut |= !isCore;
        }
    }

    /** The samples, in the order in which their series came, those of cores last. */
    Collection<TelemetrySample> all() {
        return Stream.concat(newest.values().stream(), cores.values().stream()).toList();
    }

    /** Whether a series was left out since there are too many; single cores are left out as a matter of course. */
    boolean leavesOut() {
        return leavesOut;
    }
}
