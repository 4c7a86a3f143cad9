// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.parallel.Isolated;
import org.plateaubench.api.Execution;
import org.plateaubench.spi.Workload;

/** A correct workload passes the contract: its users send a byte and wait for the reply. */
@Isolated("the contract measures times")
final class EchoWorkloadTest extends EchoContract {
    private final EchoServer server;

    EchoWorkloadTest() throws IOException {
        server = new EchoServer();
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Override
    EchoServer server() {
        return server;
    }

    @Override
    protected Workload<Nothing> workload() {
        return new OneOperation(
                "echo",
                "ping",
                List.of(Execution.PLATFORM, Execution.VIRTUAL),
                Sessions.of(user -> new EchoLine(server)));
    }
}
