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

/** The workload keeps the contract of every workload, on a real libvirt with real machines of QEMU. */
@Tag("slow")
final class LibvirtContractTest extends WorkloadContract<OperationsParameters> {
    private static final String[] MACHINES = {"bench-1", "bench-2", "bench-3", "bench-4"};

    /** These have operations end within a second. */
    private static final Set<String> UNDER_A_STALL =
            Set.of("noOperationEndsBeforeItsReply", "abortEndsABlockedOperation");

    private Libvirtd server;
    private String proof = "";

    /** A daemon for each proof: one that aborts operations leaves machines off or paused, and requests that it still carries out. */
    @BeforeEach
    void start(TestInfo test) throws Exception {
        proof = test.getTestMethod().map(Method::getName).orElse("");
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
     * Under a stall with the shortest of the units alone. Starts of machines and snapshots of their memory may take longer than
     * the second that operations then have, and are abandoned and have no time.
     */
    @Override
    protected Workload<OperationsParameters> workload() {
        Platform whole = Platform.LIBVIRT;
        return new OperationsWorkload(
                UNDER_A_STALL.contains(proof)
                        ? new Platform(
                                whole.workload(),
                                whole.description(),
                                whole.service(),
                                whole.sessions(),
                                whole.operations(),
                                List.of(InfrastructureOperation.PAUSE),
                                whole.clock())
                        : whole);
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

    /** The daemon stands still. */
    @Override
    protected AutoCloseable stallSut() throws Exception {
        server.signal("STOP");
        return () -> server.signal("CONT");
    }
}
