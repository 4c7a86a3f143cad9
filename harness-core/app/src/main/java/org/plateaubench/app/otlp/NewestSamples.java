// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.otlp;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.measure.host.HostTelemetry;
import org.plateaubench.wire.TelemetrySample;

/** The newest sample of each series of telemetry, up to a bound; events and single cores of hosts are none. One thread. */
final class NewestSamples {
    /** Series that came after this many are left out. */
    static final int MOST_SERIES = 2_000;

    private final Map<List<String>, TelemetrySample> newest = new LinkedHashMap<>();
    private boolean leavesOut;

    /** Takes a sample in the place of the one before. */
    void add(TelemetrySample point) {
        if (point.unit().equals(MeasureDefinition.EVENT_UNIT)
                || !Double.isFinite(point.value())
                || HostTelemetry.isCore(point.source(), point.series())) {
            return;
        }
        List<String> key = List.of(point.source(), point.series());
        if (newest.size() < MOST_SERIES || newest.containsKey(key)) {
            newest.put(key, point);
        } else {
            leavesOut = true;
        }
    }

    /** The samples, in the order in which their series came. */
    Collection<TelemetrySample> all() {
        return Collections.unmodifiableCollection(newest.values());
    }

    /** Whether a series was left out since there are too many. */
    boolean leavesOut() {
        return leavesOut;
    }
}
