// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.event;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.spi.SutIncarnation;

/** The state of the data of a workload before the load, with which another process can reconcile. Immutable. */
public record CountedData(List<SutIncarnation> incarnations, Map<String, String> baseline) implements EventDetails {
    public CountedData {
        baseline = Collections.unmodifiableMap(new TreeMap<>(baseline));
    }
}
