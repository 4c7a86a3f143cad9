// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web.grpc;

import java.util.List;
import java.util.Map;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.process.ClientCertificate;

public record GrpcParameters(
        @Parameter(
                description = "Host and port of the server, such as shop.lab:9090.",
                defaultValue = "required",
                reach = Reach.TARGET)
        String address,

        @Parameter(description = "What users do: flows, steps and data.", defaultValue = "required")
        Map<String, Object> scenario,

        @Parameter(
                description = "Definitions of the services such as shop.proto, also those that they import; by default"
                        + " the server is queried by reflection.",
                defaultValue = "[]")
        List<String> protos,

        @Parameter(description = "Whether connections are encrypted.", defaultValue = "false")
        boolean tls,

        @Parameter(
                description =
                        "Whether any certificate of the server is trusted, for servers with self-signed certificates.",
                defaultValue = "false")
        boolean anyCertificate,

        @Parameter(
                description = "PEM file of the certificates that are trusted; empty for the JVM's trust store.",
                defaultValue = "",
                reach = Reach.FILE)
        String trust,

        ClientCertificate certificate,

        @Parameter(description = "Metadata of every call.", defaultValue = "{}")
        Map<String, String> metadata,

        @Parameter(
                description = "Token of bearer authentication, the same for all users; empty for none.",
                defaultValue = "",
                secret = true)
        String token,

        @Parameter(
                description = "Greatest size of an answer's message, and of all messages of a stream that are read.",
                defaultValue = "4194304",
                unit = "bytes",
                min = 1,
                max = 500_000_000)
        int maxMessageBytes) {

    public GrpcParameters {
        protos = List.copyOf(protos);
        metadata = Map.copyOf(metadata);
    }
}
