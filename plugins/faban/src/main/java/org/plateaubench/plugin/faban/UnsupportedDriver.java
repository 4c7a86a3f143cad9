// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import java.util.List;

/** Thrown for a driver that Plateau cannot run. */
final class UnsupportedDriver extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    /**
     * One unsupported feature.
     *
     * @param what a sentence that names the annotation, class or method
     * @param remedy the remedy, one sentence
     */
    record Problem(String what, String remedy) {
        @Override
        public String toString() {
            return what + " " + remedy;
        }
    }

    /** A driver with several problems. */
    UnsupportedDriver(List<Problem> problems) {
        super(String.join(" ", problems.stream().map(Problem::toString).toList()));
        this.problems = List.copyOf(problems);
    }

    /** A driver with one problem. */
    UnsupportedDriver(String what, String remedy) {
        this(List.of(new Problem(what, remedy)));
    }

    /** The problems, at least one. */
    List<Problem> problems() {
        return problems;
    }
}
