// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.interval.CpuUse;

/**
 * CPU of an agent in an interval. Values that the system does not report are left out, and so are all values before
 * version 0.2.
 */
final class CpuCodec {
    private CpuCodec() {}

    static Map<String, Object> tree(CpuUse use) {
        Map<String, Object> tree = new LinkedHashMap<>();
        put(tree, "cores", use.cores());
        put(tree, "driveCores", use.driveCores());
        put(tree, "collectorCores", use.collectorCores());
        put(tree, "compilerCores", use.compilerCores());
        put(tree, "availableCores", use.availableCores());
        put(tree, "driveWait", use.driveWait());
        put(tree, "driveTurnsPerSecond", use.driveTurnsPerSecond());
        put(tree, "throttled", use.throttled());
        return tree;
    }

    private static void put(Map<String, Object> tree, String key, double figure) {
        if (figure >= 0) {
            tree.put(key, figure);
        }
    }

    static CpuUse read(@Nullable Object stored) {
        if (stored == null) {
            return CpuUse.NOT_TOLD;
        }
        Map<String, Object> tree = Tree.object(stored);
        return new CpuUse(
                figure(tree, "cores"),
                figure(tree, "driveCores"),
                figure(tree, "collectorCores"),
                figure(tree, "compilerCores"),
                figure(tree, "availableCores"),
                figure(tree, "driveWait"),
                figure(tree, "driveTurnsPerSecond"),
                figure(tree, "throttled"));
    }

    private static double figure(Map<String, Object> tree, String key) {
        return tree.containsKey(key) ? Tree.decimal(tree, key) : CpuUse.UNKNOWN;
    }
}
