// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web.grpc;

import io.grpc.InsecureServerCredentials;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.WorkloadContract;

/** The workload fulfils the contract of every workload, on a real gRPC server. */
class GrpcContractTest extends WorkloadContract<GrpcParameters> {
    private static OrderServer server;

    @BeforeAll
    static void start() throws Exception {
        server = new OrderServer(true, InsecureServerCredentials.create());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Override
    protected Workload<GrpcParameters> workload() {
        return new GrpcWorkload();
    }

    @Override
    protected GrpcParameters parameters() {
        return GrpcUser.parameters(server.address(), """
                data: { number: { zipf: 1..100 } }
                steps:
                  - call: shop.v1.Orders/Place
                    message: { name: "order ${number}", number: "${number}" }
                    check: { json: { $.id: 7 } }
                  - call: shop.v1.Orders/Chat
                    messages: [{ copies: 3 }, { name: second }]
                    check: { messages: 3 }
                """, List.of(), false, false);
    }

    @Override
    protected @Nullable SutAddress sut() {
        return null;
    }

    @Override
    protected long openResources() {
        return server.connections();
    }

    @Override
    protected AutoCloseable stallSut() {
        return server.stall();
    }

    @Override
    protected List<WrongAnswers> wrongAnswers() {
        return workload().define(parameters()).operations().stream()
                .map(operation -> new WrongAnswers(operation.name(), Fault.WRONG_IDENTITY, server::injectErrors))
                .toList();
    }
}
