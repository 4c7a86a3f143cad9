// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.plateaubench.spi.SutIncarnation;

/**
 * What was known of the data of a workload before the load: with it another process reconciles. Immutable.
 *
 * @param incarnations the servers that held the data
 * @param baseline what the data set gave for it
 */
public record CountedData(List<SutIncarnation> incarnations, Map<String, String> baseline) {
    private static final String INCARNATIONS = "incarnations";
    private static final String BASELINE = "baseline";

    public CountedData {
        incarnations = List.copyOf(incarnations);
        baseline = Map.copyOf(baseline);
    }

    /** The details of its event. */
    Map<String, Object> details() {
        List<Map<String, Object>> servers = new ArrayList<>();
        for (SutIncarnation life : incarnations) {
            Map<String, Object> server = new LinkedHashMap<>();
            server.put("server", life.server());
            server.put("identity", life.identity());
            server.put("since", life.since());
            servers.add(server);
        }
        Map<String, Object> details = new LinkedHashMap<>();
        details.put(INCARNATIONS, servers);
        details.put(BASELINE, new TreeMap<>(baseline));
        return details;
    }

    /** From the details of a stored event; empty when they are damaged. */
    public static Optional<CountedData> of(Map<String, Object> details) {
        if (!(details.get(INCARNATIONS) instanceof List<?> servers)
                || !(details.get(BASELINE) instanceof Map<?, ?> entries)) {
            return Optional.empty();
        }
        List<SutIncarnation> incarnations = new ArrayList<>();
        for (Object server : servers) {
            if (!(server instanceof Map<?, ?> life)) {
                return Optional.empty();
            }
            incarnations.add(new SutIncarnation(text(life, "server"), text(life, "identity"), text(life, "since")));
        }
        Map<String, String> baseline = new TreeMap<>();
        entries.forEach((name, value) -> baseline.put(String.valueOf(name), String.valueOf(value)));
        return Optional.of(new CountedData(incarnations, baseline));
    }

    private static String text(Map<?, ?> life, String name) {
        return life.get(name) instanceof String text ? text : "";
    }
}
