// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.scenario;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;

/** Parameters of workload {@code scenario}. */
public record ScenarioParameters(
        @Parameter(description = "What users do: flows, steps and data.", defaultValue = "required")
        Map<String, Object> scenario,

        @Parameter(
                description = "Commands that are refused unless they are named here: those that remove whole data sets"
                        + " or change the server, and scripts.",
                defaultValue = "[]",
                reach = Reach.SETTINGS)
        List<String> allowCommands,

        @Parameter(
                description = "How long a connection may take to be ready.",
                defaultValue = "5s",
                min = 1,
                max = 600_000)
        Duration connectTimeout) {

    public ScenarioParameters {
        allowCommands = List.copyOf(allowCommands);
    }
}
