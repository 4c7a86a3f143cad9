// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban.archive;

import java.util.List;

/** A driver that Plateau cannot run. */
public final class UnsupportedDriver extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    /**
     * One thing that is not supported.
     *
     * @param what names the annotation, class or method, a sentence
     * @param remedy what to do, a sentence
     */
    public record Problem(String what, String remedy) {
        @Override
        public String toString() {
            return what + " " + remedy;
        }
    }

    /** A driver with several problems. */
    public UnsupportedDriver(List<Problem> problems) {
        super(String.join(" ", problems.stream().map(Problem::toString).toList()));
        this.problems = List.copyOf(problems);
    }

    /** A driver with one problem. */
    public UnsupportedDriver(String what, String remedy) {
        this(List.of(new Problem(what, remedy)));
    }

    /** The problems, at least one. */
    public List<Problem> problems() {
        return problems;
    }
}
