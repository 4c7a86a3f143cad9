// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/** A SUT of two processes: a JVM that receives a secret, and a guarded shell, whose script the test chooses. */
final class TwoServers extends EmbeddedService {
    static final String SECRET = "open sesame";

    static final String ORDERLY = "trap 'echo bye; exit 0' TERM; echo up; while :; do sleep 0.05; done";

    final List<Integer> ports = new ArrayList<>();

    private final String shell;
    private boolean foreign;

    private record None() {}

    private record Both(ServerProcess java, int port) implements RunningSut {
        @Override
        public Map<String, String> properties() {
            return Map.of("port", Integer.toString(port), "heard", java.announcement());
        }

        @Override
        public String endpoint() {
            return HOST + ":" + port;
        }

        @Override
        public Map<String, String> configuration() throws IOException {
            if (!java.isAlive()) {
                throw new IOException("nobody answers");
            }
            return Map.of("version", "7");
        }

        @Override
        public List<String> access() {
            return List.of("client: telnet " + endpoint());
        }
    }

    TwoServers(Path folder, String shell) {
        super("Pair", "pair", new SutContext<>("two", SutContext.Mode.EMBEDDED, new None(), folder));
        this.shell = shell;
    }

    @Override
    protected RunningSut launch(Servers servers, Progress progress)
            throws IOException, SutException, InterruptedException {
        Files.writeString(OwnerOnly.folder(data()).resolve("item"), "1");
        int port = servers.port(name(), 0);
        ports.add(port);
        List<String> line = JavaCommand.of(WatchingChild.class, List.of(), List.of(), List.of("farewell"));
        ServerProcess java = servers.startJava(
                ServerCommand.java(name() + ", JVM", line, folder(), log()), List.of(SECRET), Duration.ofMinutes(1));
        Path secret = OwnerOnly.file(folder().resolve("shell.conf"), SECRET);
        servers.start(
                ServerCommand.program(name() + ", shell", List.of("sh", "-c", shell), folder(), shellLog())
                        .withStop(StopSignal.TERM, Duration.ofMinutes(1))
                        .withTemporaryFile(secret),
                child -> Optional.of("ready").filter(word -> isUp(child)),
                Duration.ofMinutes(1));
        return new Both(java, port);
    }

    private static boolean isUp(ServerProcess child) {
        try {
            return child.logSinceStart().contains("up\n");
        } catch (IOException e) {
            return false;
        }
    }

    /** Makes the next clear find data of another program. */
    void findForeignData() {
        foreign = true;
    }

    private Path data() {
        return folder().resolve("data");
    }

    private Path shellLog() {
        return folder().resolve("shell.log");
    }

    @Override
    protected List<Path> storedFiles() throws SutException {
        if (foreign) {
            throw new SutException("The data belongs to another program.");
        }
        return List.of(data());
    }

    @Override
    protected List<Path> logFiles() {
        return List.of(log(), shellLog());
    }

    @Override
    protected void stopped() throws IOException {
        Files.writeString(folder().resolve("stopped"), ".", StandardOpenOption.CREATE);
    }
}
