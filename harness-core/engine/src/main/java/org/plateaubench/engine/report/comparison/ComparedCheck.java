// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A check of a workload in every run.
 *
 * @param figure its value
 * @param met whether each run met it; null without bounds, with too little data, or without the check
 */
public record ComparedCheck(@JsonUnwrapped ComparedFigure figure, List<@Nullable Boolean> met) {
    public ComparedCheck {
        met = Collections.unmodifiableList(new ArrayList<>(met));
    }
}
