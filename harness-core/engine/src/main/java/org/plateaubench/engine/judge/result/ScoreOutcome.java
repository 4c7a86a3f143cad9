// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the score of a run and that of several trials have in common. */
public interface ScoreOutcome {
    ScoreResult.Reference reference();

    ScoreResult.State state();

    @Nullable
    String notation();

    String runClass();

    String verdict();

    List<String> reasons();
}
