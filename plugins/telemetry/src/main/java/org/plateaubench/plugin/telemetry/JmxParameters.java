// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Parameter;

public record JmxParameters(
        @Parameter(
                description = "Host and port of the JVM's remote JMX, such as app1.lab:9010",
                defaultValue = "required")
        String address,

        @Parameter(
                description = "Series by name, each OBJECT NAME/ATTRIBUTE or OBJECT NAME/ATTRIBUTE.PART, such as"
                        + " {heap: \"java.lang:type=Memory/HeapMemoryUsage.used\"}",
                defaultValue = "required")
        Map<String, String> attributes,

        @Parameter(
                description = "Names of the series that are running totals, of which the growth per second is shown",
                defaultValue = "[]")
        List<String> totals,

        @Parameter(description = "User; empty for none", defaultValue = "")
        String user,

        @Parameter(description = "Password of that user", defaultValue = "", secret = true)
        String password,

        @Parameter(
                description =
                        "Whether the registry and the JVM are reached by TLS, with certificates that this JVM trusts",
                defaultValue = "false")
        boolean tls,

        @Parameter(description = "Time between two samples", defaultValue = "5s", min = 1_000, max = 600_000)
        Duration every) {

    /** The keys as text, without the password. */
    @Override
    public String toString() {
        return "JmxParameters[address=" + address + ", attributes=" + attributes + "]";
    }
}
