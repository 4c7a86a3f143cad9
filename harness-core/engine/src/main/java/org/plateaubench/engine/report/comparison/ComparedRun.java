// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.result.Conclusion;

/**
 * A run in a comparison.
 *
 * @param label its letter: A for the first run
 * @param id name of the run folder
 * @param name name of the run
 * @param status completed, interrupted, not-started or crashed
 * @param verdict pass, fail or invalid
 * @param conclusion its conclusion, in words
 * @param runClass dev, modified or standard
 * @param classReasons reasons why its class is not higher
 * @param startedAt when it was started, null when not known
 * @param steadySeconds length of the steady window, null when it was never reached
 * @param planId hash of its plan
 */
public record ComparedRun(
        String label,
        String id,
        String name,
        String status,
        String verdict,
        Conclusion conclusion,
        @JsonProperty("class") String runClass,
        List<String> classReasons,
        @Nullable Instant startedAt,
        @Nullable Double steadySeconds,
        String planId) {}
