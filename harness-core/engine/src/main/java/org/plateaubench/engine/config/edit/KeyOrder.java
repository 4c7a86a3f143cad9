// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.edit;

import java.util.List;
import java.util.Map;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.key.Keys;

/** The usual order of the keys in a run file, which determines where a new key is inserted. */
final class KeyOrder {
    private static final Keys NONE = Keys.of();
    private static final Map<String, Keys> MAPPINGS = Map.of(
            RunFileKeys.RUN.name(), RunFileKeys.OF_RUN,
            RunFileKeys.PHASES.name(), RunFileKeys.OF_PHASES);
    private static final Map<String, Keys> MAPPINGS_BY_NAME = Map.of(
            RunFileKeys.SUTS.name(), RunFileKeys.OF_SUT,
            RunFileKeys.WORKLOADS.name(), RunFileKeys.OF_WORKLOAD);

    private KeyOrder() {}

    /** The order of the mapping at a path, empty when it has none. */
    static List<String> of(TextPath path) {
        List<Object> parts = path.parts();
        String first = parts.isEmpty() ? "" : String.valueOf(parts.getFirst());
        Keys keys = switch (parts.size()) {
            case 0 -> RunFileKeys.ALL;
            case 1 -> MAPPINGS.getOrDefault(first, NONE);
            case 2 -> MAPPINGS_BY_NAME.getOrDefault(first, NONE);
            default -> NONE;
        };
        return keys.names();
    }
}
