// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web.grpc;

import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.InvalidProtocolBufferException;
import com.squareup.wire.schema.CoreLoader;
import com.squareup.wire.schema.ErrorCollector;
import com.squareup.wire.schema.Linker;
import com.squareup.wire.schema.Loader;
import com.squareup.wire.schema.Location;
import com.squareup.wire.schema.ProtoFile;
import com.squareup.wire.schema.Schema;
import com.squareup.wire.schema.SchemaException;
import com.squareup.wire.schema.internal.SchemaEncoder;
import com.squareup.wire.schema.internal.parser.ProtoParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.api.Finding;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.UsedFile;
import org.plateaubench.scenario.Scenario;
import org.plateaubench.scenario.ScenarioWorkload;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.WorkloadContext;

/** Calls of a scenario, by gRPC. */
public final class GrpcWorkload extends ScenarioWorkload<GrpcParameters, GrpcClient, GrpcProtocol> {
    public GrpcWorkload() {
        super(
                "grpc",
                "Makes the gRPC calls of a scenario and checks the answers.",
                GrpcParameters.class,
                "calls",
                new GrpcProtocol(Map.of()));
    }

    @Override
    protected Map<String, Object> tree(GrpcParameters parameters) {
        return parameters.scenario();
    }

    @Override
    protected GrpcProtocol protocol(GrpcParameters parameters) {
        Map<String, String> metadata = new TreeMap<>(parameters.metadata());
        if (!parameters.token().isEmpty()) {
            metadata.put("authorization", "Bearer " + parameters.token());
        }
        return new GrpcProtocol(metadata);
    }

    @Override
    protected List<MeasureDefinition> measures(GrpcProtocol protocol) {
        return GrpcClient.measures();
    }

    @Override
    protected void check(GrpcParameters parameters, Scenario<GrpcClient> scenario, List<Finding> findings) {
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
        if (!parameters.trust().isEmpty() && !parameters.tls()) {
            findings.add(Finding.problem("Certificates are for TLS.", "Set tls: true, or remove them.")
                    .about("trust"));
        }
        findings.addAll(parameters.certificate().check(parameters.tls()));
        if (parameters.anyCertificate() && !parameters.trust().isEmpty()) {
            findings.add(Finding.problem("There are both 'anyCertificate' and 'trust'.", "Remove 'anyCertificate'.")
                    .about("anyCertificate"));
        }
        parameters.metadata().forEach((name, value) -> {
            String problem = GrpcAnswers.problem(name, SutServiceType.isReference(value) ? "" : value);
            if (!problem.isEmpty()) {
                findings.add(Finding.problem(problem, "Correct or remove it.").about("metadata." + name));
            }
        });
    }

    @Override
    public List<UsedFile> files(GrpcParameters parameters) {
        List<UsedFile> files = new ArrayList<>(super.files(parameters));
        for (int i = 0; i < parameters.protos().size(); i++) {
            files.add(new UsedFile("protos[" + i + "]", parameters.protos().get(i), false));
        }
        return files;
    }

    /** Loads the texts of .proto files and the descriptions of the methods. */
    @Override
    protected List<Finding> load(
            GrpcParameters parameters, ReadScenario<GrpcClient, GrpcProtocol> read, Map<String, String> files) {
        List<Finding> findings = new ArrayList<>(super.load(parameters, read, files));
        Map<String, String> protos = new LinkedHashMap<>();
        parameters.protos().forEach(name -> protos.put(name, files.getOrDefault(name, "")));
        if (!protos.isEmpty()) {
            try {
                findings.addAll(read.protocol().bind(ProtoFiles.read(protos)));
            } catch (ProtoFiles.Problem e) {
                findings.add(Finding.problem("The files cannot be read: " + e.getMessage() + ".", "Correct them.")
                        .about("protos"));
            }
        }
        return findings;
    }

    @Override
    protected Clients<GrpcClient> clients(WorkloadContext<GrpcParameters> context, GrpcProtocol calls)
            throws IOException {
        GrpcChannels channels = new GrpcChannels(context.parameters());
        if (context.parameters().protos().isEmpty()) {
            try {
                requireNone(calls.bind(channels.queryTypes(calls.services())));
            } catch (IOException e) {
                channels.close();
                throw e;
            }
        }
        return channels;
    }

    static final class ProtoFiles {
        private ProtoFiles() {}

        /** Thrown if files cannot be read. The message is the parser's, with the line. */
        static final class Problem extends Exception {
            private static final long serialVersionUID = 1L;

            Problem(String message) {
                super(message, null, false, false);
            }
        }

        /** Reads files. The keys of their texts are the names under which they are imported. */
        static GrpcTypes read(Map<String, String> texts) throws Problem {
            Map<String, ProtoFile> parsed = new LinkedHashMap<>();
            try {
                texts.forEach((name, text) -> parsed.put(
                        name, ProtoFile.Companion.get(ProtoParser.Companion.parse(Location.get(name), text))));
                ErrorCollector errors = new ErrorCollector();
                Schema schema = new Linker(new Imports(parsed, errors), errors, true, true).link(parsed.values());
                errors.throwIfNonEmpty();
                SchemaEncoder encoder = new SchemaEncoder(schema);
                Map<String, FileDescriptorProto> files = new HashMap<>();
                for (ProtoFile file : schema.getProtoFiles()) {
                    files.put(
                            file.getLocation().getPath(),
                            FileDescriptorProto.parseFrom(encoder.encode(file).toByteArray()));
                }
                return new GrpcTypes(files);
            } catch (SchemaException | IllegalStateException | IllegalArgumentException e) {
                throw new Problem(String.valueOf(e.getMessage()).strip());
            } catch (DescriptorValidationException | InvalidProtocolBufferException e) {
                throw new Problem(String.valueOf(e.getMessage()));
            }
        }

        /** Finds imported files, which are other given files or files of protobuf itself. */
        private record Imports(Map<String, ProtoFile> files, ErrorCollector errors) implements Loader {
            @Override
            public ProtoFile load(String path) {
                ProtoFile file = files.get(path);
                if (file != null) {
                    return file;
                }
                if (path.startsWith("google/protobuf/") || path.equals("wire/extensions.proto")) {
                    return CoreLoader.INSTANCE.load(path);
                }
                throw new IllegalStateException("'" + path + "' is imported and is not among 'protos'");
            }

            @Override
            public Loader withErrors(ErrorCollector newErrors) {
                return new Imports(files, newErrors);
            }
        }
    }
}
