// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.power;

import java.util.List;
import org.plateaubench.api.Parameter;

public record ScpiParameters(
        @Parameter(description = "Host name or address of the analyser", defaultValue = "required")
        String host,

        @Parameter(description = "TCP port", defaultValue = "5025", min = 1, max = 65_535)
        int port,

        @Parameter(
                description = "Messages that are sent after connecting, without an answer, such as a choice of ranges",
                defaultValue = "[]")
        List<String> setup,

        @Parameter(description = "Query whose answer contains the power in watts", defaultValue = "MEAS:POW?")
        String query,

        @Parameter(
                description = "Position of the power among the numbers of the answer, which are separated by"
                        + " commas; 1 is the first",
                defaultValue = "1",
                min = 1,
                max = 100)
        int field) {}
