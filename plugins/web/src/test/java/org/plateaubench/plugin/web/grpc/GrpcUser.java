// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web.grpc;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.testkit.UnscheduledUser;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Users of gRPC in tests, and their parameters. */
final class GrpcUser {
    private GrpcUser() {}

    static UnscheduledUser of(GrpcParameters parameters) throws Exception {
        return UnscheduledUser.of(
                new GrpcWorkload(),
                new WorkloadContext<>(1, "shop", parameters, null, 1, 7, OrderServer.PROTOS, WorkloadContext.Run.NONE));
    }

    /** Parameters with the defaults of everything that is not given. */
    static GrpcParameters parameters(String address, String scenario, List<String> protos, boolean tls, boolean any) {
        Map<String, Object> tree = new LinkedHashMap<>();
        ((Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(scenario))
                .forEach((key, value) -> tree.put(String.valueOf(key), value));
        return new GrpcParameters(
                address,
                tree,
                protos,
                tls,
                any,
                "",
                ClientCertificate.NONE,
                Map.of("x-trace", "all"),
                "secret",
                100_000);
    }

    /** The same parameters with certificates. */
    static GrpcParameters trusting(GrpcParameters given, String trust, String certificate, String key) {
        return new GrpcParameters(
                given.address(),
                given.scenario(),
                given.protos(),
                true,
                false,
                trust,
                new ClientCertificate(certificate, key, ""),
                given.metadata(),
                given.token(),
                given.maxMessageBytes());
    }

    static GrpcParameters parameters(OrderServer server, String scenario) {
        return parameters(server.address(), scenario, List.of("shop.proto", "types/item.proto"), false, false);
    }
}
