// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.event;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.spi.SutIncarnation;

/**
 * What was known of the data of a workload before the load: with it another process reconciles. Immutable.
 *
 * @param incarnations the servers that held the data
 * @param baseline what the data set gave for it
 */
public record CountedData(List<SutIncarnation> incarnations, Map<String, String> baseline) implements EventDetails {
    public CountedData {
        incarnations = List.copyOf(incarnations);
        baseline = Collections.unmodifiableMap(new TreeMap<>(baseline));
    }
}
