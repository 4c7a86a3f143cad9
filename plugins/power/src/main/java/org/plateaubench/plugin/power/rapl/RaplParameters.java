// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.power.rapl;

import java.util.List;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;

/** Keys of a SUT of service {@code rapl}. */
public record RaplParameters(
        @Parameter(
                description = "Folder in which Linux shows the counters",
                defaultValue = "/sys/class/powercap",
                reach = Reach.FILE)
        String folder,

        @Parameter(
                description =
                        "Names of the zones that are added; * matches any characters. A zone inside another one that"
                                + " is added"
                                + " must not be",
                defaultValue = "[package-*]")
        List<String> zones,

        @Parameter(
                description = "Greatest power of one zone, by which is known how soon its counter may wrap round twice",
                defaultValue = "1000",
                unit = "W",
                min = 1,
                max = 100_000)
        double mostWatts,

        @Parameter(
                description =
                        "Name of the agent on whose host the counters are; it must drive load. Empty for the first agent that does",
                defaultValue = "")
        String agent) {}
