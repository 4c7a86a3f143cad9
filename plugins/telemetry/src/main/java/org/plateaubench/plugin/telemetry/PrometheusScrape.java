// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ObservedServiceType;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.TelemetrySource;

/** The service type whose samples are metrics that a program exposes for Prometheus. */
final class PrometheusScrape extends ObservedServiceType<PrometheusParameters> {

    PrometheusScrape() {
        super(
                "prometheus",
                "Telemetry: metrics that a program exposes for Prometheus, external",
                PrometheusParameters.class);
    }

    @Override
    protected List<Finding> check(PrometheusParameters parameters) {
        List<Finding> findings = new ArrayList<>();
        if (!SutServiceType.isReference(parameters.url()) && !isAddress(parameters.url())) {
            findings.add(Finding.problem(
                            "'" + parameters.url() + "' is not an address of metrics.",
                            "Write http://HOST:PORT/metrics or https://HOST:PORT/metrics, without a user in it.")
                    .about("url"));
        }
        if (parameters.metrics().isEmpty()) {
            findings.add(Finding.problem("No metric is named.", "Write a list such as [node_load1, node_cpu_*].")
                    .about("metrics"));
        }
        if (!parameters.token().isEmpty() && !parameters.user().isEmpty()) {
            findings.add(Finding.problem("Both a token and a user are given.", "Leave one of them out.")
                    .about("token"));
        }
        findings.addAll(parameters.certificate().check(!parameters.url().startsWith("http:")));
        return findings;
    }

    private static boolean isAddress(String url) {
        try {
            URI given = new URI(url);
            return List.of("http", "https")
                            .contains(String.valueOf(given.getScheme()).toLowerCase(Locale.ROOT))
                    && given.getHost() != null
                    && given.getUserInfo() == null
                    && given.getFragment() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    @Override
    public TelemetrySource open(SutAddress address) throws IOException {
        return new ScrapedMetrics(address);
    }
}
