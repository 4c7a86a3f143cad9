// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;

/**
 * What an agent samples of its host besides the host as a whole.
 *
 * @param processes programs whose processes are sampled together, as the kernel names them
 * @param controlGroups control groups that are sampled, as paths below the root of their hierarchy
 */
public record PlannedObserver(
        String agent,
        @JsonInclude(Include.NON_EMPTY) List<String> processes,
        @JsonInclude(Include.NON_EMPTY) List<String> controlGroups) {}
