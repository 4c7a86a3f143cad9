// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.List;

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
