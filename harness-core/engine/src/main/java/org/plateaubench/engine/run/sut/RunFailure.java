// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.sut;

import java.util.List;

/** A run cannot be carried out. Has one sentence or more for a person. */
public final class RunFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<String> sentences;

    public RunFailure(List<String> sentences) {
        super(String.join(" ", sentences));
        this.sentences = List.copyOf(sentences);
    }

    public RunFailure(String sentence) {
        this(List.of(sentence));
    }

    public List<String> sentences() {
        return sentences;
    }
}
