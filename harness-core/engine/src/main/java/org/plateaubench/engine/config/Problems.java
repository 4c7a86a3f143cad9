// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.ArrayList;
import java.util.List;

/** Collects problems while a file is read. Not thread-safe. */
final class Problems {
    private final List<Problem> found = new ArrayList<>();

    void add(Location location, String path, String message) {
        found.add(Problem.at(location, path, message));
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    List<Problem> sorted() {
        return found.stream().distinct().sorted(Problem.ORDER).toList();
    }
}
