// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The common part of the score of a run and the score of several trials. */
public interface ScoreOutcome {
    enum State {
        COUNTS,
        /** There is a number, but the run did not pass. */
        STRUCK,
        NOT_SCORED
    }

    /** A reference by name, with the SHA-256 of its content. */
    record Reference(String name, String digest) {}

    Reference reference();

    State state();

    @Nullable
    String notation();

    String runClass();

    String verdict();

    List<String> reasons();
}
