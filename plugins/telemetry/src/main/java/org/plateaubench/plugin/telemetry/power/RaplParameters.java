// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.power;

import java.util.List;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;

public record RaplParameters(
        @Parameter(
                description = "Folder of the counters in Linux",
                defaultValue = "/sys/class/powercap",
                reach = Reach.FILE)
        String folder,

        @Parameter(
                description = "Names of the zones whose energy is added; * matches any characters. Zones inside one"
                        + " of them are not allowed",
                defaultValue = "[package-*]")
        List<String> zones,

        @Parameter(
                description = "Highest power of one zone; it decides how often its counter must be read so"
                        + " that no wrap-around is missed",
                defaultValue = "1000",
                unit = "W",
                min = 1,
                max = 100_000)
        double mostWatts,

        @Parameter(
                description = "Name of the agent on the host of the counters, which must drive load; empty for the"
                        + " first agent that does",
                defaultValue = "")
        String agent) {}
