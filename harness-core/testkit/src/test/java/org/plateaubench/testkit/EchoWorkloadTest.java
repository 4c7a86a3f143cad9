// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.parallel.Isolated;
import org.plateaubench.api.Execution;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.SutAddress;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** The contract can be kept: by a workload that sends a byte and waits for it. */
@Isolated("the contract looks at times")
class EchoWorkloadTest extends WorkloadContract<EchoWorkloadTest.Nothing> {
    private final EchoServer server;

    /** No parameters. */
    record Nothing() {}

    EchoWorkloadTest() throws IOException {
        server = new EchoServer();
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Override
    protected Workload<Nothing> workload() {
        return new Echo();
    }

    @Override
    protected Nothing parameters() {
        return new Nothing();
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

    private final class Echo implements Workload<Nothing> {
        @Override
        public String name() {
            return "echo";
        }

        @Override
        public String description() {
            return "Sends a byte and waits for it.";
        }

        @Override
        public Class<Nothing> parametersType() {
            return Nothing.class;
        }

        @Override
        public WorkloadDefinition define(Nothing parameters) {
            WorkloadDefinition any = Scenario.definition(
                    List.of(OperationDefinition.of("ping", "One byte there and back.")),
                    List.of(UnitDefinition.of("ping")));
            return new WorkloadDefinition(
                    any.operations(),
                    any.units(),
                    any.mix(),
                    any.pacing(),
                    any.metric(),
                    any.measures(),
                    List.of(Execution.PLATFORM, Execution.VIRTUAL));
        }

        @Override
        public WorkloadSession open(WorkloadContext<Nothing> context) {
            return Sessions.of(user -> new BlockingEcho());
        }
    }

    private final class BlockingEcho implements Driver {
        private volatile @Nullable Socket socket;

        @Override
        public void connect() throws IOException {
            abort();
            Socket made = new Socket();
            socket = made;
            made.connect((InetSocketAddress) server.address());
        }

        @Override
        public Outcome execute(OperationCall call) {
            Socket open = socket;
            if (open == null) {
                return Outcome.connectionLost("not-connected", "");
            }
            try {
                open.getOutputStream().write(1);
                return open.getInputStream().read() == 1
                        ? Outcome.ok()
                        : Outcome.connectionLost("closed", "by the server");
            } catch (IOException e) {
                return Outcome.connectionLost("socket", String.valueOf(e.getMessage()));
            }
        }

        @Override
        public void abort() {
            Socket open = socket;
            if (open != null) {
                try {
                    open.close();
                } catch (IOException e) {
                    throw new IllegalStateException("a socket does not close", e);
                }
            }
        }

        @Override
        public void close() {
            abort();
        }
    }
}
