// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Answers;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Finding;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.HttpTrust;
import org.plateaubench.http.connect.HttpConnections;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** Fetches pages without reading their content, to measure a web server or the client itself. */
public final class FetchWorkload implements Workload<FetchParameters> {
    private static final String FETCH = "fetch";

    @Override
    public String name() {
        return "fetch";
    }

    @Override
    public String description() {
        return "Fetches pages of a web server and checks their length or bytes.";
    }

    @Override
    public Class<FetchParameters> parametersType() {
        return FetchParameters.class;
    }

    @Override
    public List<Finding> check(FetchParameters parameters) {
        List<Finding> findings = new ArrayList<>();
        if (!SutServiceType.isReference(parameters.origin())) {
            try {
                HttpOrigin.parse(parameters.origin());
            } catch (IllegalArgumentException e) {
                findings.add(Finding.problem(
                                "The origin is not valid: " + e.getMessage() + ".",
                                "Write http://web.lab:8080, for example.")
                        .about("origin"));
            }
        }
        for (String path : parameters.paths()) {
            try {
                new HttpRequest().start("GET", path);
            } catch (IllegalArgumentException e) {
                findings.add(Finding.problem("A path cannot be requested: " + e.getMessage() + ".", "Correct it.")
                        .about("paths"));
            }
        }
        if (parameters.paths().isEmpty()) {
            findings.add(Finding.problem("There is nothing to fetch.", "Name a path.")
                    .about("paths"));
        }
        return findings;
    }

    @Override
    public WorkloadDefinition define(FetchParameters parameters) {
        return WorkloadDefinition.builder()
                .operations(OperationDefinition.of(FETCH, "one page and its whole body")
                        .verifying(answers(parameters)))
                .pacing(Pacing.think(new Distribution.Fixed(Duration.ofMillis(100))))
                .metric(new MetricDefinition("pagesPerSecond", "pages/s", FETCH, 1))
                .measures(
                        MeasureDefinition.counter(
                                FetchDriver.RECEIVED, "bytes", "Bytes of responses, with their headers."),
                        MeasureDefinition.counter(
                                FetchDriver.CONNECTIONS,
                                "connections",
                                "Connections opened for fetches, including the first ones."))
                .executions(Execution.VIRTUAL, Execution.PLATFORM)
                .build();
    }

    private static Answers answers(FetchParameters parameters) {
        boolean isLengthKnown = parameters.check() != FetchParameters.Check.NONE && parameters.bodyBytes() != 0;
        return parameters.check() == FetchParameters.Check.BYTES
                ? Answers.read().identity("the body, which is the first one of its path")
                : Answers.read().notVerified(isLengthKnown ? "the body, except for its length" : "the body");
    }

    @Override
    public WorkloadSession open(WorkloadContext<FetchParameters> context) {
        FetchParameters parameters = context.parameters();
        HttpOrigin origin = HttpOrigin.parse(parameters.origin());
        FetchDriver.FirstBodies firstBodies =
                new FetchDriver.FirstBodies(parameters.paths().size());
        HttpConnections connections = new HttpConnections(settings(parameters));
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return new FetchDriver(connections.connection(origin), parameters, firstBodies, user);
            }

            @Override
            public void close() {
                connections.close();
            }
        };
    }

    private static HttpSettings settings(FetchParameters parameters) {
        HttpSettings settings = HttpSettings.defaults().withProtocol(parameters.protocol());
        return parameters.anyCertificate() ? settings.withTrust(new HttpTrust.Anything()) : settings;
    }
}
