// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.List;

/** A run cannot be carried out. Has one sentence or more for a person. */
final class RunFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<String> sentences;

    RunFailure(List<String> sentences) {
        super(String.join(" ", sentences));
        this.sentences = List.copyOf(sentences);
    }

    RunFailure(String sentence) {
        this(List.of(sentence));
    }

    List<String> sentences() {
        return sentences;
    }
}
