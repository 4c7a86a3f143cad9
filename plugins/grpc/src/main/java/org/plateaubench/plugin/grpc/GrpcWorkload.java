// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.grpc;

import io.grpc.Metadata;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Finding;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.UsedFile;
import org.plateaubench.api.WorkloadDefinition;
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

/** Calls of a scenario, by gRPC. */
public final class GrpcWorkload implements Workload<GrpcParameters> {
    private static final String SCENARIO = "scenario";

    /** A scenario and its calls. */
    private record Read(Scenario<GrpcClient> scenario, GrpcProtocol calls) {
        static Read of(GrpcParameters parameters) {
            Map<String, String> metadata = new TreeMap<>(parameters.metadata());
            if (!parameters.token().isEmpty()) {
                metadata.put("authorization", "Bearer " + parameters.token());
            }
            GrpcProtocol calls = new GrpcProtocol(metadata);
            return new Read(ScenarioReader.read(parameters.scenario(), SCENARIO, calls), calls);
        }

        /** Takes the texts of the files, and with those of .proto files the descriptions of the methods. */
        List<Finding> load(GrpcParameters parameters, Map<String, String> files) {
            List<Finding> findings = new ArrayList<>(scenario.load(files));
            Map<String, String> protos = new LinkedHashMap<>();
            parameters.protos().forEach(name -> protos.put(name, files.getOrDefault(name, "")));
            if (!protos.isEmpty()) {
                try {
                    findings.addAll(calls.bind(ProtoFiles.read(protos)));
                } catch (ProtoFiles.Problem e) {
                    findings.add(Finding.problem("The files cannot be read: " + e.getMessage() + ".", "Correct them.")
                            .about("protos"));
                }
            }
            return findings;
        }
    }

    @Override
    public String name() {
        return "grpc";
    }

    @Override
    public String description() {
        return "Makes the gRPC calls of a scenario and checks the answers.";
    }

    @Override
    public Class<GrpcParameters> parametersType() {
        return GrpcParameters.class;
    }

    @Override
    public List<Finding> check(GrpcParameters parameters) {
        List<Finding> findings = new ArrayList<>();
        if (!SutServiceType.isReference(parameters.address())) {
            try {
                GrpcChannels.address(parameters.address());
            } catch (IllegalArgumentException e) {
                findings.add(Finding.problem(
                                "'" + parameters.address() + "' is not a host and a port.",
                                "Write shop.lab:9090, for example.")
                        .about("address"));
            }
        }
        if (parameters.anyCertificate() && !parameters.tls()) {
            findings.add(Finding.problem("Without 'tls' there is no certificate.", "Set tls: true, or remove it.")
                    .about("anyCertificate"));
        }
        for (String name : parameters.metadata().keySet()) {
            try {
                Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER);
            } catch (IllegalArgumentException e) {
                findings.add(Finding.problem(
                                "'" + name + "' cannot be the name of metadata: " + e.getMessage() + ".",
                                "Correct or remove it.")
                        .about("metadata." + name));
            }
        }
        findings.addAll(Read.of(parameters).scenario().problems());
        return findings;
    }

    @Override
    public List<UsedFile> files(GrpcParameters parameters) {
        List<UsedFile> files = new ArrayList<>(Read.of(parameters).scenario().files());
        for (int i = 0; i < parameters.protos().size(); i++) {
            files.add(new UsedFile("protos[" + i + "]", parameters.protos().get(i)));
        }
        return files;
    }

    @Override
    public List<Finding> checkFiles(GrpcParameters parameters, Map<String, String> files) {
        return Read.of(parameters).load(parameters, files);
    }

    @Override
    public Map<String, Object> schema(String parameter) {
        return ScenarioKeys.schema(new GrpcProtocol(Map.of()));
    }

    @Override
    public WorkloadDefinition define(GrpcParameters parameters) {
        Scenario<GrpcClient> scenario = Read.of(parameters).scenario();
        return WorkloadDefinition.builder()
                .operations(scenario.operations())
                .units(scenario.units())
                .mix(scenario.mix())
                .pacing(Pacing.think(new Distribution.Fixed(Duration.ofSeconds(1))))
                .metric(new MetricDefinition("callsPerSecond", "calls/s", MetricDefinition.ALL_OPERATIONS, 1))
                .measures(GrpcClient.measures())
                .checks(scenario.checks())
                .executions(Execution.VIRTUAL, Execution.PLATFORM)
                .build();
    }

    @Override
    public WorkloadSession open(WorkloadContext<GrpcParameters> context) throws IOException {
        GrpcParameters parameters = context.parameters();
        Read read = Read.of(parameters);
        Scenario.requireNone(read.load(parameters, context.files()));
        GrpcChannels channels = new GrpcChannels(parameters);
        if (parameters.protos().isEmpty()) {
            try {
                Scenario.requireNone(
                        read.calls().bind(channels.reflected(read.calls().services())));
            } catch (IOException e) {
                channels.close();
                throw e;
            }
        }
        return new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                return new ScenarioDriver<>(read.scenario(), channels.client(user), user, context);
            }

            @Override
            public void close() {
                channels.close();
            }
        };
    }
}
