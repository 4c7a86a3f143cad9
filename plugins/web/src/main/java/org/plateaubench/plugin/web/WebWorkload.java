// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Finding;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.UsedFile;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.connect.HttpConnections;
import org.plateaubench.http.tls.TlsClient;
import org.plateaubench.scenario.Scenario;
import org.plateaubench.scenario.ScenarioDriver;
import org.plateaubench.scenario.ScenarioKeys;
import org.plateaubench.scenario.ScenarioReader;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** Requests of a scenario, over HTTP. */
public final class WebWorkload implements Workload<WebParameters> {
    private static final String SCENARIO = "scenario";
    private static final int HEADERS = 200;
    private static final int HEADER_BYTES = 64 << 10;

    @Override
    public String name() {
        return "web";
    }

    @Override
    public String description() {
        return "Sends the requests of a scenario and checks the answers.";
    }

    @Override
    public Class<WebParameters> parametersType() {
        return WebParameters.class;
    }

    @Override
    public List<Finding> check(WebParameters parameters) {
        List<Finding> findings = new ArrayList<>();
        requireAddress(parameters.url(), "url", findings);
        for (int i = 0; i < parameters.others().size(); i++) {
            requireAddress(parameters.others().get(i), "others[" + i + "]", findings);
        }
        requireOneAuthentication(parameters, findings);
        requireTls(parameters.tls(), findings);
        parameters.headers().forEach((name, value) -> requireHeader(name, value, findings));
        findings.addAll(scenario(parameters).problems());
        return findings;
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

    private static void requireTls(TlsParameters tls, List<Finding> findings) {
        if (tls.anyCertificate() && !tls.trust().isEmpty()) {
            findings.add(Finding.problem("There are both 'anyCertificate' and 'trust'.", "Remove 'anyCertificate'.")
                    .about("anyCertificate"));
        }
        if (tls.clientCertificate().isEmpty() && !(tls.clientKey() + tls.passphrase()).isEmpty()) {
            String without = tls.clientKey().isEmpty() ? "passphrase" : "clientKey";
            findings.add(Finding.problem(
                            "'" + without + "' has no effect without 'clientCertificate'.", "Add 'clientCertificate'.")
                    .about(without));
        }
    }

    private static void requireOneAuthentication(WebParameters parameters, List<Finding> findings) {
        TokenParameters tokens = parameters.tokens();
        List<String> given = new ArrayList<>();
        if (!parameters.user().isEmpty()) {
            given.add("user");
        }
        if (!parameters.token().isEmpty()) {
            given.add("token");
        }
        if (tokens.areUsed()) {
            given.add("tokenUrl");
            requireAddress(tokens.tokenUrl(), "tokenUrl", findings);
        }
        if (given.size() > 1) {
            findings.add(Finding.problem(
                            "There are both '" + given.get(0) + "' and '" + given.get(1) + "'.",
                            "Keep one way of authentication.")
                    .about(given.get(1)));
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

    private static Scenario<WebClient> scenario(WebParameters parameters) {
        return ScenarioReader.read(parameters.scenario(), SCENARIO, new WebProtocol(WebTarget.of(parameters)));
    }

    @Override
    public List<UsedFile> files(WebParameters parameters) {
        return scenario(parameters).files();
    }

    @Override
    public List<Finding> checkFiles(WebParameters parameters, Map<String, String> files) {
        return scenario(parameters).load(files);
    }

    @Override
    public Map<String, Object> schema(String parameter) {
        return ScenarioKeys.schema(new WebProtocol(WebTarget.NONE));
    }

    @Override
    public WorkloadDefinition define(WebParameters parameters) {
        Scenario<WebClient> scenario = scenario(parameters);
        return WorkloadDefinition.builder()
                .operations(scenario.operations())
                .units(scenario.units())
                .mix(scenario.mix())
                .pacing(Pacing.think(new Distribution.Fixed(Duration.ofSeconds(1))))
                .metric(new MetricDefinition("requestsPerSecond", "requests/s", MetricDefinition.ALL_OPERATIONS, 1))
                .checks(scenario.checks())
                .measures(WebClient.measures())
                .executions(Execution.VIRTUAL, Execution.PLATFORM)
                .build();
    }

    @Override
    public WorkloadSession open(WorkloadContext<WebParameters> context) throws IOException {
        WebParameters parameters = context.parameters();
        Scenario<WebClient> scenario = scenario(parameters);
        List<Finding> findings = scenario.load(context.files());
        if (!findings.isEmpty()) {
            throw new IOException(findings.stream()
                    .map(each -> each.parameter() + ": " + each)
                    .collect(Collectors.joining(" ")));
        }
        WebTarget target = WebTarget.of(parameters);
        HttpSettings settings = settings(parameters);
        requireFiles(settings);
        HttpConnections connections = new HttpConnections(settings);
        StreamClient streams = new StreamClient(settings);
        Deque<AccessTokens> tokens = new ArrayDeque<>();
        return new WorkloadSession() {
            @Override
            public synchronized Driver driver(UserContext user) {
                if (target.hasTokens()
                        && (tokens.isEmpty() || parameters.tokens().tokenPerUser())) {
                    tokens.add(new AccessTokens(parameters.tokens(), settings));
                }
                return new ScenarioDriver<>(
                        scenario, new WebClient(target, connections, streams, tokens.peekLast(), user), user, context);
            }

            @Override
            public synchronized void close() {
                streams.close();
                tokens.forEach(AccessTokens::close);
                connections.close();
            }
        };
    }

    /** Reads the files of certificates, so that a wrong one is a failure to start, and not one of each user. */
    private static void requireFiles(HttpSettings settings) throws IOException {
        try {
            TlsClient.of(settings.trust(), settings.identity());
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static HttpSettings settings(WebParameters parameters) {
        HttpSettings settings = HttpSettings.usual()
                .withProtocol(parameters.protocol())
                .withLimits(HEADERS, HEADER_BYTES, parameters.maxBodyBytes());
        return parameters.tls().in(settings);
    }
}
