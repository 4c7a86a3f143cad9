// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;

/** The programs and control groups that an agent samples besides its host as a whole. */
public record PlannedObserver(
        String agent,
        @JsonInclude(Include.NON_EMPTY) List<String> processes,
        @JsonInclude(Include.NON_EMPTY) List<String> controlGroups) {}
