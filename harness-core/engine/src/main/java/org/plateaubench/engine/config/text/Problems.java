// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.text;

import java.util.ArrayList;
import java.util.List;

public final class Problems {
    private final List<Problem> found = new ArrayList<>();

    public void add(Location location, String path, String message) {
        found.add(Problem.at(location, path, message));
    }

    public void addAll(Problems others) {
        found.addAll(others.found);
    }

    public boolean isEmpty() {
        return found.isEmpty();
    }

    public List<Problem> sorted() {
        return found.stream().distinct().sorted(Problem.ORDER).toList();
    }
}
