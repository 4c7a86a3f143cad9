// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.ArrayList;
import java.util.List;

/** Collects problems while a file is read. Not thread-safe. */
final class Problems {
    private final List<Problem> found = new ArrayList<>();
    private boolean isBeyondBounds;

    void add(Location location, String path, String message) {
        found.add(Problem.at(location, path, message));
    }

    /** The document is larger, deeper or has more nodes than the reader accepts. */
    void addBeyondBounds(Location location, String message) {
        add(location, "", message);
        isBeyondBounds = true;
    }

    boolean isBeyondBounds() {
        return isBeyondBounds;
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    List<Problem> sorted() {
        return found.stream().distinct().sorted(Problem.ORDER).toList();
    }
}
