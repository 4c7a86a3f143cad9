// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.result;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A run of a cell; its software is null unless it is evidence. */
public record TrialResult(
        int trial,
        String runId,
        String outcome,
        double seconds,
        List<String> reasons,
        @Nullable Map<String, String> software) {}
