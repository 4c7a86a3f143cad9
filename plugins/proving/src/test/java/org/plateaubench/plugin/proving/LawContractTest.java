// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.WorkloadContract;

/** The workload keeps the contract of every workload, on a server in a process of its own. */
class LawContractTest extends WorkloadContract<LawWorkload.Parameters> {
    private static SutService service;
    private static SutAddress address;
    private static long serverProcess;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        KnownLawParameters parameters = new KnownLawParameters(
                LatencyLaw.Shape.EXPONENTIAL,
                Duration.ZERO,
                Duration.ofMillis(2),
                0,
                Duration.ZERO,
                Duration.ZERO,
                Duration.ZERO,
                1,
                0,
                "");
        service = EmbeddedLaw.serviceType()
                .create(new SutContext<>("known", SutContext.Mode.EMBEDDED, parameters, folder));
        address = service.start(Progress.SILENT);
        serverProcess = service.status().processIds().getFirst();
    }

    @AfterAll
    static void stop() throws Exception {
        service.close();
    }

    @Override
    protected Workload<LawWorkload.Parameters> workload() {
        return new LawWorkload();
    }

    @Override
    protected LawWorkload.Parameters parameters() {
        return new LawWorkload.Parameters();
    }

    @Override
    protected @Nullable SutAddress sut() {
        return address;
    }

    /** Connections of the server, the one that asks among them. */
    @Override
    protected long openResources() throws IOException {
        try (LawClient client = LawClient.connect(LawClient.place(address))) {
            return client.totals(Frames.ANY_WORKLOAD).connections();
        }
    }

    /** The process is stopped, as a signal does it. */
    @Override
    protected AutoCloseable stallSut() throws Exception {
        signal("STOP");
        return () -> signal("CONT");
    }

    private static void signal(String name) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-" + name, Long.toString(serverProcess))
                .start()
                .waitFor();
        if (code != 0) {
            throw new AssertionError("kill -" + name + " gave " + code);
        }
    }
}
