// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.tool;

import java.time.Duration;
import java.util.Map;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;

public record ToolParameters(
        @Parameter(
                description = "What is run: steps with programs, and what their output means.",
                defaultValue = "required",
                reach = Reach.SETTINGS)
        Map<String, Object> scenario,

        @Parameter(
                description = "Working folder of the programs; by default a new one, which is removed at the end.",
                defaultValue = "",
                reach = Reach.FOLDER)
        String folder,

        @Parameter(
                description = "Time before the end of the steady phase by which a run of ${seconds} ends, so that its"
                        + " output counts in the phase.",
                defaultValue = "2s",
                min = 0,
                max = 600_000)
        Duration margin) {}
