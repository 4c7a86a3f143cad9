// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.plateaubench.plugin.databases.ExternalKeys;
import org.plateaubench.plugin.databases.MariaParameters;
import org.plateaubench.plugin.databases.MariaServiceType;
import org.plateaubench.plugin.databases.PostgresParameters;
import org.plateaubench.plugin.databases.PostgresServiceType;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.Ports;
import org.plateaubench.process.PublishedBinaries;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;

/**
 * A database server of one test, which may fill its disk. The disk is a small file system in
 * memory that is visible only to the server and its keeper. The keeper ends with this process and then removes both.
 */
final class DatabaseServer implements AutoCloseable {
    /** The programs that the harness itself fetches. */
    enum Product {
        POSTGRESQL,
        MARIADB
    }

    private static final String DISK_SIZE = "800m";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String KEEPER =
            "mount -t tmpfs -o size=" + DISK_SIZE + " tmpfs \"$1\" && echo ready && cat >/dev/null; exit";
    /**
     * Halves the amount, because a request for too much allocates nothing; writing everything would take seconds under
     * load.
     */
    private static final String FILL =
            "for size in 512 256 128 64 32 16 8 4 2 1; do fallocate -l ${size}M \"$1\"-$size; done; cat /dev/zero >\"$1\"";

    private static final String INIT = """
            CREATE DATABASE IF NOT EXISTS plateau;
            CREATE OR REPLACE USER 'plateau'@'127.0.0.1' IDENTIFIED BY 'plateau';
            GRANT ALL PRIVILEGES ON *.* TO 'plateau'@'127.0.0.1';
            """;

    private final Product product;
    private final Path folder;
    private final Path disk;
    private final Path log;
    private final int port;
    private final Process keeper;
    private Process server;

    DatabaseServer(Product product, Path folder) throws Exception {
        this.product = product;
        this.folder = folder;
        disk = Files.createDirectories(folder.resolve("disk"));
        log = Files.createFile(folder.resolve("server.log"));
        port = Ports.free();
        fetch();
        keeper = new ProcessBuilder(
                        "unshare",
                        "--user",
                        "--map-root-user",
                        "--mount",
                        "--pid",
                        "--fork",
                        "--kill-child",
                        "sh",
                        "-c",
                        KEEPER,
                        "sh",
                        disk.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keeper.log").toFile())
                .start();
        await("no disk", () -> read(folder.resolve("keeper.log")).contains("ready"));
        install();
        server = start();
    }

    private Process start() throws IOException {
        long before = starts();
        Process started = inside(command()).start();
        await("not ready", () -> starts() > before);
        return started;
    }

    private long starts() {
        return read(log).lines().filter(line -> line.contains("ready")).count();
    }

    /** Kills the server with its processes and starts it again on the same data. */
    void killAndRestart() throws IOException {
        List<ProcessHandle> processes = server.descendants().toList();
        processes.forEach(ProcessHandle::destroyForcibly);
        await("not dead", () -> processes.stream().noneMatch(ProcessHandle::isAlive));
        server = start();
    }

    private void fetch() throws Exception {
        switch (product) {
            case POSTGRESQL ->
                new PostgresServiceType()
                        .create(context(new PostgresParameters(
                                64, 20, 0, "", new ExternalKeys("", "", ""), ClientCertificate.NONE)))
                        .fetch(Progress.SILENT);
            case MARIADB ->
                new MariaServiceType()
                        .create(context(new MariaParameters(
                                64, 20, 0, "", new ExternalKeys("", "", ""), ClientCertificate.NONE)))
                        .fetch(Progress.SILENT);
        }
    }

    private <P extends Record> SutContext<P> context(P parameters) {
        return new SutContext<>("db", SutContext.Mode.EMBEDDED, parameters, folder);
    }

    private void install() throws IOException, InterruptedException {
        switch (product) {
            case POSTGRESQL ->
                // One segment of its log is larger than all tests write; without space for the log, the server would
                // end.
                run(List.of(
                        "unshare",
                        "--user",
                        program("bin/initdb"),
                        "--pgdata=" + disk.resolve("data"),
                        "--username=plateau",
                        "--auth=trust",
                        "--locale=C",
                        "--encoding=UTF8",
                        "--no-sync",
                        "--wal-segsize=256"));
            case MARIADB -> {
                Files.writeString(folder.resolve("init.sql"), INIT);
                run(List.of(
                        program("scripts/mariadb-install-db"),
                        "--no-defaults",
                        "--auth-root-authentication-method=normal",
                        "--skip-test-db",
                        "--skip-name-resolve",
                        "--basedir=" + mariaBase(),
                        "--datadir=" + disk.resolve("data"),
                        "--user=root"));
            }
        }
    }

    private List<String> command() throws IOException {
        return switch (product) {
            case POSTGRESQL ->
                List.of(
                        "unshare",
                        "--user",
                        program("bin/postgres"),
                        "-D",
                        disk.resolve("data").toString(),
                        "-c",
                        "port=" + port,
                        "-c",
                        "listen_addresses=127.0.0.1",
                        "-c",
                        "unix_socket_directories=",
                        "-c",
                        "max_connections=40");
            case MARIADB ->
                List.of(
                        program("bin/mariadbd"),
                        "--no-defaults",
                        "--basedir=" + mariaBase(),
                        "--datadir=" + disk.resolve("data"),
                        "--init-file=" + folder.resolve("init.sql"),
                        "--bind-address=127.0.0.1",
                        "--port=" + port,
                        "--socket=",
                        "--skip-name-resolve",
                        "--skip-ssl",
                        "--character-set-server=utf8mb4",
                        "--innodb-buffer-pool-size=64M",
                        "--max-connections=40",
                        "--user=root");
        };
    }

    private String mariaBase() throws IOException {
        return String.valueOf(Path.of(program("bin/mariadbd")).resolve("../..").normalize());
    }

    /** A program in the cache of the harness. */
    private static String program(String name) throws IOException {
        try (Stream<Path> found = Files.find(PublishedBinaries.cache(), 8, (path, file) -> path.endsWith(name))) {
            return found.max(Comparator.naturalOrder())
                    .orElseThrow(() -> new AssertionError("no " + name + " was fetched"))
                    .toString();
        }
    }

    Product product() {
        return product;
    }

    String url() {
        return switch (product) {
            case POSTGRESQL -> "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
            case MARIADB -> "jdbc:mariadb://127.0.0.1:" + port + "/plateau?sslMode=disable";
        };
    }

    /** Fills the server's disk. */
    void fillDisk() throws IOException, InterruptedException {
        inside(List.of("sh", "-c", FILL, "sh", disk.resolve("ballast").toString()))
                .start()
                .waitFor();
    }

    /** Frees the space again. */
    void freeDisk() throws IOException, InterruptedException {
        run(List.of("sh", "-c", "rm \"$1\"*", "sh", disk.resolve("ballast").toString()));
    }

    /** The server's log, for messages of failed tests. */
    String log() {
        return read(log);
    }

    private void run(List<String> command) throws IOException, InterruptedException {
        int code = inside(command).start().waitFor();
        if (code != 0) {
            throw new AssertionError(command + " gave " + code + ": " + log());
        }
    }

    /** A command where the disk is. */
    private ProcessBuilder inside(List<String> command) {
        List<String> whole = new ArrayList<>(List.of(
                "nsenter",
                "--target",
                Long.toString(keeper.children().findFirst().orElseThrow().pid()),
                "--user",
                "--mount",
                "--pid",
                "--preserve-credentials"));
        whole.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(whole)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().put("LC_ALL", "C");
        return builder;
    }

    private void await(String otherwise, BooleanSupplier condition) {
        Await.until(PATIENCE, () -> product + " " + otherwise + ": " + log(), condition);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() throws IOException {
        keeper.getOutputStream().close();
        keeper.onExit().join();
    }
}
