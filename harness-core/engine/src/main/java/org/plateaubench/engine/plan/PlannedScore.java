// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.Map;

/**
 * The values to which a score is normalised: the part of a reference that the judge needs, so that a run can be judged
 * without the reference file.
 *
 * @param application rate of one tile of the reference by workload, in the unit of the workload's metric
 * @param infrastructure successes per hour of the reference by workload and operation
 */
public record PlannedScore(
        String reference,
        String digest,
        double applicationWeight,
        double infrastructureWeight,
        Map<String, Double> application,
        @JsonInclude(Include.NON_EMPTY) Map<String, Map<String, Double>> infrastructure) {}
