// SPDX-License-Identifier: Apache-2.0
package com.example.ping;

import com.example.ping.PingPlugin.PingParameters;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.WorkloadContract;

/** The contract of a workload, as a partner's build runs it. */
final class PingContractTest extends WorkloadContract<PingParameters> {
    private final StallableEcho server;

    PingContractTest() throws IOException {
        server = new StallableEcho();
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Override
    @SuppressWarnings("unchecked")
    protected Workload<PingParameters> workload() {
        return (Workload<PingParameters>) new PingPlugin().workloads().getFirst();
    }

    @Override
    protected PingParameters parameters() {
        return new PingParameters("127.0.0.1", server.port(), 64);
    }

    @Override
    protected SutAddress sut() {
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
    protected Duration duration() {
        return Duration.ofSeconds(1);
    }
}
