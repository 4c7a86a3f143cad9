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
 * The newest sample of each series of telemetry, except events, up to a bound. There is a separate bound for single
 * cores of hosts, so that large hosts do not displace other series. Not thread-safe.
 */
final class NewestSamples {
    /** The greatest number of series; later ones are omitted. */
    static final int MOST_SERIES = 2_000;

    /**
     * The greatest number of single cores of hosts; later ones are omitted. It is enough for two hosts with the
     * greatest number of cores.
     */
    static final int MOST_CORES = 512;

    private final Map<List<String>, TelemetrySample> newest = new LinkedHashMap<>();
    private final Map<List<String>, TelemetrySample> cores = new LinkedHashMap<>();
    private boolean leavesOut;

    /** Replaces the previous sample of a series. */
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

    /** The samples in the order of the first occurrence of their series, with those of cores last. */
    Collection<TelemetrySample> all() {
        return Stream.concat(newest.values().stream(), cores.values().stream()).toList();
    }

    /** Whether a series was omitted because there are too many; omitted single cores do not count. */
    boolean leavesOut() {
        return leavesOut;
    }
}
