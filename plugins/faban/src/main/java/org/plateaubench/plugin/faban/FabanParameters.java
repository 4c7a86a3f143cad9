// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import java.util.Map;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;

public record FabanParameters(
        @Parameter(
                description = "Jar of the driver, as deployed or with its classes only, or folder of an unpacked jar.",
                defaultValue = "required",
                reach = Reach.PROGRAM)
        String driverJar,

        @Parameter(description = "Class with @BenchmarkDefinition; empty for the only one.", defaultValue = "")
        String definition,

        @Parameter(
                description = "Driver of the definition, by its name or its class; empty for the only one.",
                defaultValue = "")
        String driver,

        @Parameter(
                description = "The benchmark's run.xml, whose values and properties the driver reads; empty for none.",
                defaultValue = "",
                reach = Reach.FILE)
        String runXml,

        @Parameter(
                description = "Properties of the driver, which replace the properties in run.xml.",
                defaultValue = "{}",
                reach = Reach.SETTINGS)
        Map<String, String> properties,

        @Parameter(
                description = "Scale that the driver receives; 0 for the number of users over its threadPerScale.",
                defaultValue = "0",
                min = 0)
        int scale,

        @Parameter(
                description = "Largest percentage of answers in successful operations that are empty or have a status"
                        + " of 400 or above; with more the run fails.",
                defaultValue = "1",
                min = 0,
                max = 100)
        double maxFailedAnswers) {

    public FabanParameters {
        properties = Map.copyOf(properties);
    }
}
