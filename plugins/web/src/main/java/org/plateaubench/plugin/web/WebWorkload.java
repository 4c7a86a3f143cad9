// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Finding;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.HttpTrust;
import org.plateaubench.http.TlsClient;
import org.plateaubench.http.connect.HttpConnections;
import org.plateaubench.plugin.web.WebParameters.TokenParameters;
import org.plateaubench.scenario.Scenario;
import org.plateaubench.scenario.ScenarioWorkload;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadContext;

/** Requests of a scenario, over HTTP. */
public final class WebWorkload extends ScenarioWorkload<WebParameters, WebClient, WebProtocol> {
    private static final int HEADERS = 200;
    private static final int HEADER_BYTES = 64 << 10;

    public WebWorkload() {
        super(
                "web",
                "Sends the requests of a scenario and checks the answers.",
                WebParameters.class,
                "requests",
                new WebProtocol(WebTarget.NONE));
    }

    @Override
    protected Map<String, Object> tree(WebParameters parameters) {
        return parameters.scenario();
    }

    @Override
    protected WebProtocol protocol(WebParameters parameters) {
        return new WebProtocol(WebTarget.of(parameters));
    }

    @Override
    protected List<MeasureDefinition> measures(WebProtocol protocol) {
        return WebClient.measures();
    }

    @Override
    protected void check(WebParameters parameters, Scenario<WebClient> scenario, List<Finding> findings) {
        requireAddress(parameters.url(), "url", findings);
        for (int i = 0; i < parameters.others().size(); i++) {
            requireAddress(parameters.others().get(i), "others[" + i + "]", findings);
        }
        requireOneAuthentication(parameters, findings);
        requireTls(parameters, findings);
        parameters.headers().forEach((name, value) -> requireHeader(name, value, findings));
    }

    private static void requireAddress(String text, String parameter, List<Finding> findings) {
        if (SutServiceType.isReference(text)) {
            return;
        }
        try {
            HttpOrigin.parse(text);
        } catch (IllegalArgumentException e) {
            findings.add(Finding.problem(
                            "The address is not valid: " + e.getMessage() + ".",
                            "Write http://shop.lab:8080, for example.")
                    .about(parameter));
        }
    }

    private static void requireTls(WebParameters parameters, List<Finding> findings) {
        if (parameters.anyCertificate() && !parameters.trust().isEmpty()) {
            findings.add(Finding.problem("There are both 'anyCertificate' and 'trust'.", "Remove 'anyCertificate'.")
                    .about("anyCertificate"));
        }
        // An address without TLS may redirect to one with it.
        findings.addAll(parameters.certificate().check(true));
    }

    private static void requireOneAuthentication(WebParameters parameters, List<Finding> findings) {
        TokenParameters tokens = parameters.tokens();
        List<String> keys = new ArrayList<>();
        if (!parameters.user().isEmpty()) {
            keys.add("user");
        }
        if (!parameters.token().isEmpty()) {
            keys.add("token");
        }
        if (tokens.areUsed()) {
            keys.add("tokenUrl");
            requireAddress(tokens.tokenUrl(), "tokenUrl", findings);
        }
        if (keys.size() > 1) {
            findings.add(Finding.problem(
                            "There are both '" + keys.get(0) + "' and '" + keys.get(1) + "'.",
                            "Keep one way of authentication.")
                    .about(keys.get(1)));
        }
        if (tokens.areUsed() == tokens.clientId().isEmpty()) {
            findings.add(
                    tokens.areUsed()
                            ? Finding.problem("'tokenUrl' needs a client.", "Add 'clientId' and 'clientSecret'.")
                                    .about("tokenUrl")
                            : Finding.problem("'clientId' has no effect without 'tokenUrl'.", "Add 'tokenUrl'.")
                                    .about("clientId"));
        }
    }

    private static void requireHeader(String name, String value, List<Finding> findings) {
        try {
            new HttpRequest().start("GET", "/").header(name, SutServiceType.isReference(value) ? "" : value);
        } catch (IllegalArgumentException e) {
            findings.add(Finding.problem("A header cannot be sent: " + e.getMessage() + ".", "Correct or remove it.")
                    .about("headers." + name));
        }
    }

    @Override
    protected Clients<WebClient> clients(WorkloadContext<WebParameters> context, WebProtocol protocol)
            throws IOException {
        WebParameters parameters = context.parameters();
        WebTarget target = WebTarget.of(parameters);
        HttpSettings settings = settings(parameters);
        HttpConnections connections = new HttpConnections(settings);
        StreamClient streams = new StreamClient(settings);
        AccessTokens tokens = target.hasTokens() ? new AccessTokens(parameters.tokens(), settings) : null;
        return new Clients<>() {
            @Override
            public WebClient client(UserContext user) {
                return new WebClient(target, connections, streams, tokens, user);
            }

            @Override
            public void close() {
                streams.close();
                if (tokens != null) {
                    tokens.close();
                }
                connections.close();
            }
        };
    }

    /** Reads the files of certificates, so that a wrong one is a failure to start, and not one of each user. */
    private static HttpSettings settings(WebParameters parameters) throws IOException {
        HttpTrust trust = parameters.anyCertificate()
                ? new HttpTrust.Anything()
                : parameters.trust().isEmpty()
                        ? new HttpTrust.Authorities()
                        : new HttpTrust.CertificateFile(Path.of(parameters.trust()));
        try {
            HttpSettings settings = HttpSettings.defaults()
                    .withProtocol(parameters.protocol())
                    .withLimits(HEADERS, HEADER_BYTES, parameters.maxBodyBytes())
                    .withTrust(trust)
                    .withIdentity(parameters.certificate().keys());
            TlsClient.of(settings.trust(), settings.identity());
            return settings;
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
