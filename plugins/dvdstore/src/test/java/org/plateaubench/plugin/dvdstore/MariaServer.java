// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.databases.MariaParameters;
import org.plateaubench.plugin.databases.MariaServiceType;
import org.plateaubench.process.Ports;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;

/** A MariaDB server with options of a test and an administrator account, which the embedded server does not have. */
final class MariaServer implements AutoCloseable {
    private static final String PASSWORD = "administrator";
    private static final long TIMEOUT_SECONDS = 60;

    private final Process process;
    private final SutAddress address;

    private MariaServer(Process process, SutAddress address) {
        this.process = process;
        this.address = address;
    }

    /** Starts the embedded server once to create its tables in a folder, and returns its command line. */
    static List<String> installAndGetCommand(Path folder) throws Exception {
        SutService service = new MariaServiceType()
                .create(new SutContext<>("db", SutContext.Mode.EMBEDDED, MariaParameters.embedded(64, 20), folder));
        try (service) {
            service.fetch(Progress.SILENT);
            service.start(Progress.SILENT);
            ProcessHandle server = ProcessHandle.current()
                    .descendants()
                    .filter(process -> process.info().command().orElse("").endsWith("mariadbd"))
                    .filter(process -> Arrays.toString(
                                    process.info().arguments().orElse(new String[0]))
                            .contains(folder.toString()))
                    .findFirst()
                    .orElseThrow();
            List<String> command = new ArrayList<>();
            command.add(server.info().command().orElseThrow());
            command.addAll(List.of(server.info().arguments().orElseThrow()));
            return command;
        }
    }

    static MariaServer start(List<String> installedCommand, Path folder, String... options) throws Exception {
        int port = Ports.free();
        Path statements = Files.writeString(
                folder.resolve("administrator.sql"),
                "CREATE OR REPLACE USER admin@'127.0.0.1' IDENTIFIED BY '" + PASSWORD + "';\n"
                        + "GRANT ALL ON *.* TO admin@'127.0.0.1' WITH GRANT OPTION;\n");
        List<String> command = new ArrayList<>(installedCommand);
        command.removeIf(option -> option.startsWith("--init-file") || option.startsWith("--port"));
        command.add("--init-file=" + statements);
        command.add("--port=" + port);
        if (System.getProperty("user.name").equals("root")) {
            // Required explicitly by the server.
            command.removeIf(option -> option.startsWith("--user="));
            command.add("--user=root");
        }
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("server.log").toFile())
                .start();
        // In case the test does not close it.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        String url = "jdbc:mariadb://127.0.0.1:" + port + "/plateau?sslMode=disable";
        MariaServer server = new MariaServer(
                process, new SutAddress("db", "mariadb", Map.of("url", url, "user", "admin", "password", PASSWORD)));
        server.awaitAnswer(folder.resolve("server.log"));
        return server;
    }

    private void awaitAnswer(Path log) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (true) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                process.destroy();
                throw new IllegalStateException("the server does not answer: " + Files.readString(log));
            }
            try {
                connect().close();
                return;
            } catch (SQLException notYet) {
                LockSupport.parkNanos(20_000_000);
            }
        }
    }

    SutAddress address() {
        return address;
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(
                address.property("url"), address.property("user"), address.property("password"));
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    long number(String query) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(query)) {
            found.next();
            return found.getLong(1);
        }
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().orTimeout(TIMEOUT_SECONDS, TimeUnit.SECONDS).join();
    }
}
