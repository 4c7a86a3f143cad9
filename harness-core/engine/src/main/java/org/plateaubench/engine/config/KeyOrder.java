// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.List;

/** The usual order of the keys in a run file, by which a new key gets its place. */
final class KeyOrder {
    private static final List<String> ROOT = List.of("run", "phases", "tiles", "periods", "suts", "workloads");
    private static final List<String> RUN = List.of("name", "description", "seed", "dataSeed", "interval", "class");
    private static final List<String> PHASES = List.of("rampUp", "steady", "rampDown", "drain");
    private static final List<String> SUT = List.of("service", "mode");
    private static final List<String> WORKLOAD =
            List.of("plugin", "sut", "data", "load", "mix", "parameters", "timeout", "qos", "execution");

    private KeyOrder() {}

    /** The order of the mapping at a path, empty when it has none. */
    static List<String> of(TextPath path) {
        List<Object> parts = path.parts();
        return switch (parts.size()) {
            case 0 -> ROOT;
            case 1 -> parts.getFirst().equals("run") ? RUN : parts.getFirst().equals("phases") ? PHASES : List.of();
            case 2 ->
                parts.getFirst().equals("suts") ? SUT : parts.getFirst().equals("workloads") ? WORKLOAD : List.of();
            default -> List.of();
        };
    }
}
