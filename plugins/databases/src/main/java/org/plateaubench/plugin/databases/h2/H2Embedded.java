// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.h2;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.h2.Driver;
import org.plateaubench.plugin.databases.h2.H2Parameters.Storage;
import org.plateaubench.plugin.databases.server.DatabaseClient;
import org.plateaubench.plugin.databases.server.EmbeddedServer;
import org.plateaubench.process.ChildCommand;
import org.plateaubench.process.ChildProcess;
import org.plateaubench.process.JavaCommand;
import org.plateaubench.process.JavaServerRights;
import org.plateaubench.process.ReadyLine;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/** An H2 server in a Java process of its own, which chooses a free port itself. */
final class H2Embedded extends EmbeddedServer {
    /** With the check of the answer (5 s) and the end of a server that never got ready (5 s), a start ends in 30 s. */
    private static final Duration READY_LIMIT = Duration.ofSeconds(18);

    private final H2Parameters given;

    H2Embedded(SutContext<H2Parameters> context) {
        super(new H2Product(), context, context.parameters().port());
        this.given = context.parameters();
    }

    @Override
    protected Running launch(int port, Progress progress) throws SutException, InterruptedException {
        Path folder = data().madeBy("H2 " + new Driver().getMajorVersion());
        progress.report("starting " + name(), 0, 0, "");
        String password = given.storage() == Storage.FILE ? data().keptPassword() : data().freshPassword();
        List<String> command = JavaServerRights.without(command(port), folder, data().ours());
        ChildProcess child = ChildProcess.start(new ChildCommand(name(), command, Map.of(), folder, log()));
        boolean answers = false;
        try {
            child.tell(password);
            int taken = Integer.parseInt(child.awaitReady(ReadyLine.awaited(), READY_LIMIT));
            DatabaseClient client = client(url(taken), password);
            client.check();
            answers = true;
            return new Running(child, child.pid(), client, taken);
        } finally {
            if (!answers) {
                child.close();
            }
        }
    }

    private List<String> command(int port) {
        boolean file = given.storage() == Storage.FILE;
        // Relative to the working folder, so that no character of the path can be taken for a setting.
        String database = (file ? "file:./" : "mem:") + DATABASE;
        return JavaCommand.of(
                H2Server.class, List.of(Driver.class), javaOptions(), List.of(Integer.toString(port), database));
    }

    private List<String> javaOptions() {
        return List.of(
                "-Xms" + given.heapMebibytes() + "m",
                "-Xmx" + given.heapMebibytes() + "m",
                // Named, since the JVM chooses by the size of the host.
                "-XX:+UseG1GC",
                // Half a database after the first failed allocation is no system to measure.
                "-XX:+ExitOnOutOfMemoryError",
                "-Dh2.bindAddress=" + HOST);
    }

    @Override
    protected Map<String, String> ownProperties() {
        return given.storage() == Storage.MEMORY
                ? Map.of("memoryMebibytes", Integer.toString(given.heapMebibytes()))
                : Map.of();
    }

    @Override
    protected Map<String, String> ownConfiguration() {
        return Map.of(
                "storage", given.storage().name().toLowerCase(Locale.ROOT),
                "javaOptions", String.join(" ", javaOptions()));
    }

    private static String url(int port) {
        return "jdbc:h2:tcp://" + HOST + ":" + port + "/" + DATABASE;
    }

    /** H2's shell takes an address and a password from its command line only. */
    @Override
    protected String clientCommand(int port, Path passwordFile) {
        return "java -cp '" + JavaCommand.origin(Driver.class) + "' org.h2.tools.Shell -url " + url(port) + " -user "
                + USER + " -password \"$(cat '" + passwordFile + "')\"";
    }

    @Override
    protected List<Path> ownLogs() {
        return List.of(data().path().resolve(DATABASE + ".trace.db"));
    }
}
