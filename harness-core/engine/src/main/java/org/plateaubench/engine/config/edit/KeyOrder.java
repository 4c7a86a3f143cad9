// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.edit;

import java.util.List;
import org.plateaubench.engine.config.RunFileKeys;

/** The usual order of the keys in a run file, by which a new key gets its place. */
final class KeyOrder {
    private KeyOrder() {}

    /** The order of the mapping at a path, empty when it has none. */
    static List<String> of(TextPath path) {
        List<Object> parts = path.parts();
        String first = parts.isEmpty() ? "" : String.valueOf(parts.getFirst());
        return switch (first + "/" + parts.size()) {
            case "/0" -> RunFileKeys.ALL.names();
            case "run/1" -> RunFileKeys.OF_RUN.names();
            case "phases/1" -> RunFileKeys.OF_PHASES.names();
            case "suts/2" -> RunFileKeys.OF_SUT.names();
            case "workloads/2" -> RunFileKeys.OF_WORKLOAD.names();
            default -> List.of();
        };
    }
}
