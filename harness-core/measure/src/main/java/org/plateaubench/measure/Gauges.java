// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;

/** The registered levels of the declared gauges. Any thread registers, one thread asks. */
final class Gauges {
    private final CopyOnWriteArrayList<Level> levels = new CopyOnWriteArrayList<>();

    WorkloadRecorder.Registration register(String name, LongSupplier supplier) {
        Level level = new Level(name, supplier);
        levels.add(level);
        return () -> levels.remove(level);
    }

    /** Sums by gauge. A gauge of which a level cannot be asked is missing: part of a sum would look like a low level. */
    Map<String, Double> sums() {
        Map<String, Double> sums = new HashMap<>();
        Set<String> failed = new HashSet<>();
        for (Level level : levels) {
            try {
                sums.merge(level.name, (double) level.supplier.getAsLong(), Double::sum);
            } catch (RuntimeException | Error e) {
                failed.add(level.name);
            }
        }
        sums.keySet().removeAll(failed);
        return sums;
    }

    /** Not a record: each registration is one of its own, whatever it asks. */
    private static final class Level {
        private final String name;
        private final LongSupplier supplier;

        Level(String name, LongSupplier supplier) {
            this.name = name;
            this.supplier = supplier;
        }
    }
}
