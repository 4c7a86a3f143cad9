// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry;

import java.time.Duration;
import java.util.List;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;

public record CommandParameters(
        @Parameter(
                description = "Program that prints lines with name, number and optionally unit; the first agent of"
                        + " the run starts it on its host",
                defaultValue = "required",
                reach = Reach.PROGRAM)
        String program,

        @Parameter(description = "Its arguments", defaultValue = "[]", reach = Reach.SETTINGS)
        List<String> arguments,

        @Parameter(
                description = "Names of the series that are running totals, of which the growth per second is shown",
                defaultValue = "[]")
        List<String> totals,

        @Parameter(description = "Time after which the program is killed", defaultValue = "5s", min = 100, max = 60_000)
        Duration limit,

        @Parameter(description = "Time between two starts", defaultValue = "10s", min = 1_000, max = 600_000)
        Duration every) {}
