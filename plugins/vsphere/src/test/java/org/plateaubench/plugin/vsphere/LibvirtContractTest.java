// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;
import org.plateaubench.api.SutAddress;
import org.plateaubench.servers.Libvirtd;
import org.plateaubench.spi.Workload;
import org.plateaubench.testkit.WorkloadContract;

/** The workload fulfils the contract of every workload, on a real libvirt with real machines of QEMU. */
@Tag("slow")
final class LibvirtContractTest extends WorkloadContract<OperationsParameters> {
    private static final String[] MACHINES = {"bench-1", "bench-2", "bench-3", "bench-4"};

    /** Tests in which an operation must end within a second. */
    private static final Set<String> TESTS_WITH_STALL =
            Set.of("noOperationEndsBeforeItsReply", "abortEndsBlockedOperation");

    private Libvirtd server;
    private String testName = "";

    /** One daemon for each test, because a test that aborts operations leaves machines off or paused, and running requests. */
    @BeforeEach
    void start(TestInfo test) throws Exception {
        testName = test.getTestMethod().map(Method::getName).orElse("");
        server = Libvirtd.start(MACHINES);
    }

    @AfterEach
    void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    /** Without a template: copies of disks take longer than the short limits of the contract. */
    @Override
    protected OperationsParameters parameters() {
        return new OperationsParameters(List.of("bench-*"), List.of("*"), "");
    }

    @Override
    protected SutAddress sut() {
        return server.address();
    }

    /**
     * Tests with a stall use only the shortest unit. Starts of machines and snapshots of their memory may take longer
     * than the second that operations then have.
     */
    @Override
    protected Workload<OperationsParameters> workload() {
        Platform platform = Platform.LIBVIRT;
        return new OperationsWorkload(
                TESTS_WITH_STALL.contains(testName)
                        ? new Platform(
                                platform.workload(),
                                platform.description(),
                                platform.service(),
                                platform.sessions(),
                                platform.operations(),
                                List.of(InfrastructureOperation.PAUSE),
                                platform.clock())
                        : platform);
    }

    /** Connections that the daemon has accepted. */
    @Override
    protected long openResources() throws Exception {
        try (Stream<String> lines = Files.lines(Path.of("/proc/net/unix"))) {
            return lines.filter(
                            line -> line.endsWith(server.socket().toString()) && line.split(" +", -1)[5].equals("03"))
                    .count();
        }
    }

    /** Stops the process of the daemon. */
    @Override
    protected AutoCloseable stallSut() throws Exception {
        server.signal("STOP");
        return () -> server.signal("CONT");
    }
}
