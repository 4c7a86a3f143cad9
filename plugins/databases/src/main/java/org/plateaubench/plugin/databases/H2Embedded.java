// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.h2.Driver;
import org.plateaubench.plugin.databases.H2Parameters.Storage;
import org.plateaubench.process.JavaCommand;
import org.plateaubench.process.RunningSut;
import org.plateaubench.process.ServerCommand;
import org.plateaubench.process.ServerProcess;
import org.plateaubench.process.Servers;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;

/** An H2 server in a separate Java process, which chooses a free port itself. */
final class H2Embedded extends EmbeddedServer {
    /**
     * Together with the check of the answer (5 s) and the shutdown of a server that never got ready (5 s), a start ends
     * within 30 s.
     */
    private static final Duration READY_TIMEOUT = Duration.ofSeconds(18);

    private final H2Parameters given;

    H2Embedded(SutContext<H2Parameters> context) {
        super(Product.H2, context);
        this.given = context.parameters();
    }

    @Override
    protected RunningSut launch(Servers servers, Progress progress)
            throws IOException, SutException, InterruptedException {
        int port = servers.portOrAny(name(), given.port());
        Path folder = data().createFor("H2 " + new Driver().getMajorVersion());
        String password = given.storage() == Storage.FILE ? data().storedOrNewPassword() : data().newPassword();
        ServerProcess server = servers.startJava(
                ServerCommand.java(name(), command(port), folder, log()), List.of(password), READY_TIMEOUT);
        return runningDatabase(Integer.parseInt(server.announcement()), password);
    }

    private List<String> command(int port) {
        boolean isFile = given.storage() == Storage.FILE;
        // Relative to the working folder, so that H2 cannot read a character of the path as a setting.
        String database = (isFile ? "file:./" : "mem:") + DATABASE;
        return JavaCommand.of(
                H2Server.class, List.of(Driver.class), javaOptions(), List.of(Integer.toString(port), database));
    }

    private List<String> javaOptions() {
        List<String> options = new ArrayList<>(JavaCommand.heap(given.heapMebibytes()));
        options.add("-Dh2.bindAddress=" + HOST);
        return options;
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

    @Override
    protected String url(int port, String database) {
        return "jdbc:h2:tcp://" + HOST + ":" + port + "/" + database;
    }

    /** Returns a command for H2's shell, which takes address and password from its command line only. */
    @Override
    protected String clientCommand(int port, Path passwordFile) {
        return "java -cp '" + JavaCommand.origin(Driver.class) + "' org.h2.tools.Shell -url " + url(port, DATABASE)
                + " -user " + USER + " -password \"$(cat '" + passwordFile + "')\"";
    }

    @Override
    protected List<Path> ownLogs() {
        return List.of(data().path().resolve(DATABASE + ".trace.db"));
    }
}
