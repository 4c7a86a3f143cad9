// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import java.util.List;
import org.plateaubench.api.Finding;

final class UnsupportedDriver extends Exception {
    private static final long serialVersionUID = 1L;

    /** The problems, at least one. */
    final transient List<Finding> problems;

    UnsupportedDriver(List<Finding> problems) {
        super(String.join(" ", problems.stream().map(Finding::toString).toList()));
        this.problems = List.copyOf(problems);
    }

    UnsupportedDriver(String message, String remedy) {
        this(List.of(Finding.problem(message, remedy)));
    }
}
