// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.result;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.study.run.RunSoftware;

/** A run of a cell; its software is null when it has no measurements, and in results of earlier versions. */
public record TrialResult(
        int trial,
        String runId,
        String outcome,
        double seconds,
        List<String> reasons,
        @Nullable Map<String, String> software) {
    /** The same run with only the stored part of its software. */
    TrialResult as(@Nullable Map<String, String> stored, boolean wasEvidence) {
        return new TrialResult(
                trial,
                runId,
                outcome,
                seconds,
                reasons,
                stored == null && !wasEvidence ? null : RunSoftware.as(stored, software));
    }
}
