// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry;

import java.time.Duration;
import java.util.List;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.process.ClientCertificate;

public record PrometheusParameters(
        @Parameter(
                description = "Address of the metrics, such as http://db1.lab:9100/metrics",
                defaultValue = "required")
        String url,

        @Parameter(
                description = "Names of the metrics that become series; * matches any characters",
                defaultValue = "required")
        List<String> metrics,

        @Parameter(
                description = "Token that is sent to the server (Authorization: Bearer); empty for none",
                defaultValue = "",
                secret = true)
        String token,

        @Parameter(description = "User for the server's basic authentication; empty for none", defaultValue = "")
        String user,

        @Parameter(description = "Password of that user", defaultValue = "", secret = true)
        String password,

        @Parameter(
                description =
                        "PEM file of the certificates that are trusted for https; empty for the JVM's trust store",
                defaultValue = "",
                reach = Reach.FILE)
        String trust,

        ClientCertificate certificate,

        @Parameter(description = "Time between two scrapes", defaultValue = "5s", min = 1_000, max = 600_000)
        Duration every) {

    /** The keys as text, without secrets. */
    @Override
    public String toString() {
        return "PrometheusParameters[url=" + url + ", metrics=" + metrics + "]";
    }
}
