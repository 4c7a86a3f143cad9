// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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

/** The contract of workloads, tested with a server in a separate process. */
class LawContractTest extends WorkloadContract<LawWorkload.Parameters> {
    private static SutService service;
    private static SutAddress address;
    private static Relay relay;
    private static long serverProcess;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        KnownLawParameters parameters = new KnownLawParameters(
                LatencyDistribution.Shape.EXPONENTIAL,
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
        relay = new Relay(LawClient.place(address));
        address = new SutAddress(
                address.name(), address.service(), LawClient.properties("127.0.0.1", relay.listener.getLocalPort()));
        serverProcess = service.status().processIds().getFirst();
    }

    @AfterAll
    static void stop() throws Exception {
        relay.listener.close();
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

    /** Connections of the server, including that of this query. */
    @Override
    protected long openResources() throws IOException {
        try (LawClient client = LawClient.connect(LawClient.place(address))) {
            return client.totals(Frames.ANY_WORKLOAD).connections();
        }
    }

    /** Stops the process by a signal. */
    @Override
    protected AutoCloseable stallSut() throws Exception {
        signal("STOP");
        return () -> signal("CONT");
    }

    @Override
    protected List<WrongAnswers> wrongAnswers() {
        return List.of(new WrongAnswers("ask", Fault.WRONG_IDENTITY, () -> {
            relay.isCorrupting = true;
            return () -> relay.isCorrupting = false;
        }));
    }

    /** A relay that, when enabled, corrupts the proofs of answers. */
    private static final class Relay {
        private final ServerSocket listener = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        private volatile boolean isCorrupting;

        Relay(InetSocketAddress server) throws IOException {
            Thread.ofVirtual().start(() -> {
                try {
                    while (true) {
                        Socket client = listener.accept();
                        Socket upstream = new Socket(server.getAddress(), server.getPort());
                        Thread.ofVirtual().start(() -> pass(client, upstream, false));
                        Thread.ofVirtual().start(() -> pass(upstream, client, true));
                    }
                } catch (IOException e) {
                    // The test has ended.
                }
            });
        }

        private void pass(Socket from, Socket to, boolean isReply) {
            try (from;
                    to) {
                from.setTcpNoDelay(true);
                to.setTcpNoDelay(true);
                InputStream in = from.getInputStream();
                byte[] bytes = new byte[8_192];
                long position = 0;
                for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                    for (int i = 0; i < count; i++, position++) {
                        bytes[i] ^= (byte) (isReply && isCorrupting && position % Frames.REPLY_BYTES == 8 ? 1 : 0);
                    }
                    to.getOutputStream().write(bytes, 0, count);
                }
            } catch (IOException e) {
                // One side has closed its connection.
            }
        }
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
